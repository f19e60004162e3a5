import { element } from '../../base/page/dom.ts';
import type { Words } from './words.ts';

/** A chart in numbers. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

interface CardOptions {
  readonly words: Words;
  readonly title: string;
  readonly chart: HTMLElement;
  /** The chart in numbers, to be shown in its place; absent: it is a table itself. */
  readonly table?: () => Table;
  /** More controls in its head. */
  readonly controls?: readonly HTMLElement[];
}

/** Nobody reads more lines of a table than these. */
const MOST_LINES = 500;

let cards = 0;

/** A chart with its title, and its numbers as a table. */
export class Card {
  readonly element: HTMLElement;
  readonly #options: CardOptions;
  readonly #hint = element('span', { class: 'dim' });
  readonly #table = element('div', { class: 'plain', tabindex: '0' });
  readonly #toggle: HTMLButtonElement;

  constructor(options: CardOptions) {
    this.#options = options;
    const { words, title, chart, table, controls = [] } = options;
    const { asTable } = words.strings;
    const id = `card${cards++}`;
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

  /** The chart was drawn anew. */
  update(hint = ''): void {
    this.#hint.textContent = hint;
    if (!this.#table.hidden) this.#fill();
  }

  #switch(): void {
    const { words, chart } = this.#options;
    const isTable = this.#table.hidden;
    this.#table.hidden = !isTable;
    chart.hidden = isTable;
    const { asChart, asTable } = words.strings;
    this.#toggle.firstChild?.replaceWith(isTable ? asChart : asTable);
    if (isTable) this.#fill();
  }

  #fill(): void {
    const { words, table } = this.#options;
    if (table === undefined) return;
    const { head, rows } = table();
    const cell = (value: string | number) =>
      typeof value === 'number'
        ? element('td', { class: 'number' }, words.number(value))
        : element('td', {}, value);
    const lines = rows.slice(0, MOST_LINES).map((row) => element('tr', {}, ...row.map(cell)));
    const titles = head.map((title, at) =>
      element('th', { scope: 'col', ...(at === 0 ? {} : { class: 'number' }) }, title),
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
