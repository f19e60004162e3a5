import type { Column, ColumnState } from './columns.ts';
import { createRow, type CellColumn } from './cells.ts';

interface LayoutOptions {
  readonly scroller: HTMLElement;
  readonly grid: HTMLElement;
  /** The rows of the head, with one cell for each column that is shown. */
  readonly heads: readonly HTMLElement[];
  /** Of the rows, each with the same cells. */
  readonly body: HTMLElement;
}

/** Columns this near to the screen are laid out with it, px: a step of a wheel must not show them empty. */
const NEAR = 150;

/** How wide the columns are, which of them stay at the left, and which are too far away to be laid out. */
export class ColumnLayout {
  readonly #options: LayoutOptions;
  readonly #far = new CSSStyleSheet();
  #farRule = '';
  #shown: readonly ColumnState[] = [];
  #columns: readonly Column[] = [];
  #pinned: ReadonlySet<Column> = new Set();

  constructor(options: LayoutOptions) {
    this.#options = options;
    const { scroller } = options;
    document.adoptedStyleSheets.push(this.#far);
    scroller.addEventListener('scroll', () => this.#skipFar(), { passive: true });
    new ResizeObserver(() => this.#skipFar()).observe(scroller);
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
    this.#shown = shown;
    this.#skipFar();
  }

  /** A line of the table, with nothing in its cells. */
  createLine(): HTMLElement {
    const line = createRow(this.#columns);
    this.#pin(line);
    return line;
  }

  /**
   * Most of a frame is laying out cells, half of which are often beside the screen. These are left to the
   * browser, which lays them out when they come, and reads them to screen readers as before.
   */
  #skipFar(): void {
    const { scrollLeft, clientWidth } = this.#options.scroller;
    let left = 0;
    const far = this.#shown.filter(({ width, pinned }) => {
      left += width;
      if (pinned) return false;
      return left < scrollLeft - NEAR || left - width > scrollLeft + clientWidth + NEAR;
    });
    const cells = far.map(({ id }) => `.${id}`).join();
    const rule = cells === '' ? '' : `.body .cell:is(${cells}) { content-visibility: auto; }`;
    if (rule !== this.#farRule) this.#far.replaceSync(rule);
    this.#farRule = rule;
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
