import { elementsOf, membersOf, REFUSED, spaceEnd, valueEnd, type Span } from './jsonScan.ts';
import { reindent } from './jsonText.ts';

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

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * The records of a page, an array, lines of JSON, or a record alone: sorted by ID, the members of each object by
 * name, escapes resolved, numbers as they are spelled. `undefined` when the text is none of these.
 */
export function comparable(text: string): Comparable | undefined {
  const bytes = encoder.encode(text.replace(/^\u{feff}/u, ''));
  const spans = recordsIn(bytes);
  if (spans === undefined) return undefined;
  const records = spans.map((span) => ({
    key: keyOf(bytes, span),
    json: sortedJson(bytes, span.start),
  }));
  // The order of the service decides between records of one ID.
  const sorted = records.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return { records: sorted, text: `${reindent(`[${sorted.map(({ json }) => json).join()}]`)}\n` };
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
  const res = member(bytes, only.start, 'res');
  const records = res && member(bytes, res.start, 'records');
  const listed = records && elementsOf(bytes, records.start);
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
    ({ key }) => JSON.parse(textOf(bytes, key)) === name,
  );
  return found?.value;
}

function sortedJson(bytes: Uint8Array, start: number): string {
  const elements = elementsOf(bytes, start);
  if (elements !== undefined) {
    return `[${elements.map((element) => sortedJson(bytes, element.start)).join()}]`;
  }
  const members = membersOf(bytes, start);
  if (members === undefined) return scalar(textOf(bytes, { start, end: valueEnd(bytes, start) }));
  const named = members.map(({ key, value }) => ({ name: scalar(textOf(bytes, key)), value }));
  const sorted = named.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  return `{${sorted.map(({ name, value }) => `${name}:${sortedJson(bytes, value.start)}`).join()}}`;
}

function scalar(json: string): string {
  return json.startsWith('"') ? JSON.stringify(JSON.parse(json)) : json;
}

function textOf(bytes: Uint8Array, { start, end }: Span): string {
  return decoder.decode(bytes.subarray(start, end));
}
