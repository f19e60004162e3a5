import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { withRow } from './keyboard.ts';

/** Height of a row and of the header in px, the same as in `customers.css`. */
export const ROW_HEIGHT = 28;

interface WindowOptions {
  readonly scroller: HTMLElement;
  /** Gets the element of its rows put in, at their places. */
  readonly body: HTMLElement;
  create(): HTMLElement;
  fill(line: HTMLElement, row: number): void;
}

/** Keeps only the rows on the screen in the DOM, and one more: the row that holds the focus. */
export class RowWindow {
  readonly #options: WindowOptions;
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  readonly #lines = new Map<number, HTMLElement>();
  readonly #spare: HTMLElement[] = [];
  #count = 0;
  #kept = 0;

  constructor(options: WindowOptions) {
    this.#options = options;
    this.#virtualizer = new Virtualizer(this.#virtualOptions());
  }

  /** The element of a row, when it is in the DOM. */
  line(row: number): HTMLElement | undefined {
    return this.#lines.get(row);
  }

  /** @param kept the row that stays in the DOM wherever it is */
  show(count: number, kept: number): void {
    this.#count = count;
    this.#kept = kept;
    this.#virtualizer.setOptions(this.#virtualOptions());
    this.#virtualizer._willUpdate();
    this.#render();
  }

  /** Fills all lines anew: other rows stand at their positions, or they look different. */
  refillAll(): void {
    for (const [row, line] of this.#lines) this.#options.fill(line, row);
  }

  /** Makes all lines anew: the columns are others. */
  rebuild(): void {
    for (const line of this.#lines.values()) line.remove();
    this.#lines.clear();
    this.#spare.length = 0;
    this.#render();
  }

  refill(row: number): void {
    const line = this.#lines.get(row);
    if (line !== undefined) this.#options.fill(line, row);
  }

  #virtualOptions(): VirtualizerOptions<HTMLElement, HTMLElement> {
    return {
      count: this.#count,
      getScrollElement: () => this.#options.scroller,
      estimateSize: () => ROW_HEIGHT,
      overscan: 4,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      rangeExtractor: (range) => withRow(defaultRangeExtractor(range), this.#kept, this.#count),
      onChange: () => this.#render(),
    };
  }

  #render(): void {
    const { body } = this.#options;
    const indexes = this.#virtualizer.getVirtualIndexes();
    body.style.height = `${this.#count * ROW_HEIGHT}px`;
    this.#drop(new Set(indexes));
    let next = body.firstElementChild;
    for (const index of indexes) {
      const line = this.#lines.get(index) ?? this.#add(index);
      // Rows that stay are never moved: moving one would take the focus from it.
      if (line === next) next = next.nextElementSibling;
      else body.insertBefore(line, next);
    }
  }

  #drop(wanted: ReadonlySet<number>): void {
    for (const [index, line] of this.#lines) {
      if (wanted.has(index)) continue;
      line.remove();
      this.#lines.delete(index);
      this.#spare.push(line);
    }
  }

  #add(index: number): HTMLElement {
    const line = this.#spare.pop() ?? this.#options.create();
    line.style.transform = `translateY(${index * ROW_HEIGHT}px)`;
    this.#options.fill(line, index);
    this.#lines.set(index, line);
    return line;
  }
}
