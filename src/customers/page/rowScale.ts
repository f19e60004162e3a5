import { clamp } from '../../base/numbers.ts';

/**
 * Maximum height of the body (the element of all rows), in px. Browsers support 33 million device pixels, and on a
 * zoomed high-resolution screen 1 px is up to 4.
 */
const MAX_HEIGHT = 8_000_000;
/** Distance in px from both ends within which scrolling is not scaled (see `RowScale`), so that rows do not jump. */
const UNSCALED_EDGE = 100_000;
/** Length in screens. A single scroll step that is longer counts as dragging the scroll bar. */
const DRAG_SCREENS = 4;

/**
 * Maps scroll positions to rows when there are more rows than can be laid out. A small scroll step moves the rows by
 * the same distance. Dragging the scroll bar moves to the proportional part of the rows. All values are in px.
 */
export class RowScale {
  #totalHeight = 0;
  #viewHeight = 0;
  #shift = 0;
  #scrollTop = 0;

  /** Height of the body. */
  get height(): number {
    return Math.min(this.#totalHeight, MAX_HEIGHT);
  }

  /** Difference between the position of a row among all rows and its position in the body. */
  get shift(): number {
    return this.#shift;
  }

  /** Offset of the first visible pixel among all rows. */
  get top(): number {
    return this.#scrollTop + this.#shift;
  }

  /** `total`: height of all rows. `view`: height of the viewport. */
  resize(total: number, view: number): void {
    this.#totalHeight = total;
    this.#viewHeight = view;
    this.#shift = Math.min(this.#shift, this.#maxShift);
  }

  /** Updates the shift after the scroller has moved to the scroll position `scrolled`. */
  onScrolled(scrolled: number): void {
    const previousTop = this.#scrollTop;
    this.#scrollTop = scrolled;
    if (scrolled <= 0) this.#shift = 0;
    else if (scrolled >= this.height - this.#viewHeight) this.#shift = this.#maxShift;
    else if (Math.abs(scrolled - previousTop) > DRAG_SCREENS * this.#viewHeight)
      this.#shift = this.#shiftAt(scrolled);
  }

  /** Returns the scroll position that shows the offset `top`. Call `setTop` after the scroller has moved there. */
  scrollFor(top: number): number {
    if (this.#maxShift === 0 || top <= UNSCALED_EDGE) return top;
    const end = this.#totalHeight - this.#viewHeight;
    if (top >= end - UNSCALED_EDGE) return top - this.#maxShift;
    // Inverse of `#shiftAt`: between the edges, scrolling by one px moves the rows by `stretch` px.
    const stretch = (end - 2 * UNSCALED_EDGE) / (end - this.#maxShift - 2 * UNSCALED_EDGE);
    return Math.floor(UNSCALED_EDGE + (top - UNSCALED_EDGE) / stretch);
  }

  /** Sets the shift so that the offset `top` among all rows is shown at the scroll position `scrolled`. */
  setTop(top: number, scrolled: number): void {
    this.#scrollTop = scrolled;
    this.#shift = clamp(Math.round(top - scrolled), 0, this.#maxShift);
  }

  get #maxShift(): number {
    return this.#totalHeight - this.height;
  }

  #shiftAt(scrolled: number): number {
    if (scrolled <= UNSCALED_EDGE) return 0;
    const end = this.height - this.#viewHeight;
    if (scrolled >= end - UNSCALED_EDGE) return this.#maxShift;
    return Math.round(((scrolled - UNSCALED_EDGE) / (end - 2 * UNSCALED_EDGE)) * this.#maxShift);
  }
}
