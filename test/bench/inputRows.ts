import type { InputResult } from './inputRun.ts';
import { resultOf } from './processes.ts';
import type { Row } from './table.ts';

/** Compares reading a file of users with a pure CSV parser. */
export async function inputRows(dist: string, folder: string, rounds: number): Promise<Row[]> {
  const { ours, peer, rows } = await resultOf<InputResult>(
    'inputRun',
    dist,
    folder,
    String(rounds),
  );
  const ratio = peer / ours;
  return [
    {
      what: `users of a CSV of ${rows.toLocaleString('en')} rows: speed beside csv-parse alone`,
      measured: `${ratio.toFixed(2)} (${ours.toFixed(0)} ms, csv-parse ${peer.toFixed(0)} ms)`,
      goal: '>= 1',
      isMet: ratio >= 1,
    },
  ];
}
