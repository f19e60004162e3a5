import type { GridPosition } from '../gridMessages.ts';
import { nothingFocused } from '../../base/page/dom.ts';
import type { Grid } from './grid.ts';
import type { PageContext } from './pageContext.ts';
import { ROW_HEIGHT } from './rowWindow.ts';
import type { SearchBar } from './searchBar.ts';

/** Minimum interval between reports to the panel while scrolling, in ms. */
const REPORT_INTERVAL_MS = 100;
/** Number of rows that fill any screen. */
const ROWS_PER_SCREEN = 200;

/**
 * Saves and restores the scroll position and the current cell. VS Code discards the grid when its tab is in the
 * background. The panel stores the position, and the next webview page restores it.
 */
export class ScrollRestorer {
  readonly #context: PageContext;
  readonly #grid: Grid;
  readonly #search: SearchBar;
  /** Position to restore, and the number of rows that will be added. */
  #pending: { readonly gridPosition: GridPosition; readonly rowCount: number } | undefined;
  #isStarted = false;
  /** Whether a row of the grid had the focus when this was last known. */
  #hadFocus = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param search start of the page, which gets the focus if the grid did not have it */
  constructor(context: PageContext, grid: Grid, search: SearchBar) {
    this.#context = context;
    this.#grid = grid;
    this.#search = search;
    const { scroller } = grid;
    scroller.addEventListener('scroll', () => this.#reportSoon(), { passive: true });
    scroller.addEventListener('focusin', () => {
      this.#hadFocus = grid.hasFocus;
      this.#reportSoon();
    });
    scroller.addEventListener('focusout', () => this.#reportSoon());
    // A click on another tab first takes the focus and then hides this page, so a pending report is sent immediately.
    window.addEventListener('blur', () => {
      if (this.#timer !== undefined) this.#report();
    });
    window.addEventListener('focus', () => this.#focus());
  }

  /** @param rowCount number of rows that will be added */
  start(gridPosition: GridPosition | null, rowCount: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isStarted = true;
    this.#pending = gridPosition ? { gridPosition, rowCount } : undefined;
    if (document.hasFocus()) this.#focus();
  }

  /**
   * Restores the previous position. Returns `waiting` while its rows are not loaded and no rows may be shown, `shown`
   * after they were drawn, and `undefined` if there is no position to restore.
   */
  tryRestore(): 'waiting' | 'shown' | undefined {
    if (this.#pending === undefined) return undefined;
    const { order } = this.#context;
    const { gridPosition, rowCount } = this.#pending;
    // In loading order, later rows do not move this position. In any other order they can, so all rows are needed.
    const lastNeededRow =
      Math.max(gridPosition.row ?? 0, gridPosition.first ?? 0) + ROWS_PER_SCREEN;
    const neededCount = order.isPlain ? Math.min(lastNeededRow, rowCount) : rowCount;
    if (order.count < neededCount) return 'waiting';
    this.#pending = undefined;
    const { row } = gridPosition;
    const currentPosition = row === null ? undefined : order.positionOf(row);
    const topPosition =
      gridPosition.first === null
        ? 0
        : (order.positionOf(gridPosition.first) ?? currentPosition ?? 0);
    const currentCell =
      currentPosition === undefined
        ? undefined
        : { row: currentPosition, column: gridPosition.column };
    this.#grid.restore(currentCell, topPosition * ROW_HEIGHT + gridPosition.offset);
    this.#grid.scroller.scrollLeft = gridPosition.left;
    this.#hadFocus = currentCell !== undefined && gridPosition.hasFocus;
    if (document.hasFocus()) this.#focus();
    return 'shown';
  }

  /** Focuses the grid or the start of the page when the window gets the focus and no element has it. */
  #focus(): void {
    if (!nothingFocused() || !this.#isStarted || this.#pending?.gridPosition.hasFocus === true)
      return;
    if (this.#hadFocus) this.#grid.focus();
    else this.#search.focus();
  }

  #reportSoon(): void {
    this.#timer ??= setTimeout(() => this.#report(), REPORT_INTERVAL_MS);
  }

  #report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isStarted || this.#pending !== undefined) return;
    const { order, panel, model } = this.#context;
    const grid = this.#grid;
    // While the window is not focused, the focused element of the grid is not always known.
    if (document.hasFocus()) this.#hadFocus = grid.hasFocus;
    const { scrollLeft } = grid.scroller;
    const topPosition = Math.floor(grid.top / ROW_HEIGHT);
    const gridPosition: GridPosition = {
      row: grid.row ?? null,
      column: grid.column,
      hasFocus: this.#hadFocus,
      first: grid.top > 0 ? (order.rowAt(topPosition) ?? null) : null,
      offset: Math.floor(grid.top - topPosition * ROW_HEIGHT),
      left: Math.floor(Math.max(0, scrollLeft)),
    };
    panel.post({ type: 'gridPosition', generation: model.generation, gridPosition });
  }
}
