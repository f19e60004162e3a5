import { bitsFromText, bitsToText, rowsOfBits } from '../../base/rowBits.ts';
import { expandSegments } from '../../search/expandSegments.ts';
import { parseSegment } from '../../search/parseSegment.ts';
import type { SavedSegment, Vocabulary } from '../../search/segment.ts';
import { tagsIn } from '../../search/segmentNames.ts';
import type { GridRows } from '../gridRows.ts';
import type { RowOrder, RowStore } from './rows.ts';
import type { Selection } from './selection.ts';
import { IndexClient } from './indexClient.ts';
import type { ShownView } from './viewState.ts';

/** Time for a range that grows with each key, ms. */
const PAUSE = 100;

interface ViewOptions {
  readonly index: Omit<ConstructorParameters<typeof IndexClient>[0], 'onRows' | 'onPacked'>;
  readonly store: RowStore;
  readonly order: RowOrder;
  readonly selection: Selection;
  view(): ShownView;
  /** Other rows are shown now, or in another order. */
  onOrder(): void;
  onScope(scope: { readonly selected: string; readonly matching: string | null }): void;
}

/** Keeps what is shown in step with what is loaded and wanted, and tells the panel of it. */
export class RowView {
  readonly index: IndexClient;
  readonly #options: ViewOptions;
  #segments: readonly SavedSegment[] = [];
  /** Rows that matched before this page was made, until all rows are there. */
  #matchingBefore: string | null = null;
  #isAsked = false;
  /** Whether the vocabulary is known. */
  #isNamed = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ViewOptions) {
    this.#options = options;
    this.index = new IndexClient({
      ...options.index,
      onPacked: (json, packed) => options.store.pack(json, packed),
      onRows: ({ rows, count }) => {
        options.order.set(rows, count);
        options.onOrder();
        this.tellScope();
      },
    });
  }

  /** Whether it is known which of the rows are shown: of the first ones it is not, as long as they are being filtered. */
  get isOrdered(): boolean {
    return this.#options.store.count === 0 || this.#options.order.count > 0;
  }

  /** Number of matching rows; `undefined` without a search, and while it is under way. */
  get matching(): number | undefined {
    const { order } = this.#options;
    // All of them are shown until the index has answered.
    const isCounted = this.isOrdered && !order.isPlain && this.#isSearched;
    return isCounted ? order.length : undefined;
  }

  /** Names of tags and folders in the bot's list. */
  set vocabulary(vocabulary: Vocabulary) {
    this.#isNamed = true;
    this.index.vocabulary = vocabulary;
    if (namesTags(this.search)) this.refresh();
  }

  /** Saved segments that searches may use. */
  set segments(saved: readonly SavedSegment[]) {
    const before = this.search;
    this.#segments = saved;
    if (this.search !== before) this.refresh();
  }

  /** Search of the rows, with saved segments expanded. */
  get search(): string {
    return expandSegments(this.#options.view().search, this.#segments).text;
  }

  /** @param matching rows that matched before this page was made. They are shown until the index has answered. */
  clear(matching: string | null): void {
    this.#matchingBefore = matching;
    this.index.reset();
    this.#options.order.set(null, 0);
  }

  /** @param areAll whether no other of the loaded rows is on its way */
  add(rows: GridRows, areAll: boolean): void {
    this.index.add(rows);
    if (areAll) this.#showBefore();
    if (areAll || !this.#isAltered) this.refresh();
  }

  /** Not for sorted rows: only the index knows their order. */
  #showBefore(): void {
    const { store, order } = this.#options;
    const matching = this.#matchingBefore;
    this.#matchingBefore = null;
    if (matching === null || !this.#isSearched || this.#options.view().sort !== null) return;
    order.set(Uint32Array.from(rowsOfBits(bitsFromText(matching), store.count)), store.count);
    this.#options.onOrder();
  }

  patch(row: number, json: string): void {
    this.index.patch(row, json);
    if (!this.#options.order.isPlain) this.refresh();
  }

  /** Something else is wanted, or there are more rows. @returns whether it is shown already */
  refresh(): boolean {
    const { store, order } = this.#options;
    if (this.#isAltered || this.index.isBusy) {
      this.index.ask({ search: this.search, sort: this.#options.view().sort });
      return false;
    }
    const wasPlain = order.isPlain;
    order.set(null, store.count);
    if (!wasPlain) this.#options.onOrder();
    return true;
  }

  /** Reports the scope to the panel once the search has ended. */
  askScope(): void {
    this.#isAsked = true;
    if (!this.index.isBusy) this.#tell();
  }

  /** Soon: what changes at once changes again. */
  tellScope(): void {
    if (this.#isAsked) return this.#tell();
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#tell(), PAUSE);
  }

  /** Whether the index is asked which rows are shown, and in which order. */
  get #isAltered(): boolean {
    return this.#isSearched || this.#options.view().sort !== null;
  }

  get #isSearched(): boolean {
    return this.#options.view().search !== '';
  }

  #tell(): void {
    if (this.index.isBusy) return;
    // Without the vocabulary other rows would match: none in a folder, and all that are not in one.
    if (!this.#isNamed && namesTags(this.search)) return;
    clearTimeout(this.#waiting);
    this.#isAsked = false;
    const { order, selection } = this.#options;
    const matching = this.matching === undefined ? null : matchingBits(order);
    this.#options.onScope({ selected: bitsToText(selection.bits), matching });
  }
}

/** Tells whether a search names tags or folders, whose meaning depends on the vocabulary. */
function namesTags(search: string): boolean {
  const { segment } = parseSegment(search);
  return segment !== undefined && tagsIn(segment).length > 0;
}

function matchingBits(order: RowOrder): string {
  const bits = new Uint8Array((order.count + 7) >> 3);
  order.each((row) => (bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7))));
  return bitsToText(bits);
}
