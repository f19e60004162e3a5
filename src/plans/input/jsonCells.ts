import type { Buffer } from 'node:buffer';
import { QUOTE } from '../../base/jsonBytes.ts';
import { membersOf, type Span } from '../../base/jsonScan.ts';
import type { Cell } from './table.ts';

/** The value of each of these members of the object in the span; all are nothing when it is no object. */
export function jsonCells(
  json: Buffer,
  record: Span,
  places: ReadonlyMap<string, number>,
): readonly Cell[] {
  const cells = Array.from<Cell>({ length: places.size }).fill(undefined);
  for (const { key, value } of membersOf(json, record.start) ?? []) {
    const place = places.get(stringIn(json, key));
    // Of several of one name the last one, as `JSON.parse` has it.
    if (place !== undefined) cells[place] = cellIn(json, value);
  }
  return cells;
}

/** The names of all members of these objects, in the order in which they come first. */
export function namesIn(json: Buffer, records: readonly Span[]): readonly string[] {
  const names = new Set<string>();
  for (const { start } of records) {
    for (const { key } of membersOf(json, start) ?? []) names.add(stringIn(json, key));
  }
  return [...names];
}

function stringIn(json: Buffer, { start, end }: Span): string {
  const text = json.toString('utf8', start + 1, end - 1);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}

function cellIn(json: Buffer, value: Span): Cell {
  if (json[value.start] === QUOTE) return stringIn(json, value);
  const source = json.toString('utf8', value.start, value.end);
  if (source === 'null') return undefined;
  return { kind: /^[-\d]/.test(source) ? 'number' : 'other', source };
}
