import { withRow } from './keyboard.ts';
import { RowScale } from './rowScale.ts';

/** Height of a row and of the header in px, as in `customers.css`. */
export const ROW_HEIGHT = 28;
/** Number of rows above and below the viewport that are in the DOM, too. */
const OVERSCAN = 4;

interface WindowOptions {
  readonly scroller: HTMLElement;
  /** Element that contains the rows and positions them. */
  readonly body: HTMLElement;
  create(): HTMLElement;
  fill(line: HTMLElement, row: number): void;
}

/**
 * Keeps only the visible rows and the focused row in the DOM. All rows have the same height, so a position is a
 * multiplication, and additional rows cost nothing, even for a million rows.
 */
export class RowWindow {
  readonly #options: WindowOptions;
  readonly #lines = new Map<number, HTMLElement>();
  readonly #spare: HTMLElement[] = [];
  readonly #scale = new RowScale();
  #count = 0;
  #kept = 0;
  /** Height of the scroller in px. Cached, because reading it after rows were inserted would force a layout. */
  #height = 0;
  /** Shift of the scale at which the lines were positioned. */
  #shift = 0;
  #first = 0;
  #end = 0;

  constructor(options: WindowOptions) {
    this.#options = options;
    const { scroller } = options;
    scroller.addEventListener('scroll', () => this.#onView(), { passive: true });
    new ResizeObserver(() => this.#onView()).observe(scroller);
  }

  /** Returns the element of a row, or `undefined` if the row is not in the DOM. */
  line(row: number): HTMLElement | undefined {
    return this.#lines.get(row);
  }

  /**
   * @param kept Row that stays in the DOM wherever it is.
   * @param top Height in px of the rows above the viewport; `undefined`: unchanged.
   */
  show(count: number, kept: number, top?: number): void {
    // Avoid the layout of a page without rows.
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

  /** Height in px of all rows above the viewport. */
  get top(): number {
    return this.#scale.top;
  }

  set top(top: number) {
    this.#scroll(top);
    if (this.#measure()) this.#render();
  }

  /** Scrolls near a row that is so far away that the browser could not scroll to it. */
  approach(row: number): void {
    const top = row * ROW_HEIGHT;
    const distance = Math.abs(top - this.top);
    const isScaled = this.#scale.height < this.#count * ROW_HEIGHT;
    if (isScaled && row >= 0 && distance > 2 * this.#height) this.top = top - this.#height / 2;
  }

  /** Fills all lines again after rows were reordered or changed. */
  refillAll(): void {
    for (const [row, line] of this.#lines) this.#options.fill(line, row);
  }

  /** Creates all lines again after the columns changed. */
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

  /** @returns whether other rows are visible than before */
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
    this.#repositionLines();
    let next = body.firstElementChild;
    for (const index of indexes) {
      const line = this.#lines.get(index) ?? this.#add(index);
      // Lines that stay are never moved, because moving a line would remove its focus.
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
    this.#position(line, index);
    this.#options.fill(line, index);
    this.#lines.set(index, line);
    return line;
  }

  /** Repositions the remaining lines when another part of all rows is laid out. */
  #repositionLines(): void {
    if (this.#shift === this.#scale.shift) return;
    this.#shift = this.#scale.shift;
    for (const [index, line] of this.#lines) this.#position(line, index);
  }

  /** Positions a line. A kept line far below must not make the body higher. */
  #position(line: HTMLElement, index: number): void {
    const top = index * ROW_HEIGHT - this.#shift;
    line.style.transform = `translateY(${Math.min(top, this.#scale.height - ROW_HEIGHT)}px)`;
  }
}
