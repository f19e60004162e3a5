import type { Column } from '../../base/customerFields.ts';
import { element, followPointer, icon } from '../../base/page/dom.ts';
import type { Charts } from './charts.ts';
import { headerMenu } from './columnsMenu.ts';
import { type ColumnState, withMove, withWidth, standardWidth } from './columns.ts';
import type { CellPosition } from './keyboard.ts';
import type { PageContext } from './pageContext.ts';

/** Change of the width by one key press, in px. */
const KEY_STEP = 20;
/** Distance in px that the mouse must move before a click on a header becomes a drag. */
const DRAG_START = 6;

/** Row of column headers. A click sorts, dragging the right edge resizes, and dragging the header moves the column. */
export class Header {
  readonly element = element('div', { role: 'row', class: 'row header', 'aria-rowindex': '1' });
  readonly #context: PageContext;
  readonly #onResizing: () => void;

  /** @param onResizing called during a drag, after the width of a column has changed in `viewState` */
  constructor(context: PageContext, onResizing: () => void) {
    this.#context = context;
    this.#onResizing = onResizing;
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** @param shown columns from left to right */
  show(shown: readonly ColumnState[]): void {
    this.element.replaceChildren(...shown.map((column) => this.#cell(column)));
    this.mark();
  }

  /** Marks the column by which the rows are sorted. */
  mark(): void {
    const sort = this.#context.viewState.view.sort;
    for (const cell of this.#cells()) {
      const isSorted = cell.dataset['column'] === sort?.column;
      const state = isSorted ? (sort?.descending ? 'descending' : 'ascending') : 'none';
      cell.setAttribute('aria-sort', state);
      const mark = isSorted ? [icon(sort?.descending ? 'arrow-down' : 'arrow-up')] : [];
      cell.querySelector('.sorted')?.replaceChildren(...mark);
    }
  }

  /** Returns the index of the column header that an event targets, or -1. */
  indexOf(target: EventTarget | null): number {
    const cell =
      target instanceof Element ? target.closest<HTMLElement>('[role=columnheader]') : null;
    return cell === null ? -1 : this.#cells().indexOf(cell);
  }

  #cells(): HTMLElement[] {
    return [...this.element.children] as HTMLElement[];
  }

  #cell({ id, pinned }: ColumnState): HTMLElement {
    const title = this.#context.columnTitles[id];
    const handle = element('span', { class: 'handle', 'aria-hidden': 'true' });
    const attributes = { role: 'columnheader', class: `cell ${id}`, title, tabindex: '-1' };
    const cell = element(
      'div',
      attributes,
      element('span', { class: 'title' }, title),
      element('span', { class: 'sorted' }),
      handle,
    );
    cell.dataset['column'] = id;
    cell.classList.toggle('pinned', pinned);
    handle.addEventListener('pointerdown', (event) => this.#resize(event, id));
    handle.addEventListener('dblclick', (event) => {
      event.stopPropagation();
      const { actions, viewState } = this.#context;
      actions.showColumns(withWidth(viewState.columns, id, standardWidth(id)));
    });
    cell.addEventListener('pointerdown', (event) => this.#startDrag(event, id, cell));
    cell.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      const { menu } = this.#context;
      const { left, bottom } = cell.getBoundingClientRect();
      // The keyboard has no pointer position, so the menu opens below the cell.
      const position = event.button === 2 ? event : { x: left, y: bottom };
      menu.show(title, headerMenu(id, this.#context), cell, { x: position.x, y: position.y });
    });
    return cell;
  }

  #onKey(event: KeyboardEvent): void {
    const id = this.#cells()[this.indexOf(event.target)]?.dataset['column'] as Column | undefined;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (id === undefined || event.altKey) return;
    const { actions, viewState } = this.#context;
    const { columns } = viewState;
    const control = event.ctrlKey || event.metaKey;
    if ((event.key === 'Enter' || event.key === ' ') && !control) this.#cycleSort(id);
    else if (step !== undefined && event.shiftKey && control) {
      actions.showColumns(withMove(columns, id, step));
    } else if (step !== undefined && event.shiftKey) {
      const width = columns.find((column) => column.id === id)?.width ?? 0;
      actions.showColumns(withWidth(columns, id, width + step * KEY_STEP));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Cycles through ascending order, descending order, and the order of the service. */
  #cycleSort(column: Column): void {
    const { actions, viewState } = this.#context;
    const { sort } = viewState.view;
    const isSame = sort?.column === column;
    actions.sortRows(isSame && sort.descending ? null : { column, descending: isSame });
  }

  #resize(event: PointerEvent, id: Column): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const { actions, viewState } = this.#context;
    const columnsBefore = viewState.columns;
    const width = columnsBefore.find((column) => column.id === id)?.width ?? 0;
    const columnsAt = (move: PointerEvent) =>
      withWidth(columnsBefore, id, width + move.clientX - event.clientX);
    followPointer(event, {
      onMove: (move) => {
        viewState.change({ columns: columnsAt(move) });
        this.#onResizing();
      },
      onEnd: (end) => {
        // `showColumns` creates the handles again. A handle that is replaced between two clicks gets no double click.
        if (end.clientX !== event.clientX) actions.showColumns(columnsAt(end));
      },
      onCancel: () => actions.showColumns(columnsBefore),
    });
  }

  #startDrag(event: PointerEvent, id: Column, cell: HTMLElement): void {
    if (event.button !== 0) return;
    let isDrag = false;
    const unmark = (): void => {
      cell.classList.remove('dragged');
      this.#markDrop(-1);
    };
    followPointer(event, {
      onMove: (move) => {
        isDrag ||= Math.abs(move.clientX - event.clientX) >= DRAG_START;
        cell.classList.toggle('dragged', isDrag);
        if (isDrag) this.#markDrop(this.#dropIndex(move));
      },
      onEnd: (end) => {
        unmark();
        if (!isDrag) return this.#cycleSort(id);
        const steps = this.#dropIndex(end) - this.#cells().indexOf(cell);
        const { actions, viewState } = this.#context;
        actions.showColumns(withMove(viewState.columns, id, steps));
      },
      onCancel: unmark,
    });
  }

  #dropIndex(move: PointerEvent): number {
    const cells = this.#cells();
    // The first and the last header extend infinitely to the left and right.
    const index = cells.findIndex((cell) => move.clientX < cell.getBoundingClientRect().right);
    return index >= 0 ? index : cells.length - 1;
  }

