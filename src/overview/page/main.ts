/** Entry point of the Tag Overview page: creates and connects its parts, and handles the messages of the panel. */
import { Announcer } from '../../base/page/announcer.ts';
import { connectHost } from '../../base/page/connectHost.ts';
import { element, nothingFocused, onFindKey } from '../../base/page/dom.ts';
import { Menu, type MenuEntry } from '../../base/page/menu.ts';
import type {
  OverviewAction,
  OverviewData,
  OverviewHistory,
  OverviewMessage,
  OverviewRequest,
  OverviewSource,
  ValueChart,
} from '../overviewMessages.ts';
import type { OverviewStrings } from '../overviewStrings.ts';
import { ScanHistory, visibleTags, tagFacts, type TagFacts } from './facts.ts';
import { emptyPage, Head, Numbers } from './head.ts';
import { isSort, TagChart } from './tagChart.ts';
import { WRITE_ACTIONS } from './tidyFinding.ts';
import { TidyList } from './tidyList.ts';
import { ValueBars } from './valueBars.ts';
import { OverviewFormat } from './overviewFormat.ts';

/** Default threshold: tags on fewer customers than this are rare. */
const DEFAULT_RARE_BELOW = 5;
/** Charts of values, in displayed order. */
const CHARTS = ['last', 'first', 'status', 'platform', 'page'] as const;

const page = document.getElementById('page') as HTMLElement;
const strings = JSON.parse(page.dataset['strings'] ?? '') as OverviewStrings;
const format = new OverviewFormat(strings, document.documentElement.lang);
const host = connectHost<OverviewRequest, SavedView>((message) =>
  onMessage(message as OverviewMessage),
);
let { fewer: rareBelow = DEFAULT_RARE_BELOW, sort = 'customers' } = host.savedState;
let data: OverviewData | undefined;
/** Findings that were ignored in this page. They take precedence over `data.ignored`, which may be older. */
let ignoredOnPage: OverviewData['ignored'] | undefined;
let facts: readonly TagFacts[] = [];
let history: OverviewHistory | null = null;
/** Time of the scan with which the counts are compared, in ms. */
let comparedTime: number | undefined;
let scanHistory = new ScanHistory(null);

const onCommand = (command: 'scan' | 'cancel' | 'openCustomers' | 'export') =>
  host.post({ type: 'command', command });
const onAct = (action: OverviewAction, ids: readonly string[]): void =>
  host.post({ type: 'tags', action, ids: [...ids] });
const onValue = (chart: ValueChart, value: string): void =>
  host.post({ type: 'value', chart, value });

const menu = new Menu();
const announcer = new Announcer();
const head = new Head({
  format,
  announcer,
  onCommand,
  onSource: (source) => host.post({ type: 'source', source }),
});
const numbers = new Numbers(format, () => {
  tidyList.card.element.focus({ preventScroll: true });
  tidyList.card.element.scrollIntoView();
});
const tagChart = new TagChart({
  format,
  announcer,
  onAct,
  onSince: (time) => {
    comparedTime = time;
    setHistory(history);
    drawKeepingFocus(showCounts);
  },
  sort: isSort(sort) ? sort : 'customers',
  onSort: (by) => {
    sort = by;
    saveView();
  },
  onMenu: showMenu,
});
const charts = CHARTS.map((chart) => new ValueBars({ format, chart, onValue }));
const tidyList = new TidyList({
  format,
  announcer,
  rareBelow,
  onAct,
  onIgnore: (ignored) => {
    host.post({ type: 'ignore', ignored: [...ignored] });
    ignoredOnPage = ignored;
    showTidy();
  },
  onRareBelow: (value) => {
    rareBelow = value;
    saveView();
  },
  onCount: (count) => numbers.showTidy(count),
});
const emptyContent = emptyPage({ format, onCommand });
const countedContent = element(
  'div',
  { class: 'filled' },
  numbers.element,
  tagChart.card.element,
  tidyList.card.element,
  element('div', { class: 'values' }, ...charts.map(({ card }) => card.element)),
);
countedContent.hidden = true;
emptyContent.hidden = true;
page.append(head.element, emptyContent, countedContent, menu.element, announcer.element);
onFindKey(() => tagChart.focusSearch());
window.addEventListener('focus', focusStart);
host.post({ type: 'ready' });

