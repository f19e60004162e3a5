import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OwnedProcess } from '../support/ownedProcess.ts';
import { KINDS, type Kind } from './clients.ts';
import { rotated } from './numbers.ts';
import { scriptPath, type Rounds } from './processes.ts';

/** In a process of its own: does a turn of its work whenever it is asked for one, and answers with what it measured. */
export function serveTurns(turn: (what: number) => Promise<unknown>): void {
  const server = createServer(({ url = '' }, response) => {
    void turn(Number(url.slice(1))).then((result) => response.end(JSON.stringify(result)));
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(`turns on ${(server.address() as AddressInfo).port}`);
  });
}

type Taking = ReadonlyMap<Kind, OwnedProcess>;

/** What each kind measured in one turn. */
export type Turn<T> = Partial<Record<Kind, T>>;

/**
 * A fresh process for each kind in each round, all of which take turns: what else the machine does lasts longer than
 * a turn, so it meets all kinds alike.
 * @param args of the script, after the kind
 */
export async function inTurns(
  script: string,
  { rounds, args }: { readonly rounds: Rounds; readonly args: readonly string[] },
  take: (taking: Taking) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds.ours; round += 1) {
    const taking = new Map<Kind, OwnedProcess>();
    for (const kind of round < rounds.peers ? KINDS : KINDS.slice(0, 2)) {
      const own = [scriptPath(script), kind, ...args];
      taking.set(kind, new OwnedProcess(process.execPath, own));
    }
    try {
      await take(taking);
    } finally {
      await Promise.all([...taking.values()].map((one) => one.stop()));
    }
  }
}

/** One turn of each, in an order in which nobody always goes first. */
export async function turnOf<T>(
  taking: Taking,
  kinds: readonly Kind[],
  { number, what }: { readonly number: number; readonly what: number },
): Promise<Turn<T>> {
  const turn: Turn<T> = {};
  for (const kind of rotated(kinds, number)) {
    const [, port = ''] = (await taking.get(kind)?.waitForOutput(/turns on (\d+)/)) ?? [];
    const response = await fetch(`http://127.0.0.1:${port}/${what}`);
    turn[kind] = (await response.json()) as T;
  }
  return turn;
}
