import { expandSegments, tagsIn } from '../../search/segmentNames.ts';
import { parseSegment } from '../../search/parseSegment.ts';
import type { SavedSegment, Vocabulary } from '../../search/segment.ts';
import { bitsFromText, bitsToText, type GridRows, rowsOfBits } from '../gridRows.ts';
import type { PageContext } from './pageContext.ts';
import type { RowOrder } from './rows.ts';
import { IndexClient } from './indexClient.ts';

/** Debounce of reports of the scope to the panel, in ms. A range selection changes with each key. */
const REPORT_DELAY_MS = 100;

/**
 * Keeps the displayed rows up to date with the loaded rows and the view. Reports the scope (the matching and the
 * selected rows) to the panel.
 */
export class RowView {
  readonly index: IndexClient;
  readonly #context: PageContext;
  #segments: readonly SavedSegment[] = [];
  /** Rows that matched before this webview page was created, encoded by `bitsToText`. Shown after all rows are added. */
  #matchingBefore: string | null = null;
  #isScopeRequested = false;
  /** Whether the panel has sent the vocabulary: the tags and folders that a search may name. */
  #hasVocabulary = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: PageContext) {
    this.#context = context;
    this.index = new IndexClient(context, ({ rows, count }) => {
      context.order.set(rows, count);
      context.actions.showOrder();
      this.reportScopeSoon();
    });
  }

  /** Whether the displayed rows are known. They are unknown after a reset, until the first rows have been filtered. */
  get isOrdered(): boolean {
    return this.#context.store.count === 0 || this.#context.order.count > 0;
  }

  /**
   * Number of displayed rows that match; `undefined` without a search, and until the first answer to a search. While the
   * search changes, this is still the number for the previous search.
   */
  get matchingCount(): number | undefined {
    const { order } = this.#context;
    // A plain order has all rows: nothing has been filtered yet.
    const isCounted = this.isOrdered && !order.isPlain && this.#hasSearch;
    return isCounted ? order.length : undefined;
  }

  set vocabulary(vocabulary: Vocabulary) {
    this.#hasVocabulary = true;
    this.index.vocabulary = vocabulary;
    if (namesTags(this.search)) this.refresh();
  }

  set segments(saved: readonly SavedSegment[]) {
    const previousSearch = this.search;
    this.#segments = saved;
    if (this.search !== previousSearch) this.refresh();
  }

  /** Search of the rows, with saved segments expanded. */
  get search(): string {
    return expandSegments(this.#context.viewState.view.search, this.#segments).text;
  }

  /** Removes all rows. The rows in `matching`, encoded by `bitsToText`, are shown until the index has answered. */
  clear(matching: string | null): void {
    this.#matchingBefore = matching;
    this.index.reset();
    this.#context.order.set(null, 0);
  }

  /** @param hasAllRows whether all loaded rows have been added */
  add(rows: GridRows, hasAllRows: boolean): void {
    this.index.add(rows);
    if (hasAllRows) this.#showMatchingBefore();
    if (hasAllRows || !this.#needsIndex) this.refresh();
  }

  /** Shows the rows that matched before. Not used for sorted rows, because only the index knows their order. */
  #showMatchingBefore(): void {
    const { store, order } = this.#context;
    const matchingBefore = this.#matchingBefore;
    this.#matchingBefore = null;
    if (matchingBefore === null || !this.#hasSearch || this.#context.viewState.view.sort !== null)
      return;
    order.set(Uint32Array.from(rowsOfBits(bitsFromText(matchingBefore), store.count)), store.count);
    this.#context.actions.showOrder();
  }

  patch(row: number, json: string): void {
    this.index.patch(row, json);
    if (!this.#context.order.isPlain) this.refresh();
  }

  /** Updates the displayed rows, immediately or when the index has computed them. */
  refresh(): void {
    const { store, order } = this.#context;
    // The answer to a pending query would later replace the plain order, so it is replaced by a new query.
    if (this.#needsIndex || this.index.isBusy) {
      return this.index.queryRows({ search: this.search, sort: this.#context.viewState.view.sort });
    }
    const wasPlain = order.isPlain;
    order.set(null, store.count);
    if (!wasPlain) this.#context.actions.showOrder();
  }

  /** Reports the scope to the panel once the search has finished. */
  requestScope(): void {
    this.#isScopeRequested = true;
    if (!this.index.isBusy) this.#reportScope();
  }

  /** Reports the scope with a delay, because changes come in bursts. */
  reportScopeSoon(): void {
    // The panel waits for a requested report, so that report is not delayed.
    if (this.#isScopeRequested) return this.#reportScope();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reportScope(), REPORT_DELAY_MS);
  }

  /** Whether the displayed rows and their order depend on the index. */
  get #needsIndex(): boolean {
    return this.#hasSearch || this.#context.viewState.view.sort !== null;
  }

  get #hasSearch(): boolean {
    return this.#context.viewState.view.search !== '';
  }

  #reportScope(): void {
    if (this.index.isBusy) return;
    // Without the vocabulary the result would be wrong: no row would match a folder, and all rows its negation.
    if (!this.#hasVocabulary && namesTags(this.search)) return;
    clearTimeout(this.#timer);
    this.#isScopeRequested = false;
    const { order, selection, viewState, panel, model } = this.#context;
    const matching = this.matchingCount === undefined ? null : matchingText(order);
    // The panel needs the search before the scope that results from it.
    viewState.flush();
    const selected = bitsToText(selection.bits);
    panel.post({ type: 'scope', generation: model.generation, selected, matching });
  }
}

/** Returns whether a search names tags or folders, whose meaning depends on the vocabulary. */
function namesTags(search: string): boolean {
  const { segment } = parseSegment(search);
  return segment !== undefined && tagsIn(segment).length > 0;
}

function matchingText(order: RowOrder): string {
  const bits = new Uint8Array((order.count + 7) >> 3);
  order.each((row) => (bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7))));
  return bitsToText(bits);
}
