import { withRow } from './keyboard.ts';
import { RowScale } from './rowScale.ts';

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
 * so where one stands is a multiplication, and nothing is kept or done for each of a million when more of them come.
 */
export class RowWindow {
  readonly #options: WindowOptions;
  readonly #lines = new Map<number, HTMLElement>();
  readonly #spare: HTMLElement[] = [];
  readonly #scale = new RowScale();
  #count = 0;
  #kept = 0;
  /** Of the scroller, px. Read when it changes: to read it when rows were just put in lays all of them out. */
  #height = 0;
  /** Of the scale, when the lines were put at their places. */
  #shift = 0;
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

  /**
   * @param kept the row that stays in the DOM wherever it is
   * @param top px of the rows above the screen; `undefined`: as it is
   */
  show(count: number, kept: number, top?: number): void {
    // A page without rows would be laid out for nothing.
    if (count === 0 && this.#count === 0) return;
    this.#height ||= this.#options.scroller.clientHeight;
    if (count !== this.#count) {
      this.#scale.resize(count * ROW_HEIGHT, this.#height);
      this.#options.body.style.height = `${this.#scale.height}px`;
    }
    this.#count = count;
    this.#kept = kept;
    if (top !== undefined) this.#scroll(top);
    this.#measure();
    this.#render();
  }

  /** px of all rows that are above the screen. */
  get top(): number {
    return this.#scale.top;
  }

  set top(top: number) {
    this.#scroll(top);
    if (this.#measure()) this.#render();
  }

  /** Scrolls there when a row is so far away that the browser would not find it. */
  approach(row: number): void {
    const top = row * ROW_HEIGHT;
    const distance = Math.abs(top - this.top);
    const isScaled = this.#scale.height < this.#count * ROW_HEIGHT;
    if (isScaled && row >= 0 && distance > 2 * this.#height) this.top = top - this.#height / 2;
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

  #scroll(top: number): void {
    const { scroller } = this.#options;
    scroller.scrollTop = this.#scale.scrollFor(top);
    this.#scale.hold(top, scroller.scrollTop);
  }

  #onView(): void {
    const { scrollTop, clientHeight } = this.#options.scroller;
    if (clientHeight !== this.#height) {
      this.#height = clientHeight;
      this.#scale.resize(this.#count * ROW_HEIGHT, clientHeight);
    }
    this.#scale.scroll(scrollTop);
    if (this.#measure()) this.#render();
  }

  /** @returns whether other rows are on the screen */
  #measure(): boolean {
    const [first, end] = [this.#first, this.#end];
    const { top, shift } = this.#scale;
    const seen = Math.min(this.#count, Math.ceil((top + this.#height) / ROW_HEIGHT));
    this.#end = Math.min(this.#count, seen + OVERSCAN);
    const above = Math.min(this.#end, Math.floor(top / ROW_HEIGHT));
    this.#first = Math.max(0, above - OVERSCAN);
    return first !== this.#first || end !== this.#end || shift !== this.#shift;
  }

  #render(): void {
    const { body } = this.#options;
    const shown = Array.from({ length: this.#end - this.#first }, (_, at) => this.#first + at);
    const indexes = withRow(shown, this.#kept, this.#count);
    this.#drop(new Set(indexes));
    this.#place();
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
    this.#put(line, index);
    this.#options.fill(line, index);
    this.#lines.set(index, line);
    return line;
  }

  /** The lines that stay stand elsewhere when another part of all rows is laid out. */
  #place(): void {
    if (this.#shift === this.#scale.shift) return;
    this.#shift = this.#scale.shift;
    for (const [index, line] of this.#lines) this.#put(line, index);
  }

  /** One that is kept far below must not make the body higher. */
  #put(line: HTMLElement, index: number): void {
    const top = index * ROW_HEIGHT - this.#shift;
    line.style.transform = `translateY(${Math.min(top, this.#scale.height - ROW_HEIGHT)}px)`;
  }
}
