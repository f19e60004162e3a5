/** Entry point of the Tag Overview page: creates and connects its parts, and handles the messages of the panel. */
import { configureTexts, connectHost } from '../../base/page/connectHost.ts';
import { element, nothingFocused, onFindKey } from '../../base/page/dom.ts';
import type { OverviewData, OverviewHistory, OverviewMessage } from '../overviewMessages.ts';
import type { TagFacts } from '../tidyUp.ts';
import { ComparedScans, visibleTags, tagFacts } from './facts.ts';
import { emptyPage, Head, Numbers } from './head.ts';
import { createOverviewContext } from './overviewContext.ts';
import { TagChart } from './tagChart.ts';
import { TidyList } from './tidyList.ts';
import { ValueBars } from './valueBars.ts';

/** Charts of values, in displayed order. */
const CHARTS = ['last', 'first', 'status', 'platform', 'page'] as const;

const page = document.getElementById('page') as HTMLElement;
configureTexts(page);
const context = createOverviewContext(
  connectHost((message) => onMessage(message as OverviewMessage)),
);
const { host, menu, announcer, viewState } = context;
let data: OverviewData | undefined;
let facts: readonly TagFacts[] = [];
let history: OverviewHistory | null = null;
/** Time of the scan with which the counts are compared, in ms. */
let comparedTime: number | undefined;
let comparedScans = new ComparedScans(null);

const head = new Head(context);
const numbers = new Numbers(context.format, () => {
  tidyList.card.element.focus({ preventScroll: true });
  tidyList.card.element.scrollIntoView();
});
const tagChart = new TagChart(context, (time) => {
  comparedTime = time;
  setHistory(history);
  drawKeepingFocus(showCounts);
});
const charts = CHARTS.map((chart) => new ValueBars(context, chart));
const tidyList = new TidyList(context, (tagCount) => numbers.showTidy(tagCount));
const emptyContent = emptyPage(context);
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
  viewState.saveShown(newData);
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
  comparedScans = new ComparedScans(history, comparedTime);
}

function showCounts(): void {
  const { aggregate, readOnlyReason = null } = data ?? {};
  if (!aggregate) return;
  const tags = visibleTags(facts);
  numbers.show({ aggregate, tags, comparedScans });
  tagChart.show({ tags, comparedScans, customerCount: aggregate.customers, readOnlyReason });
}

function showTidy(): void {
  if (data === undefined) return;
  const { aggregate, scope, readOnlyReason, ignored } = data;
  const countedScope =
    aggregate === null || scope === null
      ? undefined
      : { time: aggregate.time, customers: aggregate.customers, isWhole: scope.isWhole };
  tidyList.show({ facts, scope: countedScope, ignored, readOnlyReason });
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
