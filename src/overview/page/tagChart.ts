import * as l10n from '@vscode/l10n';
import { element, icon } from '../../base/page/dom.ts';
import type { MenuEntry } from '../../base/page/menu.ts';
import type { OverviewAction } from '../overviewMessages.ts';
import type { TagFacts } from '../tidyUp.ts';
import { bar, Card, rove } from './chartCard.ts';
import { type ComparedScans, sortTags, type TagSort } from './facts.ts';
import type { OverviewContext } from './overviewContext.ts';
import { joinedByDots } from './overviewFormat.ts';
import { actionText, WRITE_ACTIONS } from './tidyFinding.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Size of a sparkline, in px. */
const WIDTH = 56;
const HEIGHT = 16;
/** Margin of a sparkline in px, so that the line is not clipped. */
const MARGIN = 2;

/** Returns a sparkline, the oldest value at the left. Screen readers skip it: the numbers are given as text. */
function sparkline(values: readonly number[]): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const attributes = { class: 'spark', width: WIDTH, height: HEIGHT, 'aria-hidden': 'true' };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, String(value));
  const line = document.createElementNS(SVG, 'polyline');
  line.setAttribute('points', pointsOf(values));
  svg.append(line);
  return svg;
}

/** Scales the values from zero to the maximum. A flat line at the bottom means that no customer has the tag. */
function pointsOf(values: readonly number[]): string {
  const maxValue = Math.max(1, ...values);
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      const y = HEIGHT - MARGIN - (value / maxValue) * (HEIGHT - 2 * MARGIN);
      return `${(MARGIN + index * step).toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}

/** Number of tags shown at first. Users rarely read more than one screen, and thousands of rows would be slow. */
const INITIAL_COUNT = 25;
const MORE_COUNT = 100;

interface Shown {
  readonly tags: readonly TagFacts[];
  readonly comparedScans: ComparedScans;
  readonly customerCount: number;
  /** Reason why the bot is read-only; `null`: the bot can be changed. */
  readonly readOnlyReason: string | null;
}

/** Tags by number of customers: a table that is drawn as a bar chart. */
export class TagChart {
  readonly card: Card;
  readonly #context: OverviewContext;
  readonly #search: HTMLInputElement;
  readonly #scanSelect = element('select', { class: 'since', 'data-key': 'since' });
  readonly #chart = element('table', { class: 'tags' });
  readonly #head = element('tr');
  readonly #body = element('tbody');
  readonly #note = element('p', { class: 'dim' });
  readonly #more = element('button', { type: 'button', class: 'link' });
  #shown: Shown | undefined;
  #visibleCount = INITIAL_COUNT;

  /** @param onCompare called with the time, in ms, of the earlier scan that the user chose to compare with */
  constructor(context: OverviewContext, onCompare: (time: number) => void) {
    this.#context = context;
    const title = l10n.t('Customers by tag');
    const search = l10n.t('Find a tag');
    const names = { placeholder: search, 'aria-label': search };
    this.#search = element('input', { type: 'search', class: 'search', ...names });
    this.#search.addEventListener('input', () => {
      this.#visibleCount = INITIAL_COUNT;
      this.#draw();
      this.#announceFound();
    });
    this.#more.addEventListener('click', () => this.#showMore());
    this.#chart.setAttribute('aria-label', title);
    this.#chart.append(element('thead', {}, this.#head), this.#body);
    const chart = element('div', {}, this.#chart, this.#note, this.#more);
    this.#scanSelect.setAttribute('aria-label', l10n.t('Change'));
    this.#scanSelect.addEventListener('change', () => onCompare(Number(this.#scanSelect.value)));
    this.card = new Card(title, chart, [this.#scanSelect, this.#search]);
  }

  focusSearch(): void {
    this.#search.focus();
    this.#search.select();
  }

  show(shown: Shown): void {
    this.#shown = shown;
    // The class hides the columns "Change" and "Scans".
    this.#chart.classList.toggle('alone', shown.comparedScans.comparedScan === undefined);
    const { format } = this.#context;
    this.card.showHint(l10n.t('of {0}', format.customers(shown.customerCount)));
    this.#drawScanSelect(shown.comparedScans);
    this.#draw();
  }

  /** Draws the list of earlier scans. It is hidden for a single earlier scan, since there is no choice. */
  #drawScanSelect({ scans, comparedScan }: ComparedScans): void {
    const { format } = this.#context;
    const earlierScans = scans.slice(0, -1).toReversed();
    this.#scanSelect.hidden = earlierScans.length < 2;
    this.#scanSelect.replaceChildren(
      ...earlierScans.map(({ time }) => {
        const text = l10n.t('Change since {0}', format.moment(time));
        return element('option', { value: String(time) }, text);
      }),
    );
    this.#scanSelect.value = String(comparedScan?.time);
  }

  /** Announces how many tags the search has found, or the name of the only one. */
  #announceFound(): void {
    const { format, announcer } = this.#context;
    const foundTags = this.#findTags();
    const [firstTag] = foundTags;
    const count = l10n.t('{0} tags', format.number(foundTags.length));
    const text = foundTags.length === 1 ? (firstTag?.name ?? '') : count;
    announcer.saySoon('found', foundTags.length === 0 ? this.#note.textContent : text);
  }

  #findTags(): readonly TagFacts[] {
    const { tags = [], comparedScans } = this.#shown ?? {};
    const { format, viewState } = this.#context;
    const query = foldCase(this.#search.value.trim());
    const foundTags =
      query === ''
        ? tags
        : tags.filter(({ name, path }) => foldCase(`${path} ${name}`).includes(query));
    const compare = (one: string, other: string): number => format.compare(one, other);
    return comparedScans === undefined
      ? foundTags
      : sortTags(foundTags, { by: viewState.view.sort, comparedScans, compare });
  }

  #draw(): void {
    const { format } = this.#context;
    const foundTags = this.#findTags();
    const drawnTags = foundTags.slice(0, this.#visibleCount);
    const maxCustomers = foundTags.reduce((max, { customers }) => Math.max(max, customers), 0);
    this.#drawHead();
    this.#body.replaceChildren(...drawnTags.map((tag) => this.#createRow(tag, maxCustomers)));
    const hiddenCount = foundTags.length - drawnTags.length;
    this.#more.hidden = hiddenCount === 0;
    this.#more.textContent = l10n.t('Show More ({0})', format.number(hiddenCount));
    const isEmpty = this.#shown?.tags.length === 0;
    const note = isEmpty ? l10n.t('No tags.') : l10n.t('No tag name contains this text.');
    this.#note.textContent = foundTags.length > 0 ? '' : note;
    rove(this.#body, 'tr');
  }

  #drawHead(): void {
    const { viewState } = this.#context;
    const titles = columnTitles();
    const cells = (['name', 'customers', 'applied', 'change'] as const).map((by) => {
      const isSorted = by === viewState.view.sort;
      const direction = by === 'name' ? 'ascending' : 'descending';
      const attributes = isSorted ? { 'aria-sort': direction } : {};
      const button = element('button', { type: 'button', 'data-key': `sort ${by}` }, titles[by]);
      const wide = by === 'customers' ? { colspan: '2' } : {};
      if (isSorted) button.append(icon(by === 'name' ? 'arrow-up' : 'arrow-down'));
      button.addEventListener('click', () => this.#sortBy(by));
      return element('th', { scope: 'col', class: by, ...wide, ...attributes }, button);
    });
    const historyHead = element('th', { scope: 'col', class: 'spark' }, l10n.t('Scans'));
    const menuTitle = element('span', { class: 'hidden-text' }, l10n.t('Actions'));
    const hasFocus = this.#head.contains(document.activeElement);
    this.#head.replaceChildren(
      ...cells,
      historyHead,
      element('th', { scope: 'col', class: 'end' }, menuTitle),
    );
    if (hasFocus) {
      this.#head.querySelector<HTMLElement>(`[data-key="sort ${viewState.view.sort}"]`)?.focus();
    }
  }

  #createRow(tag: TagFacts, maxCustomers: number): HTMLElement {
    const { format } = this.#context;
    const { customerCount = 0, comparedScans } = this.#shown ?? {};
    const { id, name, path, customers, newest } = tag;
    const nameButton = element(
      'button',
      { type: 'button', class: 'name', 'data-key': `tag ${id}` },
      name,
    );
    const folder = path === '' ? '' : l10n.t('Folder: {0}', path);
    nameButton.title = [name, folder, actionText('customers')]
      .filter((text) => text !== '')
      .join('\n');
    nameButton.addEventListener('click', () => this.#act('customers', id));
    const menuButton = element('button', {
      type: 'button',
      class: 'icon',
      'data-key': `menu ${id}`,
    });
    menuButton.append(icon('ellipsis'));
    menuButton.setAttribute('aria-label', l10n.t('{0}: {1}', l10n.t('Actions'), name));
    menuButton.addEventListener('click', () => {
      const { menu } = this.#context;
      if (menu.isOpenFor(menuButton)) menu.close();
      else this.#showMenu(tag, menuButton);
    });
    const count = joinedByDots(format.number(customers), format.share(customers, customerCount));
    const change = comparedScans?.changeOf(id);
    const appliedCell = element(
      'td',
      { class: 'applied' },
      newest === null ? '–' : format.ago(newest),
    );
    if (newest !== null) appliedCell.title = format.day(newest);
    const row = element(
      'tr',
      {},
      element('th', { scope: 'row', class: 'name' }, nameButton),
      element('td', { class: 'line', 'aria-hidden': 'true' }, bar(customers, maxCustomers)),
      element('td', { class: 'customers' }, count),
      appliedCell,
      element('td', { class: 'change' }, change === undefined ? '–' : format.signed(change)),
      this.#createHistoryCell(comparedScans?.countsOf(id) ?? []),
      element('td', { class: 'end' }, menuButton),
    );
    row.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      this.#showMenu(tag, menuButton);
    });
    return row;
  }

  #createHistoryCell(values: readonly number[]): HTMLElement {
    const { format } = this.#context;
    const cell = element('td', { class: 'spark' });
    if (values.length < 2) return cell;
    const text = format.list(values.map((value) => format.number(value)));
    cell.title = text;
    cell.append(sparkline(values), element('span', { class: 'hidden-text' }, text));
    return cell;
  }

  #sortBy(sort: TagSort): void {
    const { announcer, viewState } = this.#context;
    viewState.change({ sort });
    this.#draw();
    const title = columnTitles()[sort];
    announcer.say(
      sort === 'name'
        ? l10n.t('Sorted by {0}, ascending', title)
        : l10n.t('Sorted by {0}, descending', title),
    );
  }

  #showMenu({ id, name, isListed }: TagFacts, button: HTMLElement): void {
    const { menu } = this.#context;
    const { bottom, left } = button.getBoundingClientRect();
    const actions: readonly OverviewAction[] = isListed
      ? ['customers', 'tree', 'merge', 'planDelete']
      : ['customers'];
    const entries = actions.map((action): MenuEntry => ({
      label: actionText(action),
      disabledReason: WRITE_ACTIONS.includes(action) ? this.#shown?.readOnlyReason : null,
      act: () => this.#act(action, id),
    }));
    menu.show(name, [entries], button, { x: left, y: bottom });
  }

  #act(action: OverviewAction, id: string): void {
    this.#context.host.post({ type: 'tags', action, ids: [id] });
  }

  #showMore(): void {
    const firstNewIndex = this.#visibleCount;
    this.#visibleCount += MORE_COUNT;
    this.#draw();
    this.#body.children[firstNewIndex]?.querySelector('button')?.focus();
  }
}

function columnTitles(): Readonly<Record<TagSort, string>> {
  return {
    name: l10n.t('Tag'),
    customers: l10n.t('Customers'),
    applied: l10n.t('Last applied'),
    change: l10n.t('Change'),
  };
}

function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
