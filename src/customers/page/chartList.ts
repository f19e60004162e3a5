import * as l10n from '@vscode/l10n';
import { element } from '../../base/page/dom.ts';
import type { ChartCell, ChartItem } from './chartCell.ts';
import { canChoose, type ChartPick } from './choice.ts';
import type { PageContext } from './pageContext.ts';
import { clamp } from '../../base/numbers.ts';

/** Minimum distance between the list and the edge of the page, in px. */
const EDGE = 4;
/** Minimum height of the list, in px, even if the page then has to scroll. */
const MIN_HEIGHT = 160;

/** `adds`: the pick is added to the other choices of the column. If not, it replaces them. */
type OnPick = (cell: ChartCell, pick: ChartPick, adds: boolean) => void;

/** Data of a chart as a table, for keyboard users and for users who cannot see the bars. */
export class ChartList {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #onPick: OnPick;
  readonly #title = element('h2', { id: 'chart-list-title' });
  readonly #summary = element('p', {});
  readonly #note = element('p', { class: 'error', role: 'alert', 'aria-live': 'off' });
  readonly #table: HTMLElement;
  readonly #rows = element('tbody', {});
  #cell: ChartCell | undefined;
  #activeIndex = 0;

  /** @param onPick called when the user picks a line */
  constructor(context: PageContext, onPick: OnPick) {
    this.#context = context;
    this.#onPick = onPick;
    const headers = [l10n.t('Value'), l10n.t('Customers'), l10n.t('Share')].map((text) =>
      element('th', { scope: 'col' }, text),
    );
    const head = element('thead', {}, element('tr', {}, ...headers));
    this.#table = element('table', { role: 'grid' }, head, this.#rows);
    this.#table.setAttribute('aria-labelledby', 'chart-list-title');
    this.#table.setAttribute('aria-multiselectable', 'true');
    const keys = element(
      'p',
      { class: 'keys' },
      l10n.t(
        'Press Enter to filter by this value. Press Shift+Enter to add this value to the filter.',
      ),
    );
    const parts = [this.#title, this.#summary, this.#note, this.#table, keys];
    const attributes = { class: 'popup chart-list', role: 'dialog', tabindex: '-1' };
    this.element = element('div', attributes, ...parts);
    this.element.setAttribute('aria-labelledby', 'chart-list-title');
    this.element.hidden = true;
    this.#listen();
  }

  /** @param note reason why a choice was not possible; empty: none */
  open(cell: ChartCell, note = ''): void {
    this.#cell = cell;
    this.#activeIndex = 0;
    const title = this.#context.columnTitles[cell.column];
    this.#title.textContent = l10n.t('Statistics of "{0}"', title);
    this.element.hidden = false;
    this.#note.textContent = note;
    if (note !== '') this.#context.announcer.alert(note);
    this.update(cell);
    this.#place(cell.element);
    this.#focus();
  }

  update(cell: ChartCell): void {
    if (this.element.hidden || cell !== this.#cell) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.#summary.textContent = cell.element.getAttribute('aria-label');
    this.#rows.replaceChildren(...cell.items.map((item) => this.#row(cell, item)));
    this.#activeIndex = clamp(this.#activeIndex, 0, cell.items.length - 1);
    this.#setTabStop();
    if (hadFocus) this.#focus();
  }

  close(): void {
    this.element.hidden = true;
    this.#cell = undefined;
  }

  #row(cell: ChartCell, { label, count, pick }: ChartItem): HTMLElement {
    const { format } = this.#context;
    const share = format.percent(count / Math.max(1, cell.statistics?.rows ?? 0));
    const texts = [label, format.number(count), share];
    const cells = texts.map((text) => element('td', { role: 'gridcell' }, text));
    const row = element('tr', { role: 'row', tabindex: '-1' }, ...cells);
    const canPick = pick !== undefined && canChoose(cell.column, pick);
    if (!canPick) row.setAttribute('aria-disabled', 'true');
    else row.setAttribute('aria-selected', String(cell.isChosen(pick)));
    return row;
  }

  #listen(): void {
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('click', (event) => {
      const index = this.#indexOf(event.target);
      if (index < 0) return;
      this.#activeIndex = index;
      this.#focus();
      this.#pick(event.shiftKey || event.ctrlKey || event.metaKey);
    });
    // Screen readers move the focus to rows on their own.
    this.#rows.addEventListener('focusin', ({ target }) => {
      this.#activeIndex = Math.max(0, this.#indexOf(target));
      this.#setTabStop();
    });
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.element.contains(relatedTarget)) this.close();
    });
    document.addEventListener('pointerdown', ({ target }) => {
      if (!this.element.contains(target as Node)) this.close();
    });
    window.addEventListener('resize', () => this.close());
  }

  #indexOf(target: EventTarget | null): number {
    const row = target instanceof Element ? target.closest('tr') : null;
    return row === null ? -1 : [...this.#rows.children].indexOf(row);
  }

  #onKey(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    event.stopPropagation();
    const targetIndex = {
      ArrowDown: this.#activeIndex + 1,
      ArrowUp: this.#activeIndex - 1,
      Home: 0,
      End: Infinity,
    }[key];
    if (key === 'Escape' || key === 'Tab') this.#leave();
    else if (key === 'Enter' || key === ' ') this.#pick(shiftKey);
    else if (targetIndex === undefined) return;
    else {
      this.#activeIndex = clamp(targetIndex, 0, this.#rows.childElementCount - 1);
      this.#focus();
    }
    event.preventDefault();
  }

  #pick(adds: boolean): void {
    const cell = this.#cell;
    const pick = cell?.items[this.#activeIndex]?.pick;
    if (cell === undefined || pick === undefined) return;
    if (canChoose(cell.column, pick)) this.#onPick(cell, pick, adds);
  }

  #leave(): void {
    const cell = this.#cell;
    this.close();
    cell?.element.focus({ preventScroll: true });
  }

  #setTabStop(): void {
    for (const [index, row] of [...this.#rows.children].entries()) {
      (row as HTMLElement).tabIndex = index === this.#activeIndex ? 0 : -1;
    }
  }

  #focus(): void {
    this.#setTabStop();
    const row = this.#rows.children[this.#activeIndex] as HTMLElement | undefined;
    (row ?? this.element).focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }

  /** Places the list below the chart, and moves it so that all of it is visible. */
  #place(chart: HTMLElement): void {
    const { left, bottom } = chart.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const { style, offsetWidth } = this.element;
    style.left = `${clamp(left, EDGE, clientWidth - EDGE - offsetWidth)}px`;
    style.top = `${bottom + EDGE}px`;
    style.maxHeight = `${Math.max(MIN_HEIGHT, clientHeight - bottom - 3 * EDGE)}px`;
  }
}
