import type { PageStrings } from '../protocol.ts';
import { contextOf, createHeader, createRow, fillRow, placeOf } from './cells.ts';
import { COLUMNS } from './columns.ts';
import { element } from './dom.ts';
import type { Format } from './format.ts';
import { moved, type Place } from './keyboard.ts';
import type { Model } from './state.ts';
import { ROW_HEIGHT, RowWindow } from './window.ts';

interface GridOptions {
  readonly model: Model;
  readonly strings: PageStrings;
  readonly format: Format;
  onFocusRow(row: number): void;
  onOpenRecord(row: number): void;
}

/** The table of customers: an ARIA grid with one tab stop. */
export class Grid {
  readonly element: HTMLElement;
  readonly #options: GridOptions;
  readonly #grid: HTMLElement;
  readonly #body = element('div', { role: 'rowgroup', class: 'body' });
  readonly #empty: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #window: RowWindow;
  #place: Place | undefined;

  constructor(options: GridOptions) {
    this.#options = options;
    const head = element('div', { role: 'rowgroup', class: 'head' }, createHeader(options.strings));
    const attributes = { role: 'grid', class: 'grid', 'aria-label': options.strings.grid };
    this.#grid = element('div', attributes, head, this.#body);
    this.#grid.setAttribute('aria-colcount', String(COLUMNS.length));
    this.#scroller = element('div', { class: 'scroller', tabindex: '-1' }, this.#grid);
    this.#empty = element('p', { class: 'empty' }, options.strings.none);
    this.element = element('div', { class: 'table' }, this.#scroller, this.#empty);
    this.#window = new RowWindow({
      scroller: this.#scroller,
      body: this.#body,
      create: createRow,
      fill: (line, row) => this.#fill(line, row),
    });
    this.#body.addEventListener('focusin', (event) => this.#onFocus(event));
    this.#body.addEventListener('keydown', (event) => this.#onKey(event));
    this.#body.addEventListener('dblclick', (event) => this.#open(placeOf(event.target)));
  }

  /** The row that the user is at; `undefined` before they were at any. */
  get row(): number | undefined {
    return this.#place?.row;
  }

  /** After a `reset`: no row is left, and nobody is at one. */
  clear(): void {
    const focused = this.#body.contains(document.activeElement);
    this.#place = undefined;
    this.#scroller.scrollTop = 0;
    this.update();
    if (focused) this.focus();
  }

  /** Where the user was, or the table itself when there is no such row. */
  focus(): void {
    const cell = this.#cell(this.#place ?? { row: 0, column: 0 });
    (cell ?? this.#scroller).focus({ preventScroll: true });
  }

  update(): void {
    const { rows, status } = this.#options.model;
    this.#grid.setAttribute('aria-rowcount', String(rows.length + 1));
    this.#grid.setAttribute('aria-busy', String(status.state === 'loading'));
    this.element.classList.toggle('busy', status.state === 'loading');
    this.#empty.hidden = rows.length > 0 || status.state !== 'end';
    this.#window.show(rows.length, this.#place?.row ?? 0);
  }

  refill(row: number): void {
    this.#window.refill(row);
  }

  /** @param focus whether the keyboard goes there too */
  goTo(place: Place, focus: boolean, block: ScrollLogicalPosition = 'nearest'): void {
    this.#setPlace(place);
    const cell = this.#cell(place);
    if (focus) cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block, inline: 'nearest' });
  }

  #setPlace(place: Place): void {
    const before = this.#place ?? { row: 0, column: 0 };
    const sameRow = this.#place?.row === place.row;
    this.#place = place;
    this.#window.show(this.#options.model.rows.length, place.row);
    this.#cell(before)?.setAttribute('tabindex', '-1');
    this.#cell(place)?.setAttribute('tabindex', '0');
    if (sameRow) return;
    this.#window.line(before.row)?.removeAttribute('aria-selected');
    this.#window.line(place.row)?.setAttribute('aria-selected', 'true');
    this.#options.onFocusRow(place.row);
  }

  #cell({ row, column }: Place): HTMLElement | undefined {
    return this.#window.line(row)?.children[column] as HTMLElement | undefined;
  }

  #fill(line: HTMLElement, index: number): void {
    const { model, strings, format } = this.#options;
    const row = model.rows[index];
    if (row === undefined) return;
    line.dataset['row'] = String(index);
    line.dataset['vscodeContext'] = contextOf(row, index, model.generation);
    line.setAttribute('aria-rowindex', String(index + 2));
    line.classList.toggle('odd', index % 2 === 1);
    if (this.#place?.row === index) line.setAttribute('aria-selected', 'true');
    else line.removeAttribute('aria-selected');
    const stop = this.#place ?? { row: 0, column: 0 };
    COLUMNS.forEach((_, column) => {
      const tabStop = stop.row === index && stop.column === column;
      line.children[column]?.setAttribute('tabindex', tabStop ? '0' : '-1');
    });
    fillRow(line, row, { strings, format });
  }

  #onFocus({ target }: FocusEvent): void {
    const place = placeOf(target);
    if (place !== undefined) this.#setPlace(place);
  }

  #onKey(event: KeyboardEvent): void {
    const from = placeOf(event.target);
    if (from === undefined || event.altKey || event.shiftKey) return;
    const key = { key: event.key, control: event.ctrlKey || event.metaKey };
    const to = moved(key, from, this.#extent());
    if (to !== undefined) this.goTo(to, true);
    else if (event.key === 'Enter' && !key.control) this.#open(from);
    else return;
    event.preventDefault();
  }

  #extent() {
    const screen = Math.floor(this.#scroller.clientHeight / ROW_HEIGHT) - 1;
    return { rows: this.#options.model.rows.length, columns: COLUMNS.length, screen };
  }

  #open(place: Place | undefined): void {
    if (place !== undefined) this.#options.onOpenRecord(place.row);
  }
}
