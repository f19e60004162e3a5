import type { PlacedKind } from '../../base/inputProblems.ts';
import { failure } from './failures.ts';
import { Gathered } from './gathered.ts';
import { cellText, type Table } from './table.ts';

/** The records with these numbers as a file. */
export async function* rawRows(
  table: Table,
  wanted: ReadonlyMap<number, string | undefined>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield table.head;
  if (wanted.size === 0) return;
  const columns = [...table.columns.keys()];
  const faults = new Gathered<PlacedKind>(table.unit);
  let count = 0;
  for await (const records of table.batches({ columns, only: wanted, signal, faults })) {
    for (const { row, cells, bytes } of records) {
      const id = wanted.get(row);
      if (id !== undefined && !cells.some((cell) => cellText(cell) === id)) {
        throw failure({ kind: 'changed' });
      }
      if (count++ > 0) yield table.between;
      yield bytes;
    }
  }
  if (count < wanted.size) throw failure({ kind: 'changed' });
  yield table.tail;
}
