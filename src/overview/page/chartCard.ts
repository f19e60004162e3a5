import { element } from '../../base/page/dom.ts';
import type { OverviewFormat } from './overviewFormat.ts';

/** Data of a chart as a table. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

interface CardOptions {
  readonly format: OverviewFormat;
  readonly title: string;
  readonly chart: HTMLElement;
  /** Returns the data of the chart, which can be shown instead of it. Absent if the chart itself is a table. */
  readonly table?: () => Table;
  readonly controls?: readonly HTMLElement[];
}

/** Maximum number of table rows. Users do not read longer tables. */
const MAX_ROWS = 500;

/** Number of created cards, for unique element IDs. */
let cardCount = 0;

/** Card with a chart, its title, and a toggle that shows the data as a table. */
export class Card {
  readonly element: HTMLElement;
  readonly #options: CardOptions;
  readonly #hint = element('span', { class: 'dim' });
  readonly #table = element('div', { class: 'plain', tabindex: '0' });
  readonly #toggle: HTMLButtonElement;

  constructor(options: CardOptions) {
    this.#options = options;
    const { format, title, chart, table, controls = [] } = options;
    const { asTable } = format.strings;
    const id = `card${cardCount++}`;
    this.#toggle = element('button', { type: 'button', class: 'link' }, asTable, ' ');
    this.#toggle.append(element('span', { class: 'hidden-text' }, title));
    this.#toggle.addEventListener('click', () => this.#switch());
    this.#toggle.hidden = table === undefined;
    this.#table.hidden = true;
    this.#table.setAttribute('role', 'group');
    this.#table.setAttribute('aria-label', title);
    const titles = element('div', { class: 'titles' }, element('h2', { id }, title), this.#hint);
    const tools = element('div', { class: 'tools' }, ...controls, this.#toggle);
    const head = element('div', { class: 'card-head' }, titles, tools);
    const attributes = { class: 'card', 'aria-labelledby': id };
    this.element = element('section', attributes, head, chart, this.#table);
  }

  /** To be called after the chart was drawn again. The hint is shown beside the title. */
  update(hint = ''): void {
    this.#hint.textContent = hint;
    if (!this.#table.hidden) this.#fill();
  }

  #switch(): void {
    const { format, chart } = this.#options;
    const showsTable = this.#table.hidden;
    this.#table.hidden = !showsTable;
    chart.hidden = showsTable;
    const { asChart, asTable } = format.strings;
    this.#toggle.firstChild?.replaceWith(showsTable ? asChart : asTable);
    if (showsTable) this.#fill();
  }

  #fill(): void {
    const { format, table } = this.#options;
    if (table === undefined) return;
    const { head, rows } = table();
    const cell = (value: string | number) =>
      typeof value === 'number'
        ? element('td', { class: 'number' }, format.number(value))
        : element('td', {}, value);
    const lines = rows.slice(0, MAX_ROWS).map((row) => element('tr', {}, ...row.map(cell)));
    const titles = head.map((title, index) =>
      element('th', { scope: 'col', ...(index === 0 ? {} : { class: 'number' }) }, title),
    );
    this.#table.replaceChildren(
      element(
        'table',
        {},
        element('thead', {}, element('tr', {}, ...titles)),
        element('tbody', {}, ...lines),
      ),
    );
  }
}

/** Hidden from screen readers, because the number is next to the bar. */
export function bar(part: number, whole: number): HTMLElement {
  const barElement = element('span', { class: 'bar', 'aria-hidden': 'true' });
  if (part === 0) return barElement;
  const fill = element('span', { class: 'fill' });
  fill.style.width = `${percent(part, whole)}%`;
  barElement.append(fill);
  return barElement;
}

/** Returns a percentage. A share above 0 is at least 1%, so that it is visible. */
export function percent(part: number, whole: number): number {
  return part === 0 || whole === 0 ? 0 : Math.max(1, (part / whole) * 100);
}

/**
 * Implements roving focus: Tab reaches one button of a chart, the up and down keys move between lines, and the left and
 * right keys move within a line. Must be called again after the buttons have changed.
 */
export function rove(container: HTMLElement, lineSelector: string): void {
  const buttons = [...container.querySelectorAll('button')];
  const hasFocus = buttons.some((button) => button === document.activeElement);
  for (const [index, button] of buttons.entries()) {
    // If no button has the focus, Tab reaches the first button.
    const isReached = hasFocus ? button === document.activeElement : index === 0;
    button.tabIndex = isReached ? 0 : -1;
  }
  if (container.dataset['roves'] !== undefined) return;
  container.dataset['roves'] = lineSelector;
  container.addEventListener('keydown', (event) => onKey(container, lineSelector, event));
  container.addEventListener('focusin', ({ target }) => {
    for (const button of container.querySelectorAll('button')) {
      button.tabIndex = button === target ? 0 : -1;
    }
  });
}

function onKey(container: HTMLElement, lineSelector: string, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (ctrlKey || metaKey || altKey) return;
  const lines = [...container.querySelectorAll(lineSelector)]
    .map((lineElement) => [...lineElement.querySelectorAll('button')])
    .filter((buttons) => buttons.length > 0);
  const row = lines.findIndex((buttons) => buttons.includes(target as HTMLButtonElement));
  const column = lines[row]?.indexOf(target as HTMLButtonElement) ?? 0;
  // Home and End move between lines, or within the line if there is only one.
  const destinations: Readonly<Record<string, readonly [row: number, column: number]>> = {
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    ArrowRight: [row, column + 1],
    ArrowLeft: [row, column - 1],
    Home: lines.length > 1 ? [0, column] : [0, 0],
    End: lines.length > 1 ? [lines.length - 1, column] : [0, (lines[0]?.length ?? 1) - 1],
  };
  const destination = Object.hasOwn(destinations, key) ? destinations[key] : undefined;
  if (destination === undefined || row < 0) return;
  event.preventDefault();
  const [toRow, toColumn] = destination;
  const targetButtons = lines[toRow];
  // If another line is shorter, its last button gets the focus. At the ends of a line, the focus stays.
  (toRow === row
    ? targetButtons?.[toColumn]
    : (targetButtons?.[toColumn] ?? targetButtons?.at(-1))
  )?.focus();
}
