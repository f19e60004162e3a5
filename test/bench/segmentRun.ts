import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { countBits } from '../../src/search/index/bits.ts';
import { SegmentIndex } from '../../src/search/index/segmentIndex.ts';
import { parseSegment } from '../../src/search/parseSegment.ts';
import { customers, EXPRESSIONS, NOW, VOCABULARY } from './segmentWorld.ts';

export interface SegmentResult {
  /** Number of valid texts among all intermediate texts while the expressions are typed. */
  readonly texts: number;
  /** Times from the text to the count, in ms. */
  readonly median: number;
  readonly p95: number;
  readonly worst: number;
  /** Memory of the index, in MB. */
  readonly memory: number;
  /** Time to add one row, in µs. */
  readonly set: number;
  /** Number of customers that match each of `EXPRESSIONS`. */
  readonly counts: readonly number[];
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the used memory after a garbage collection, in MB. */
function usedMB(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

const rows = Number(process.argv[2]);
const memoryBefore = usedMB();
const index = new SegmentIndex();
let addMs = 0;
for (const record of customers(rows)) {
  const start = performance.now();
  index.add(1, () => record);
  addMs += performance.now() - start;
}

function timed(text: string): number | undefined {
  const start = performance.now();
  const { segment } = parseSegment(text);
  // An invalid text is answered immediately, and would lower the times.
  if (segment === undefined) return undefined;
  countBits(index.matches(segment, { vocabulary: VOCABULARY, now: NOW }));
  return performance.now() - start;
}

const times = EXPRESSIONS.flatMap((text) =>
  Array.from(text, (_, last) => timed(text.slice(0, last + 1))).filter(
    (time) => time !== undefined,
  ),
).sort((a, b) => a - b);
const percentile = (share: number): number =>
  times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
const result: SegmentResult = {
  texts: times.length,
  median: percentile(0.5),
  p95: percentile(0.95),
  worst: percentile(1),
  memory: usedMB() - memoryBefore,
  set: (addMs / rows) * 1000,
  counts: EXPRESSIONS.map((text) => {
    const { segment } = parseSegment(text);
    return segment === undefined
      ? -1
      : countBits(index.matches(segment, { vocabulary: VOCABULARY, now: NOW }));
  }),
};
console.log(JSON.stringify(result));
