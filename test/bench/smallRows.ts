import { KINDS, type Kind } from './clients.ts';
import { median } from './numbers.ts';
import { withServer, type Rounds } from './processes.ts';
import { LEVELS } from './small.ts';
import type { Row } from './table.ts';
import { inTurns, turnOf, type Turn } from './turns.ts';

/** Minimum speed as a share of the speed of the bare client. */
const GOAL = 0.9;

/** Turns of the product and the bare client, of peers (the other clients), and of the warm-up, which is not counted. */
const TURNS = 15;
const PEER_TURNS = 3;
const WARM_UP = 4;

const PEERS = KINDS.filter((kind) => kind !== 'bare' && kind !== 'product');

/** Turn whose values are requests per second. */
type SmallTurn = Turn<number>;

/** Compares the speed of small requests with that of other clients, at several levels of concurrency. */
export async function smallRows(bundle: string, rounds: Rounds): Promise<Row[]> {
  const turns: SmallTurn[][] = LEVELS.map(() => []);
  await withServer({ pages: 1, latency: 0 }, (origin) =>
    inTurns('small', { rounds, args: [origin, bundle] }, async (workers) => {
      const kinds = [...workers.keys()];
      for (const [level, levelTurns] of turns.entries()) {
        for (let number = 0; number < WARM_UP + TURNS; number += 1) {
          // The first two kinds are the bare client and the product.
          const measuredKinds = number < WARM_UP + PEER_TURNS ? kinds : kinds.slice(0, 2);
          const turn = await turnOf<number>(workers, measuredKinds, { number, what: level });
          if (number >= WARM_UP) levelTurns.push(turn);
        }
      }
    }),
  );
  return turns.flatMap((levelTurns, level) => rowsOf(levelTurns, LEVELS[level]?.concurrency ?? 0));
}

function rowsOf(turns: readonly SmallTurn[], concurrency: number): Row[] {
  const valuesOf = (value: (turn: SmallTurn) => number | undefined): number[] =>
    turns.map(value).filter((measurement) => measurement !== undefined);
  const ratio = (kind: Kind): number =>
    median(valuesOf(({ bare, [kind]: own }) => own && bare && own / bare));
  const rate = (kind: Kind): string => median(valuesOf((turn) => turn[kind])).toFixed(0);
  const productRatio = ratio('product');
  return [
    {
      what: `small requests, ${concurrency} at once: speed / bare undici`,
      measured: `${productRatio.toFixed(2)} (${rate('product')} to ${rate('bare')} a second)`,
      goal: `>= ${GOAL}`,
      isMet: productRatio >= GOAL,
    },
    ...PEERS.map((kind) => ({
      what: `  the same by ${kind} and zod`,
      measured: `${ratio(kind).toFixed(2)} (${rate(kind)} a second)`,
      goal: 'below ours',
      isMet: ratio(kind) < productRatio,
    })),
  ];
}
