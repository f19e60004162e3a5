import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OwnedProcess } from '../support/ownedProcess.ts';
import { KINDS, type Kind } from './clients.ts';
import { rotated } from './numbers.ts';
import { scriptPath, type Rounds } from './processes.ts';

/**
 * Serves turns of work from a separate process: each request runs one turn, and the response is its measurement.
 * @param turn runs a turn; `what` is the number of the task, for scripts that have several
 */
export function serveTurns(turn: (what: number) => Promise<unknown>): void {
  const server = createServer(({ url = '' }, response) => {
    void turn(Number(url.slice(1))).then((result) => response.end(JSON.stringify(result)));
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(`turns on ${(server.address() as AddressInfo).port}`);
  });
}

type Workers = ReadonlyMap<Kind, OwnedProcess>;

/** Measurement of each kind in one turn. */
export type Turn<T> = Partial<Record<Kind, T>>;

/**
 * Starts a fresh process for each kind in each round. All kinds take turns: a disturbance by other
 * work on the machine lasts longer than a turn, so it affects all kinds alike.
 * @param args arguments of the script, after the kind
 */
export async function inTurns(
  script: string,
  { rounds, args }: { readonly rounds: Rounds; readonly args: readonly string[] },
  take: (workers: Workers) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds.ours; round += 1) {
    const workers = new Map<Kind, OwnedProcess>();
    // The first two kinds are the bare client and the product. The others are peers.
    for (const kind of round < rounds.peers ? KINDS : KINDS.slice(0, 2)) {
      const scriptArgs = [scriptPath(script), kind, ...args];
      workers.set(kind, new OwnedProcess(process.execPath, scriptArgs));
    }
    try {
      await take(workers);
    } finally {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    }
  }
}

/** Runs one turn of each kind, in an order in which no kind always comes first. */
export async function turnOf<T>(
  workers: Workers,
  kinds: readonly Kind[],
  { number, what }: { readonly number: number; readonly what: number },
): Promise<Turn<T>> {
  const turn: Turn<T> = {};
  for (const kind of rotated(kinds, number)) {
    const [, port = ''] = (await workers.get(kind)?.waitForOutput(/turns on (\d+)/)) ?? [];
    const response = await fetch(`http://127.0.0.1:${port}/${what}`);
    turn[kind] = (await response.json()) as T;
  }
  return turn;
}
