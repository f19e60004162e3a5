/**
 * More px than that are not laid out: a browser knows 33 million pixels of the screen, and where everything is enlarged
 * on a sharp one, four of them are a px.
 */
const MOST_HEIGHT = 8_000_000;
/** As far from both ends every px of the scroller is one of the rows, so that nobody jumps when they come there. */
const EDGE = 100_000;
/** A scroller that moves further at once, in screens, was dragged. */
const LEAP = 4;

/**
 * Where rows stand that are too many to be laid out: whoever scrolls a bit moves by as much; whoever drags the scroll
 * bar comes to the same part of the rows. All in px; `top` is that of the first one seen among all rows.
 */
export class RowScale {
  #total = 0;
  #view = 0;
  #shift = 0;
  #scrolled = 0;

  /** Of the body. */
  get height(): number {
    return Math.min(this.#total, MOST_HEIGHT);
  }

  /** How much further down a row stands among all than in the body. */
  get shift(): number {
    return this.#shift;
  }

  get top(): number {
    return this.#scrolled + this.#shift;
  }

  /** @param total height of all rows */
  resize(total: number, view: number): void {
    this.#total = total;
    this.#view = view;
    this.#shift = Math.min(this.#shift, this.#most);
  }

  /** The scroller is here now. */
  scroll(to: number): void {
    const from = this.#scrolled;
    this.#scrolled = to;
    if (to <= 0) this.#shift = 0;
    else if (to >= this.height - this.#view) this.#shift = this.#most;
    else if (Math.abs(to - from) > LEAP * this.#view) this.#shift = this.#shiftAt(to);
  }

  /** Where the scroller has to be for this top, once it is told by `hold`. */
  scrollFor(top: number): number {
    if (this.#most === 0 || top <= EDGE) return top;
    const end = this.#total - this.#view;
    if (top >= end - EDGE) return top - this.#most;
    const stretch = (end - 2 * EDGE) / (end - this.#most - 2 * EDGE);
    return Math.floor(EDGE + (top - EDGE) / stretch);
  }

  /** Shows this top with the scroller here. */
  hold(top: number, scrolled: number): void {
    this.#scrolled = scrolled;
    this.#shift = Math.max(0, Math.min(this.#most, Math.round(top - scrolled)));
  }

  get #most(): number {
    return this.#total - this.height;
  }

  #shiftAt(scrolled: number): number {
    if (scrolled <= EDGE) return 0;
    const end = this.height - this.#view;
    if (scrolled >= end - EDGE) return this.#most;
    return Math.round(((scrolled - EDGE) / (end - 2 * EDGE)) * this.#most);
  }
}
