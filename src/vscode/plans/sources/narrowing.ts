import * as vscode from 'vscode';
import { slices } from '../../../core/async/inSlices.ts';
import type { CustomerPage } from '../../../core/model.ts';
import { isNarrowing } from '../../../rowIndex/filter.ts';
import type { IndexWords } from '../../../rowIndex/haystack.ts';
import { RowIndex } from '../../../rowIndex/rowIndex.ts';
import type { Vocabulary } from '../../../segments/segment.ts';
import type { Filter } from '../../../surface/gridMessages.ts';
import { gridStrings } from '../../customers/panel/gridTexts.ts';
import { gridRowsOf } from '../../customers/panel/rowsOfPage.ts';

/** Which customers, as the grid would show them. */
export interface Narrowing {
  /** `null`: everybody. */
  readonly filter: Filter | null;
  /** What the names in its segment mean. */
  readonly vocabulary: Vocabulary;
  /** As of when its ages are meant, ms: the same for the first page and the last. */
  readonly now: number;
}

/** Records as JSON, and where each begins and ends: two numbers a record. */
export interface JsonRows {
  readonly json: Uint8Array;
  readonly spans: Uint32Array;
}

/** Rows that are looked at before other work is let in: some milliseconds. */
const ROWS_AT_A_TIME = 250;

type MatchingRows = Iterable<number> | AsyncIterable<number>;

/** The rows of a page that are left, by index. */
export function narrowedPages(narrowing: Narrowing): (page: CustomerPage) => MatchingRows {
  const matching = narrowedRows(narrowing);
  return (page) => matching(page.records.length, () => gridRowsOf(page, 1));
}

/**
 * The rows that are left, by index.
 * @param patched the record in a row as JSON where it is another one by now
 */
export function narrowedRows({ filter, vocabulary, now }: Narrowing) {
  if (filter === null || !isNarrowing(filter)) {
    return (count: number): MatchingRows => new Uint8Array(count).keys();
  }
  const { status, male, female } = gridStrings();
  const words: IndexWords = { status, male, female };
  return async function* (
    count: number,
    rowsOf: () => JsonRows,
    patched: (row: number) => string | undefined = () => undefined,
  ): AsyncGenerator<number> {
    const due = slices();
    const { json, spans } = rowsOf();
    for (let start = 0; start < count; start += ROWS_AT_A_TIME) {
      await due();
      const end = Math.min(start + ROWS_AT_A_TIME, count);
      const index = new RowIndex(words, vscode.env.language, () => now);
      index.vocabulary = vocabulary;
      index.add({ json, spans: spans.subarray(start * 2, end * 2) });
      for (let row = start; row < end; row++) {
        const record = patched(row);
        if (record !== undefined) index.patch(row - start, JSON.parse(record));
      }
      // `null`: all of them, as of a filter of spaces.
      const rows = index.rows(filter, null) ?? new Uint8Array(end - start).keys();
      for (const row of rows) yield start + row;
    }
  };
}
