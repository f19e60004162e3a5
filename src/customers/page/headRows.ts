import type { ColumnState } from './columns.ts';
import { element } from '../../base/page/dom.ts';
import type { Header } from './header.ts';
import type { CellPlace } from './keyboard.ts';

/** A row that may stand below the column headers, with one cell for each column. */
export interface HeadLine {
  readonly element: HTMLElement;
  /** @param shown the columns from left to right */
  show(shown: readonly ColumnState[]): void;
}

/** The rows that stay at the top: their places count down to -1, the one above the first row. */
export class HeadRows {
  readonly element: HTMLElement;
  readonly #header: Header;
  readonly #below: HeadLine;

  constructor(header: Header, below: HeadLine) {
    this.#header = header;
    this.#below = below;
    const lines = [header.element, below.element];
    this.element = element('div', { role: 'rowgroup', class: 'head' }, ...lines);
    below.element.setAttribute('aria-rowindex', '2');
  }

  get lines(): readonly HTMLElement[] {
    return [this.#header.element, this.#below.element];
  }

  /** How many there are to be seen. */
  get count(): number {
    return this.#below.element.hidden ? 1 : 2;
  }

  /** px; the rows of the grid scroll below it. */
  get height(): number {
    return this.element.offsetHeight;
  }

  show(shown: readonly ColumnState[]): void {
    this.#header.show(shown);
    this.#below.show(shown);
  }

  cell({ row, column }: CellPlace): HTMLElement | undefined {
    const line = row === -1 && this.count === 2 ? this.#below.element : this.#header.element;
    return line.children[column] as HTMLElement | undefined;
  }

  /** The cell that an event is about; `undefined`: it is about none of these. */
  placeOf(target: EventTarget | null): CellPlace | undefined {
    const column = this.#header.indexOf(target);
    if (column >= 0) return { row: -this.count, column };
    const { element: line } = this.#below;
    const below = [...line.children].findIndex((cell) => cell.contains(target as Node | null));
    return below < 0 ? undefined : { row: -1, column: below };
  }
}
