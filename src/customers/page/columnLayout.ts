import type { ColumnState } from './columns.ts';
import { createRow, type CellColumn } from './cells.ts';

interface LayoutOptions {
  readonly scroller: HTMLElement;
  readonly grid: HTMLElement;
  /** Rows of the head, with one cell for each shown column. */
  readonly heads: readonly HTMLElement[];
  /** Element of the rows. Each row has the same cells. */
  readonly body: HTMLElement;
}

/** Distance in px from the viewport within which columns are laid out, so that scrolling shows no empty cells. */
const LAYOUT_MARGIN = 150;

/** Sets the widths of the columns, pins columns to the left, and skips the layout of distant columns. */
export class ColumnLayout {
  readonly #options: LayoutOptions;
  /** Style sheet with `#farRule`, a rule for the cells of distant columns. */
  readonly #farStyles = new CSSStyleSheet();
  #farRule = '';
  #shown: readonly ColumnState[] = [];

  constructor(options: LayoutOptions) {
    this.#options = options;
    const { scroller } = options;
    document.adoptedStyleSheets.push(this.#farStyles);
    scroller.addEventListener('scroll', () => this.#skipFarColumns(), { passive: true });
    new ResizeObserver(() => this.#skipFarColumns()).observe(scroller);
  }

  /** @param shown columns from left to right */
  show(shown: readonly ColumnState[]): void {
    const { scroller, grid, heads, body } = this.#options;
    const widths = shown.map(({ width }, index) =>
      index === shown.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`,
    );
    grid.style.setProperty('--columns', widths.join(' '));
    let left = 0;
    for (const { id, width, pinned } of shown) {
      if (pinned) grid.style.setProperty(`--left-${id}`, `${left}px`);
      if (pinned) left += width;
    }
    scroller.style.setProperty('--pinned', `${left}px`);
    this.#shown = shown;
    for (const line of [...heads, ...body.children]) this.#pin(line as HTMLElement);
    this.#skipFarColumns();
  }

  createLine(): HTMLElement {
    const line = createRow(this.#shown.map(({ id }) => id));
    this.#pin(line);
    return line;
  }

  /**
   * Layout of cells takes most of a frame, and often half of the cells are outside the viewport. Skipped cells are laid
   * out when they are scrolled in, and stay readable for screen readers.
   */
  #skipFarColumns(): void {
    const { scrollLeft, clientWidth } = this.#options.scroller;
    let right = 0;
    const farColumns = this.#shown.filter(({ width, pinned }) => {
      right += width;
      if (pinned) return false;
      const left = right - width;
      return right < scrollLeft - LAYOUT_MARGIN || left > scrollLeft + clientWidth + LAYOUT_MARGIN;
    });
    const cells = farColumns.map(({ id }) => `.${id}`).join();
    const rule = cells === '' ? '' : `.body .cell:is(${cells}) { content-visibility: auto; }`;
    if (rule !== this.#farRule) this.#farStyles.replaceSync(rule);
    this.#farRule = rule;
  }

  #pin(line: HTMLElement): void {
    this.#shown.forEach(({ id, pinned }, index) => {
      const cell = line.children[index] as HTMLElement | undefined;
      if (cell === undefined) return;
      cell.classList.toggle('pinned', pinned);
      // The pinned columns come first.
      cell.classList.toggle('edge', pinned && this.#shown[index + 1]?.pinned !== true);
      cell.style.left = pinned ? `var(--left-${id})` : '';
    });
  }
}

/** Returns the columns with their widths in a line of this width, in px. The last column takes the remaining width. */
export function cellColumnsOf(shown: readonly ColumnState[], width: number): readonly CellColumn[] {
  const otherWidths = shown.slice(0, -1).reduce((sum, column) => sum + column.width, 0);
  return shown.map((column, index) => {
    const isLast = index === shown.length - 1;
    return {
      id: column.id,
      width: isLast ? Math.max(column.width, width - otherWidths) : column.width,
    };
  });
}