function onMessage(message: OverviewMessage): void {
  switch (message.type) {
    case 'show':
      return drawKeepingFocus(() => show(message.data));
    case 'history':
      setHistory(message.history);
      return drawKeepingFocus(showCounts);
    case 'progress':
      return drawKeepingFocus(() => head.showProgress(message.text));
  }
}

function show(newData: OverviewData): void {
  data = newData;
  facts = tagFacts(newData);
  setHistory(newData.history);
  saveView();
  head.show(newData);
  emptyContent.hidden = newData.aggregate !== null;
  countedContent.hidden = newData.aggregate === null;
  showCounts();
  focusStart();
  const { aggregate } = newData;
  if (aggregate === null) return;
  for (const chart of charts) chart.show(aggregate);
  // Paint the other parts first, because the search for similar names takes a while.
  requestAnimationFrame(() => setTimeout(() => drawKeepingFocus(showTidy)));
}

function setHistory(newHistory: OverviewHistory | null): void {
  history = newHistory;
  scanHistory = new ScanHistory(history, comparedTime);
}

function showCounts(): void {
  const aggregate = data?.aggregate;
  if (!aggregate) return;
  const tags = visibleTags(facts);
  numbers.show({ aggregate, tags, scanHistory });
  tagChart.show({ tags, scanHistory, customerCount: aggregate.customers });
}

function showTidy(): void {
  if (data === undefined) return;
  const { aggregate, scope, readOnlyReason } = data;
  const ignored = ignoredOnPage ?? data.ignored;
  const countedScope =
    aggregate === null || scope === null
      ? undefined
      : { time: aggregate.time, customers: aggregate.customers, isWhole: scope.isWhole };
  tidyList.show({ facts, scope: countedScope, ignored, readOnlyReason });
}

function showMenu(tag: TagFacts, button: HTMLElement): void {
  const { bottom, left } = button.getBoundingClientRect();
  const actions: readonly OverviewAction[] = tag.isListed
    ? ['customers', 'tree', 'merge', 'planDelete']
    : ['customers'];
  const entries = actions.map((action): MenuEntry => ({
    label: strings.actions[action],
    disabledReason: WRITE_ACTIONS.includes(action) ? data?.readOnlyReason : null,
    act: () => onAct(action, [tag.id]),
  }));
  menu.show(tag.name, [entries], button, { x: left, y: bottom });
}

function saveView(): void {
  if (data === undefined) return;
  host.saveState({ bot: data.bot, source: data.scope?.source ?? null, fewer: rareBelow, sort });
}

/** Moves the keyboard focus to the start of the page, unless an element already has the focus. */
function focusStart(): void {
  if (data === undefined || !document.hasFocus() || !nothingFocused()) return;
  if (countedContent.hidden) emptyContent.querySelector('button')?.focus();
  else tagChart.focusSearch();
}

/** Restores the focus, because drawing replaces elements. If the element is gone, the Scan button gets the focus. */
function drawKeepingFocus(draw: () => void): void {
  const focusedBefore = document.activeElement as HTMLElement | null;
  const key = focusedBefore?.dataset['key'];
  draw();
  if (key === undefined || focusedBefore?.checkVisibility() === true) return;
  const buttons = [...page.querySelectorAll('button')].filter((button) => button.checkVisibility());
  const buttonWithKey = (wantedKey: string) =>
    buttons.find((button) => button.dataset['key'] === wantedKey);
  (buttonWithKey(key) ?? buttonWithKey('scan'))?.focus({ preventScroll: true });
}

/** State that is kept while the tab is hidden and over a window reload. Contains no customer data. */
interface SavedView {
  readonly bot: string;
  readonly source: OverviewSource | null;
  /** Value of `rareBelow`. */
  readonly fewer: number;
  readonly sort: string;
}
