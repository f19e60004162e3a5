import type { Spot } from '../gridMessages.ts';
import { nothingFocused } from '../../base/page/dom.ts';
import type { Grid } from './grid.ts';
import type { RowOrder } from './rows.ts';
import { ROW_HEIGHT } from './rowWindow.ts';

/** While it is scrolled, the panel hears of it once in so many ms. */
const PAUSE = 100;
/** Rows from the place on that fill any screen. */
const SCREEN = 200;

interface SpotOptions {
  readonly grid: Grid;
  readonly order: RowOrder;
  /** Takes the keyboard to where a person begins. */
  begin(): void;
  post(spot: Spot): void;
}

/**
 * Where the person is among the rows. The grid is thrown away with its tab in the background, so the panel is told,
 * and the next page goes there again.
 */
export class SpotKeeper {
  readonly #options: SpotOptions;
  /** What the panel knows better, until as many rows are shown as there were. */
  #wanted: { readonly spot: Spot; readonly count: number } | undefined;
  #isStarted = false;
  #hadFocus = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SpotOptions) {
    this.#options = options;
    const { scroller } = options.grid;
    scroller.addEventListener('scroll', () => this.#later(), { passive: true });
    scroller.addEventListener('focusin', () => {
      this.#hadFocus = options.grid.hasFocus;
      this.#later();
    });
    scroller.addEventListener('focusout', () => this.#later());
    // A click on another tab takes the focus first.
    window.addEventListener('blur', () => {
      if (this.#waiting !== undefined) this.#tell();
    });
    window.addEventListener('focus', () => this.#focus());
  }

  /** @param count how many rows there are to come */
  start(spot: Spot | null, count: number): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#isStarted = true;
    this.#wanted = spot ? { spot, count } : undefined;
    if (document.hasFocus()) this.#focus();
  }

  /**
   * Scrolls to the place of before, as soon as its rows are loaded.
   * @returns `waiting`: they are not loaded yet, so no rows may be shown; `shown`: the rows there are drawn now;
   * `undefined`: there is no place to go to
   */
  show(): 'waiting' | 'shown' | undefined {
    const { grid, order } = this.#options;
    if (this.#wanted === undefined) return undefined;
    const { spot, count } = this.#wanted;
    // In the order of the service, rows that come later do not move this place.
    const last = Math.max(spot.row ?? 0, spot.first ?? 0) + SCREEN;
    if (order.count < (order.isPlain ? Math.min(last, count) : count)) return 'waiting';
    this.#wanted = undefined;
    const row = spot.row === null ? undefined : order.positionOf(spot.row);
    const first = spot.first === null ? 0 : (order.positionOf(spot.first) ?? row ?? 0);
    const place = row === undefined ? undefined : { row, column: spot.column };
    grid.restore(place, first * ROW_HEIGHT + spot.offset);
    grid.scroller.scrollLeft = spot.left;
    this.#hadFocus = row !== undefined && spot.hasFocus;
    if (document.hasFocus()) this.#focus();
    return 'shown';
  }

  /** When the focus comes from another part of the window, the browser may have forgotten the cell, or never had one. */
  #focus(): void {
    if (!nothingFocused() || !this.#isStarted || this.#wanted?.spot.hasFocus === true) return;
    if (this.#hadFocus) this.#options.grid.focus();
    else this.#options.begin();
  }

  #later(): void {
    this.#waiting ??= setTimeout(() => this.#tell(), PAUSE);
  }

  #tell(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    if (!this.#isStarted || this.#wanted !== undefined) return;
    const { grid, order } = this.#options;
    // Without the focus of the window, what had it in the grid is not always known any more.
    if (document.hasFocus()) this.#hadFocus = grid.hasFocus;
    const { scrollLeft } = grid.scroller;
    const top = Math.floor(grid.top / ROW_HEIGHT);
    this.#options.post({
      row: grid.row ?? null,
      column: grid.column,
      hasFocus: this.#hadFocus,
      first: grid.top > 0 ? (order.rowAt(top) ?? null) : null,
      offset: Math.floor(grid.top - top * ROW_HEIGHT),
      left: Math.floor(Math.max(0, scrollLeft)),
    });
  }
}
