import { bitsToText } from '../core/customers/rowBits.ts';
import type { Vocabulary } from '../segments/segment.ts';
import type { GridRows } from '../surface/gridRows.ts';
import { isNarrowing } from '../rowIndex/filter.ts';
import type { RowOrder } from './grid/rowOrder.ts';
import type { RowStore } from './grid/rowStore.ts';
import type { Selection } from './grid/selection.ts';
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
  #isAsked = false;
  /** It is known what the names in segments stand for. */
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

  /** How many rows the filter leaves; `undefined` without one, and before it is known. */
  get matching(): number | undefined {
    const { order } = this.#options;
    // All of them are shown until the index has answered.
    const isCounted = this.isOrdered && !order.isPlain && isNarrowing(this.#options.view().filter);
    return isCounted ? order.length : undefined;
  }

  /** What names in segments stand for. */
  set vocabulary(vocabulary: Vocabulary) {
    this.#isNamed = true;
    this.index.vocabulary = vocabulary;
    if (this.#options.view().filter.segment !== '') this.refresh();
  }

  clear(): void {
    this.index.reset();
    this.#options.order.set(null, 0);
  }

  add(rows: GridRows): void {
    this.index.add(rows);
    this.refresh();
  }

  patch(row: number, json: string): void {
    this.index.patch(row, json);
    if (!this.#options.order.isPlain) this.refresh();
  }

  /** Something else is wanted, or there are more rows. @returns whether it is shown already */
  refresh(): boolean {
    const { store, order } = this.#options;
    const { filter, sort } = this.#options.view();
    if (sort !== null || isNarrowing(filter) || this.index.isBusy) {
      this.index.ask({ filter, sort });
      return false;
    }
    const wasPlain = order.isPlain;
    order.set(null, store.count);
    if (!wasPlain) this.#options.onOrder();
    return true;
  }

  /** The panel wants to know; it hears when the filter is through. */
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

  #tell(): void {
    if (this.index.isBusy) return;
    // Without them others match: nobody in a folder, and everybody who is not in one.
    if (!this.#isNamed && this.#options.view().filter.segment !== '') return;
    clearTimeout(this.#waiting);
    this.#isAsked = false;
    const { order, selection } = this.#options;
    const matching = this.matching === undefined ? null : matchingBits(order);
    this.#options.onScope({ selected: bitsToText(selection.bits), matching });
  }
}

function matchingBits(order: RowOrder): string {
  const bits = new Uint8Array((order.count + 7) >> 3);
  order.each((row) => (bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7))));
  return bitsToText(bits);
}
