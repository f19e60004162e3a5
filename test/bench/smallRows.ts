import { OwnedProcess } from '../support/ownedProcess.ts';
import { KINDS, type Kind } from './clients.ts';
import { median, rotated } from './numbers.ts';
import { scriptPath, withServer, type Rounds } from './processes.ts';
import { LEVELS } from './small.ts';
import type { Row } from './table.ts';

const GOAL = 0.9;

/** In turns: what else the machine does lasts longer than a slice, so it meets all kinds alike. */
const SLICES = 15;
const PEER_SLICES = 3;
const WARM_UP = 4;

const PEERS = KINDS.filter((kind) => kind !== 'bare' && kind !== 'product');

/** Requests per second. */
type Slice = Partial<Record<Kind, number>>;

export async function smallRows(bundle: string, rounds: Rounds): Promise<Row[]> {
  const slices: Slice[][] = LEVELS.map(() => []);
  await withServer({ pages: 1, latency: 0 }, async (origin) => {
    for (let round = 0; round < rounds.ours; round += 1) {
      const kinds = round < rounds.peers ? KINDS : KINDS.slice(0, 2);
      await addSlices(slices, kinds, [origin, bundle]);
    }
  });
  return slices.flatMap((of, level) => rowsOf(of, LEVELS[level]?.concurrency ?? 0));
}

/** Of a fresh process for each kind. */
async function addSlices(
  slices: readonly Slice[][],
  kinds: readonly Kind[],
  args: readonly string[],
): Promise<void> {
  const senders = new Map<Kind, OwnedProcess>();
  for (const kind of kinds) {
    senders.set(kind, new OwnedProcess(process.execPath, [scriptPath('small'), kind, ...args]));
  }
  try {
    for (const [level, of] of slices.entries()) of.push(...(await slicesOf(senders, level)));
  } finally {
    await Promise.all([...senders.values()].map((sender) => sender.stop()));
  }
}

async function slicesOf(senders: Senders, level: number): Promise<Slice[]> {
  const kinds = [...senders.keys()];
  const slices: Slice[] = [];
  for (let turn = 0; turn < WARM_UP + SLICES; turn += 1) {
    const taking = turn < WARM_UP + PEER_SLICES ? kinds : kinds.slice(0, 2);
    slices.push(await sliceOf(senders, rotated(taking, turn), level));
  }
  return slices.slice(WARM_UP);
}

type Senders = ReadonlyMap<Kind, OwnedProcess>;

async function sliceOf(senders: Senders, kinds: readonly Kind[], level: number): Promise<Slice> {
  const slice: Slice = {};
  for (const kind of kinds) slice[kind] = await speedOf(senders.get(kind), level);
  return slice;
}

async function speedOf(sender: OwnedProcess | undefined, level: number): Promise<number> {
  const [, port = ''] = (await sender?.waitForOutput(/sending on (\d+)/)) ?? [];
  const response = await fetch(`http://127.0.0.1:${port}/${level}`);
  return Number(await response.text());
}

function rowsOf(slices: readonly Slice[], concurrency: number): Row[] {
  const valuesOf = (value: (slice: Slice) => number | undefined): number[] =>
    slices.map(value).filter((one) => one !== undefined);
  const ratio = (kind: Kind): number =>
    median(valuesOf(({ bare, [kind]: own }) => own && bare && own / bare));
  const rate = (kind: Kind): string => median(valuesOf((slice) => slice[kind])).toFixed(0);
  const own = ratio('product');
  return [
    {
      what: `small requests, ${concurrency} at once: speed / bare undici`,
      measured: `${own.toFixed(2)} (${rate('product')} to ${rate('bare')} a second)`,
      goal: `>= ${GOAL}`,
      isMet: own >= GOAL,
    },
    ...PEERS.map((kind) => ({
      what: `  the same by ${kind} and zod`,
      measured: `${ratio(kind).toFixed(2)} (${rate(kind)} a second)`,
      goal: 'below ours',
      isMet: ratio(kind) < own,
    })),
  ];
}
