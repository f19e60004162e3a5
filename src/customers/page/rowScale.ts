import { clamp } from '../../base/numbers.ts';
/**
 * Maximum height of the body, in px. Browsers support 33 million device pixels, and on a zoomed high-resolution screen
 * 1 px can be four device pixels.
 */
const MAX_HEIGHT = 8_000_000;
/** Distance from both ends, in px, within which scrolling is not scaled, so that rows do not jump near the ends. */
const EDGE = 100_000;
/** Number of screens. A single scroll step that is longer than this counts as dragging the scroll bar. */
const LEAP = 4;

/**
 * Maps scroll positions to rows when there are more rows than can be laid out. A small scroll step moves the rows by
 * the same distance. Dragging the scroll bar moves to the proportional part of the rows. All values are in px. `top` is
 * the offset of the first visible pixel among all rows.
 */
export class RowScale {
  #total = 0;
  #view = 0;
  #shift = 0;
  #scrolled = 0;

  /** Height of the body. */
  get height(): number {
    return Math.min(this.#total, MAX_HEIGHT);
  }

  /** Difference between the position of a row among all rows and its position in the body. */
  get shift(): number {
    return this.#shift;
  }

  get top(): number {
    return this.#scrolled + this.#shift;
  }

  /** @param total Height of all rows. */
  resize(total: number, view: number): void {
    this.#total = total;
    this.#view = view;
    this.#shift = Math.min(this.#shift, this.#maxShift);
  }

  /** Updates the shift after the scroller has moved. */
  scroll(to: number): void {
    const from = this.#scrolled;
    this.#scrolled = to;
    if (to <= 0) this.#shift = 0;
    else if (to >= this.height - this.#view) this.#shift = this.#maxShift;
    else if (Math.abs(to - from) > LEAP * this.#view) this.#shift = this.#shiftAt(to);
  }

  /** Returns the scroll position for this top. `hold` must be called after the scroller has moved there. */
  scrollFor(top: number): number {
    if (this.#maxShift === 0 || top <= EDGE) return top;
    const end = this.#total - this.#view;
    if (top >= end - EDGE) return top - this.#maxShift;
    const stretch = (end - 2 * EDGE) / (end - this.#maxShift - 2 * EDGE);
    return Math.floor(EDGE + (top - EDGE) / stretch);
  }

  /** Shows this top at the given scroll position. */
  hold(top: number, scrolled: number): void {
    this.#scrolled = scrolled;
    this.#shift = clamp(Math.round(top - scrolled), 0, this.#maxShift);
  }

  get #maxShift(): number {
    return this.#total - this.height;
  }

  #shiftAt(scrolled: number): number {
    if (scrolled <= EDGE) return 0;
    const end = this.height - this.#view;
    if (scrolled >= end - EDGE) return this.#maxShift;
    return Math.round(((scrolled - EDGE) / (end - 2 * EDGE)) * this.#maxShift);
  }
}
