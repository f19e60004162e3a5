import { MOST_COLUMNS } from '../../base/inputProblems.ts';
import { failure } from './failures.ts';

/** Throws what keeps these from being the names of columns. Those without a name get their number. */
export function columnNames(headings: readonly string[]): readonly string[] {
  const met = new Set<string>();
  const names = headings.map((heading) => heading.trim());
  const isTwice = (name: string): boolean => name !== '' && (met.has(name) || !met.add(name));
  if (names.some(isTwice)) throw failure({ kind: 'headings' });
  refuseTooMany(names);
  return names.map((name, index) => name || String(index + 1));
}

export function refuseTooMany({ length: count }: readonly string[]): void {
  if (count > MOST_COLUMNS) throw failure({ kind: 'headings' });
}

/** Whether this looks like a value, which no heading does: a number, an ID, an address. */
export function looksLikeValue(cell: string): boolean {
  return (
    /^[+-]?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?$/i.test(cell) ||
    /^[UCR][0-9a-f]{32}$/i.test(cell) ||
    /^(?=(?:.*\d){4})[\w+/=-]{20,}$/.test(cell) ||
    /^\S+@\S+\.\S+$/.test(cell)
  );
}
