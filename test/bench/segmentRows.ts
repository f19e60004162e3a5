import { isDeepStrictEqual } from 'node:util';
import { resultOf } from './processes.ts';
import type { PeerResult } from './segmentPeers.ts';
import type { SegmentResult } from './segmentRun.ts';
import type { Row } from './table.ts';

const goals = { p95: 16, memory: 300 };
const ms = (value: number): string => `${value.toFixed(1)} ms`;

/** Compares segments over `rows` customers with reading each record, and with DuckDB. */
export async function segmentRows(folder: string, rows: number): Promise<Row[]> {
  const ours = await resultOf<SegmentResult>('segmentRun', String(rows));
  const peers = await resultOf<PeerResult>('segmentPeers', folder, String(rows));
  const times = ({ median, p95 }: PeerResult['duck']): string =>
    `${ms(p95)} (median ${ms(median)}), ${(p95 / ours.p95).toFixed(0)} times ours`;
  return [
    {
      what: `segment over ${rows.toLocaleString('en')} x 1,000: text to count, 95th percentile`,
      measured: `${ms(ours.p95)} (median ${ms(ours.median)}, worst ${ms(ours.worst)}, ${ours.texts} texts)`,
      goal: `<= ${goals.p95} ms`,
      isMet: ours.p95 <= goals.p95,
    },
    {
      what: `  reading each record (measured with ${peers.plainRows.toLocaleString('en')}, times rows)`,
      measured: times(peers.plain),
      goal: 'above ours',
      isMet: peers.plain.p95 > ours.p95,
    },
    {
      what: '  DuckDB on a Parquet file of the same customers',
      measured: times(peers.duck),
      goal: 'above ours',
      isMet: peers.duck.p95 > ours.p95,
    },
    {
      what: '  the same counts as DuckDB',
      measured: `${ours.counts.length} expressions`,
      goal: 'the same',
      isMet: isDeepStrictEqual(ours.counts, peers.duckCounts),
    },
    {
      what: '  memory of the index, and the time to take a row in',
      measured: `${ours.memory.toFixed(0)} MB, ${ours.set.toFixed(1)} µs`,
      goal: `<= ${goals.memory} MB`,
      isMet: ours.memory <= goals.memory,
    },
  ];
}
