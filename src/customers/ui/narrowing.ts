import { slices } from '../../base/inSlices.ts';
import type { CustomerPage } from '../../base/model.ts';
import { RowSearch } from '../../search/index/rowSearch.ts';
import { hasBit } from '../../search/index/bits.ts';
import { parseSegment } from '../../search/parseSegment.ts';
import type { Vocabulary } from '../../search/segment.ts';
import { conditionsIn } from '../../search/unknownNames.ts';
import { gridStrings } from './gridTexts.ts';
import { gridRowsOf } from './rowsOfPage.ts';

/** Search whose meaning is fixed: names, time and time zone do not change while customers are read. */
export interface Narrowing {
  /** Text of the search; empty for all customers. */
  readonly search: string;
  /** Names that the search uses. */
  readonly vocabulary: Vocabulary;
  /** Time from which ages are counted, in ms. */
  readonly now: number;
  /** Time zone of days, such as `Asia/Taipei`. Defaults to that of this machine. */
  readonly zone?: string | undefined;
}

/** Records as JSON, and the start and end of each. */
export interface JsonRows {
  readonly json: Uint8Array;
  readonly spans: Uint32Array;
}

/** Rows that are searched before other work gets a turn: some milliseconds. */
const ROWS_AT_A_TIME = 250;

type MatchingRows = Iterable<number> | AsyncIterable<number>;

/** Returns the indexes of the records of a page that match. */
export function narrowedPages(narrowing: Narrowing): (page: CustomerPage) => MatchingRows {
  const matching = narrowedRows(narrowing);
  return (page) => matching(page.records.length, () => gridRowsOf(page, 1));
}

/**
 * Returns the indexes of the records that match.
 * @param patched returns the record as JSON if it has changed since it was loaded
 */
export function narrowedRows(narrowing: Narrowing) {
  if (narrowing.search.trim() === '') {
    return (count: number): MatchingRows => new Uint8Array(count).keys();
  }
  const look = { ...narrowing, words: wordsFor(narrowing.search) };
  return async function* (
    count: number,
    rowsOf: () => JsonRows,
    patched: Patched = () => undefined,
  ): AsyncGenerator<number> {
    const due = slices();
    const { json, spans } = rowsOf();
    for (let start = 0; start < count; start += ROWS_AT_A_TIME) {
      await due();
      const part = { json, spans: spans.subarray(start * 2, (start + ROWS_AT_A_TIME) * 2) };
      for (const row of rowsIn(part, (row) => patched(start + row), look)) yield start + row;
    }
  };
}

type Patched = (row: number) => string | undefined;
type Look = Narrowing & { readonly words: ReturnType<typeof wordsFor> };

const decoder = new TextDecoder();

function rowsIn(part: JsonRows, patched: Patched, { search, vocabulary, now, zone, words }: Look) {
  const rows = new RowSearch({ now: () => now, zone, words });
  rows.vocabulary = vocabulary;
  const count = part.spans.length / 2;
  rows.add(count, (row): unknown => {
    const bytes = part.json.subarray(part.spans[row * 2], part.spans[row * 2 + 1]);
    return JSON.parse(patched(row) ?? decoder.decode(bytes));
  });
  const bits = rows.matching(search);
  const all = [...new Uint8Array(count).keys()];
  return bits === undefined ? all : all.filter((row) => hasBit(bits, row));
}

/** Returns the words for text search, or `undefined` if the search has no text: reading all texts of a record is slow. */
function wordsFor(search: string) {
  const { segment } = parseSegment(search);
  const isText = segment !== undefined && conditionsIn(segment).some(({ kind }) => kind === 'text');
  if (!isText) return undefined;
  const { status, male, female } = gridStrings();
  return { status, male, female };
}