  /** Highlights the header on which the dragged column would be dropped; -1: none. */
  #markDrop(index: number): void {
    for (const [cellIndex, cell] of this.#cells().entries())
      cell.classList.toggle('drop-here', cellIndex === index);
  }
}

/** Rows that stay at the top. Their positions are negative: -1 is directly above the first row of the grid. */
export class HeadRows {
  readonly element: HTMLElement;
  readonly lines: readonly HTMLElement[];
  readonly #header: Header;
  /** Row of charts below the column headers. It can be hidden. */
  readonly #charts: Charts;

  constructor(header: Header, charts: Charts) {
    this.#header = header;
    this.#charts = charts;
    this.lines = [header.element, charts.element];
    this.element = element('div', { role: 'rowgroup', class: 'head' }, ...this.lines);
    charts.element.setAttribute('aria-rowindex', '2');
  }

  /** Number of visible head rows. */
  get count(): number {
    return this.#charts.element.hidden ? 1 : 2;
  }

  /** Height in px. The rows of the grid scroll below the head. */
  get height(): number {
    return this.element.offsetHeight;
  }

  show(shown: readonly ColumnState[]): void {
    this.#header.show(shown);
    this.#charts.show(shown);
  }

  cell({ row, column }: CellPosition): HTMLElement | undefined {
    const line = row === -1 && this.count === 2 ? this.#charts.element : this.#header.element;
    return line.children[column] as HTMLElement | undefined;
  }

  /** Returns the cell that an event targets, or `undefined` if it is not a head cell. */
  cellPositionOf(target: EventTarget | null): CellPosition | undefined {
    const column = this.#header.indexOf(target);
    if (column >= 0) return { row: -this.count, column };
    const cells = [...this.#charts.element.children];
    const columnBelow = cells.findIndex((cell) => cell.contains(target as Node | null));
    return columnBelow < 0 ? undefined : { row: -1, column: columnBelow };
  }
}
