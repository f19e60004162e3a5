import type { Column, ColumnState } from '../base/columns.ts';
import { createRow, type CellColumn } from './cells.ts';

interface LayoutOptions {
  readonly scroller: HTMLElement;
  readonly grid: HTMLElement;
  /** The rows of the head, with one cell for each column that is shown. */
  readonly heads: readonly HTMLElement[];
  /** Of the rows, each with the same cells. */
  readonly body: HTMLElement;
}

/** How wide the columns are, and which of them stay at the left. */
export class ColumnLayout {
  readonly #options: LayoutOptions;
  #columns: readonly Column[] = [];
  #pinned: ReadonlySet<Column> = new Set();

  constructor(options: LayoutOptions) {
    this.#options = options;
  }

  /** @param shown from left to right */
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
    this.#columns = shown.map(({ id }) => id);
    this.#pinned = new Set(shown.filter(({ pinned }) => pinned).map(({ id }) => id));
    for (const line of [...heads, ...body.children]) this.#pin(line as HTMLElement);
  }

  /** A line of the table, with nothing in its cells. */
  createLine(): HTMLElement {
    const line = createRow(this.#columns);
    this.#pin(line);
    return line;
  }

  /** Gives the cells of a row their places. */
  #pin(line: HTMLElement): void {
    this.#columns.forEach((id, index) => {
      const cell = line.children[index] as HTMLElement | undefined;
      if (cell === undefined) return;
      const isPinned = this.#pinned.has(id);
      cell.classList.toggle('pinned', isPinned);
      cell.classList.toggle('edge', index + 1 === this.#pinned.size);
      cell.style.left = isPinned ? `var(--left-${id})` : '';
    });
  }
}

/** The columns as they stand in a line of this width, px: the last one takes what is left of it. */
export function cellsOf(shown: readonly ColumnState[], width: number): readonly CellColumn[] {
  const others = shown.slice(0, -1).reduce((sum, column) => sum + column.width, 0);
  return shown.map((column, index) => {
    const isLast = index === shown.length - 1;
    return { id: column.id, width: isLast ? Math.max(column.width, width - others) : column.width };
  });
}
