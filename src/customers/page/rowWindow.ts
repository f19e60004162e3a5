import type { ColumnLayout } from './columnLayout.ts';
import { withRow } from './keyboard.ts';
import { RowScale } from './rowScale.ts';

/** Height of a row and of the header in px, as in `customers.css`. */
export const ROW_HEIGHT = 28;
/** Number of rows above and below the viewport that are in the DOM, too. */
const OVERSCAN = 4;

/**
 * Keeps only the visible rows and the focused row in the DOM. A line is the element of a row. In this class, a row is
 * given by its index in the displayed order. All rows have the same height, so additional rows cost nothing.
 */
export class RowWindow {
  readonly #scroller: HTMLElement;
  readonly #body: HTMLElement;
  readonly #layout: ColumnLayout;
  readonly #fill: (line: HTMLElement, row: number) => void;
  readonly #lines = new Map<number, HTMLElement>();
  readonly #unusedLines: HTMLElement[] = [];
  readonly #scale = new RowScale();
  #count = 0;
  /** Row that stays in the DOM even if it is not visible. */
  #keptRow = 0;
  /** Height of the scroller in px. Cached, because reading it after rows were inserted would force a layout. */
  #height = 0;
  /** `RowScale.shift` when the lines were last positioned. */
  #shift = 0;
  #firstRow = 0;
  #endRow = 0;

  /**
   * @param body element that contains the rows and positions them
   * @param layout layout that creates empty lines
   * @param fill called for each line that must show a row, or show it again
   */
  constructor(
    scroller: HTMLElement,
    body: HTMLElement,
    layout: ColumnLayout,
    fill: (line: HTMLElement, row: number) => void,
  ) {
    this.#scroller = scroller;
    this.#body = body;
    this.#layout = layout;
    this.#fill = fill;
    scroller.addEventListener('scroll', () => this.#onScrollOrResize(), { passive: true });
    new ResizeObserver(() => this.#onScrollOrResize()).observe(scroller);
  }

  line(row: number): HTMLElement | undefined {
    return this.#lines.get(row);
  }

  /** @param top height in px of the rows above the viewport; absent: unchanged */
  show(count: number, keptRow: number, top?: number): void {
    // Avoid the layout of a page without rows.
    if (count === 0 && this.#count === 0) return;
    this.#height ||= this.#scroller.clientHeight;
    if (count !== this.#count) {
      this.#scale.resize(count * ROW_HEIGHT, this.#height);
      this.#body.style.height = `${this.#scale.height}px`;
    }
    this.#count = count;
    this.#keptRow = keptRow;
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

  /** Scrolls near a distant row. Scaled rows (see `RowScale`) may have no position to which the browser can scroll. */
  approach(row: number): void {
    const top = row * ROW_HEIGHT;
    const distance = Math.abs(top - this.top);
    const isScaled = this.#scale.height < this.#count * ROW_HEIGHT;
    if (isScaled && row >= 0 && distance > 2 * this.#height) this.top = top - this.#height / 2;
  }

  /** Fills all lines again after rows were reordered or changed. */
  refillAll(): void {
    for (const [row, line] of this.#lines) this.#fill(line, row);
  }

  /** Fills the line of a changed row again, if the row has a line. */
  refill(row: number): void {
    const line = this.#lines.get(row);
    if (line !== undefined) this.#fill(line, row);
  }

  /** Creates all lines again after the columns changed. */
  rebuild(): void {
    for (const line of this.#lines.values()) line.remove();
    this.#lines.clear();
    this.#unusedLines.length = 0;
    this.#render();
  }

  #scroll(top: number): void {
    this.#scroller.scrollTop = this.#scale.scrollFor(top);
    this.#scale.setTop(top, this.#scroller.scrollTop);
  }

  #onScrollOrResize(): void {
    const { scrollTop, clientHeight } = this.#scroller;
    if (clientHeight !== this.#height) {
      this.#height = clientHeight;
      this.#scale.resize(this.#count * ROW_HEIGHT, clientHeight);
    }
    this.#scale.onScrolled(scrollTop);
    if (this.#measure()) this.#render();
  }

  /** @returns whether other rows are visible than before */
  #measure(): boolean {
    const [previousFirst, previousEnd] = [this.#firstRow, this.#endRow];
    const { top, shift } = this.#scale;
    const visibleEnd = Math.min(this.#count, Math.ceil((top + this.#height) / ROW_HEIGHT));
    this.#endRow = Math.min(this.#count, visibleEnd + OVERSCAN);
    const firstVisible = Math.min(this.#endRow, Math.floor(top / ROW_HEIGHT));
    this.#firstRow = Math.max(0, firstVisible - OVERSCAN);
    return (
      previousFirst !== this.#firstRow || previousEnd !== this.#endRow || shift !== this.#shift
    );
  }

  #render(): void {
    const visibleRows = Array.from(
      { length: this.#endRow - this.#firstRow },
      (_, index) => this.#firstRow + index,
    );
    const neededRows = withRow(visibleRows, this.#keptRow, this.#count);
    this.#removeOtherLines(new Set(neededRows));
    this.#repositionLines();
    let next = this.#body.firstElementChild;
    for (const row of neededRows) {
      const line = this.#lines.get(row) ?? this.#addLine(row);
      // Lines that stay are never moved, because moving a line would remove its focus.
      if (line === next) next = next.nextElementSibling;
      else this.#body.insertBefore(line, next);
    }
  }

  #removeOtherLines(neededRows: ReadonlySet<number>): void {
    for (const [row, line] of this.#lines) {
      if (neededRows.has(row)) continue;
      line.remove();
      this.#lines.delete(row);
      this.#unusedLines.push(line);
    }
  }

  #addLine(row: number): HTMLElement {
    const line = this.#unusedLines.pop() ?? this.#layout.createLine();
    this.#position(line, row);
    this.#fill(line, row);
    this.#lines.set(row, line);
    return line;
  }

  #repositionLines(): void {
    if (this.#shift === this.#scale.shift) return;
    this.#shift = this.#scale.shift;
    for (const [row, line] of this.#lines) this.#position(line, row);
  }

  /** Positions a line. The line of `#keptRow` far below must not make the body higher. */
  #position(line: HTMLElement, row: number): void {
    const top = row * ROW_HEIGHT - this.#shift;
    line.style.transform = `translateY(${Math.min(top, this.#scale.height - ROW_HEIGHT)}px)`;
  }
}
