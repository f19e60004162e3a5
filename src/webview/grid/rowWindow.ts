import { withRow } from './keyboard.ts';

/** Height of a row and of the header in px, the same as in `customers.css`. */
export const ROW_HEIGHT = 28;
/** Rows above and below the screen that are in the DOM all the same. */
const OVERSCAN = 4;

interface WindowOptions {
  readonly scroller: HTMLElement;
  /** Gets the element of its rows put in, at their places. */
  readonly body: HTMLElement;
  create(): HTMLElement;
  fill(line: HTMLElement, row: number): void;
}

/**
 * Keeps only the rows on the screen in the DOM, and one more: the row that holds the focus. All rows are of one height,
 * so where one stands is a multiplication, and nothing is kept or done for each of 100,000 when more of them come.
 */
export class RowWindow {
  readonly #options: WindowOptions;
  readonly #lines = new Map<number, HTMLElement>();
  readonly #spare: HTMLElement[] = [];
  #count = 0;
  #kept = 0;
  /** Of the scroller, px. Read when they change: to read them when rows were just put in lays all of them out. */
  #top = 0;
  #height = 0;
  #first = 0;
  #end = 0;

  constructor(options: WindowOptions) {
    this.#options = options;
    const { scroller } = options;
    scroller.addEventListener('scroll', () => this.#onView(), { passive: true });
    new ResizeObserver(() => this.#onView()).observe(scroller);
  }

  /** The element of a row, when it is in the DOM. */
  line(row: number): HTMLElement | undefined {
    return this.#lines.get(row);
  }

  /** @param kept the row that stays in the DOM wherever it is */
  show(count: number, kept: number): void {
    if (count !== this.#count) this.#options.body.style.height = `${count * ROW_HEIGHT}px`;
    this.#count = count;
    this.#kept = kept;
    this.#height ||= this.#options.scroller.clientHeight;
    this.#measure();
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

  #onView(): void {
    const { scrollTop, clientHeight } = this.#options.scroller;
    this.#top = scrollTop;
    this.#height = clientHeight;
    if (this.#measure()) this.#render();
  }

  /** @returns whether other rows are on the screen */
  #measure(): boolean {
    const [first, end] = [this.#first, this.#end];
    const seen = Math.min(this.#count, Math.ceil((this.#top + this.#height) / ROW_HEIGHT));
    this.#end = Math.min(this.#count, seen + OVERSCAN);
    const top = Math.min(this.#end, Math.floor(this.#top / ROW_HEIGHT));
    this.#first = Math.max(0, top - OVERSCAN);
    return first !== this.#first || end !== this.#end;
  }

  #render(): void {
    const { body } = this.#options;
    const shown = Array.from({ length: this.#end - this.#first }, (_, at) => this.#first + at);
    const indexes = withRow(shown, this.#kept, this.#count);
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
