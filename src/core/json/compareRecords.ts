import { inSlices } from '../async/inSlices.ts';
import {
  elementsOf,
  membersOf,
  REFUSED,
  spaceEnd,
  spanText,
  valueEnd,
  type Span,
} from './jsonScan.ts';
import { listedRecords } from './recordSpans.ts';
import { reindentInSlices } from './reindent.ts';
import { sortedJson } from './sortedJson.ts';

/** Records ready to be compared: each with a key by which it is found again, and its JSON normalised. */
export interface Comparable {
  readonly records: readonly { readonly key: string; readonly json: string }[];
  /** Of all of them, for an editor. */
  readonly text: string;
}

/** How one set of records became another. */
export interface Differences {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

const encoder = new TextEncoder();

/**
 * The records of a page, an array, lines of JSON, or a record alone: sorted by ID, the members of each object by
 * name, escapes resolved, numbers as they are spelled. `undefined` when the text is none of these.
 * Other work is let in between.
 */
export async function comparable(text: string): Promise<Comparable | undefined> {
  const bytes = encoder.encode(text.replace(/^\u{feff}/u, ''));
  const spans = recordsIn(bytes);
  if (spans === undefined) return undefined;
  const records: Comparable['records'][number][] = [];
  await inSlices(normalised(bytes, spans, records));
  // The order of the service decides between records of one ID.
  records.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const indented = await reindentInSlices(`[${records.map(({ json }) => json).join()}]`);
  return { records, text: `${indented}\n` };
}

function* normalised(
  bytes: Uint8Array,
  spans: readonly Span[],
  into: Comparable['records'][number][],
): Generator<undefined, void, undefined> {
  for (const span of spans) {
    into.push({ key: keyOf(bytes, span), json: sortedJson(bytes, span.start) });
    yield;
  }
}

export function differences(earlier: Comparable, later: Comparable): Differences {
  const left = new Map<string, string[]>();
  for (const { key, json } of earlier.records) left.set(key, [...(left.get(key) ?? []), json]);
  let added = 0;
  let changed = 0;
  for (const { key, json } of later.records) {
    const before = left.get(key)?.shift();
    if (before === undefined) added++;
    else if (before !== json) changed++;
  }
  const removed = [...left.values()].reduce((sum, { length }) => sum + length, 0);
  return { added, removed, changed };
}

function recordsIn(bytes: Uint8Array): readonly Span[] | undefined {
  const values = valuesIn(bytes);
  const [only] = values ?? [];
  if (values === undefined || only === undefined || values.length > 1) return values;
  const elements = elementsOf(bytes, only.start);
  if (elements !== undefined) return elements;
  const listed = listedRecords(bytes, only.start);
  if (listed !== undefined) return listed;
  return membersOf(bytes, only.start) === undefined ? undefined : values;
}

/** One value after the other, as a file with one a line has them. */
function valuesIn(bytes: Uint8Array): readonly Span[] | undefined {
  const values: Span[] = [];
  let start = spaceEnd(bytes, 0);
  while (start < bytes.length) {
    const end = valueEnd(bytes, start);
    if (end === REFUSED) return undefined;
    values.push({ start, end });
    start = spaceEnd(bytes, end);
  }
  return values;
}

/** By user and page: an ID alone may come from two channels. What has no ID comes last. */
function keyOf(bytes: Uint8Array, { start }: Span): string {
  const text = (name: string): string => {
    const span = member(bytes, start, name);
    return span === undefined ? '' : sortedJson(bytes, span.start);
  };
  const id = text('id');
  const order = id === '' || id === '""' ? '1' : '0';
  return [order, id, text('platform'), text('pageId')].join('\n');
}

/** The last one of this name, as `JSON.parse` has it. */
function member(bytes: Uint8Array, at: number, name: string): Span | undefined {
  const found = membersOf(bytes, at)?.findLast(
    ({ key }) => JSON.parse(spanText(bytes, key)) === name,
  );
  return found?.value;
}
