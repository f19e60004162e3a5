import { bitsFromText } from '../core/rowBits.ts';
import type { PageStrings, PanelMessage } from '../protocol.ts';
import type { Column, ColumnState } from './columns.ts';
import { ColumnsMenu } from './columnsMenu.ts';
import { Details } from './details.ts';
import { element } from './dom.ts';
import { FilterBar } from './filterBar.ts';
import { Footer } from './footer.ts';
import { createFormat, supportedLocale } from './format.ts';
import { Grid } from './grid.ts';
import { connectPanel } from './messages.ts';
import { QueryForm } from './queryForm.ts';
import { RowActions, type RowAction } from './rowActions.ts';
import { RowOrder } from './rowOrder.ts';
import { RowStore } from './rowStore.ts';
import { RowView } from './rowView.ts';
import { Selection } from './selection.ts';
import { SelectionBar } from './selectionBar.ts';
import { SpotKeeper } from './spotKeeper.ts';
import { Model, type Change } from './state.ts';
import { ViewState } from './viewState.ts';

const page = document.getElementById('page') as HTMLElement;
const strings = JSON.parse(page.dataset['strings'] ?? '') as PageStrings;
const language = document.documentElement.lang;
const format = createFormat(strings, language);
const store = new RowStore(strings.untaggable);
const order = new RowOrder();
const selection = new Selection();
const model = new Model(store);
const panel = connectPanel(onMessage);
const texts = { strings, format, pictures: true };
let pagesBefore = 0;
/** Where the user wants to be once it is shown. */
let wanted: { readonly row: number; readonly focus: boolean } | undefined;

const state = new ViewState({
  keep: (kept) => panel.keep(kept),
  post: (view) => panel.post({ type: 'view', view }),
});
const rows = new RowView({
  index: {
    url: page.dataset['index'] ?? '',
    words: { status: strings.status, male: strings.male, female: strings.female },
    locale: supportedLocale(language),
  },
  ...{ store, order, selection },
  view: () => state.view,
  onOrder: showOrder,
  onScope: (scope) => panel.post({ type: 'scope', generation: model.generation, ...scope }),
});
const query = new QueryForm(strings, (limit, from) => panel.post({ type: 'load', limit, from }));
const actions = new RowActions({ strings, format, onAction: act, onDetails: toggleDetails });
const filter = new FilterBar({
  ...{ strings, format },
  facets: () => rows.index.facets(),
  onFilter: (wantedFilter) => {
    state.change({ filter: wantedFilter });
    grid.toTop();
    rows.refresh();
    showStatus();
  },
});
const columnsMenu = new ColumnsMenu({
  strings,
  columns: () => state.columns,
  onColumns: (columns) => showColumns(columns, true),
});
const selectionBar = new SelectionBar({
  ...{ strings, format },
  onAll: () => {
    selection.all(order);
    showSelection();
  },
  onNone: () => {
    selection.clear();
    showSelection();
  },
});
const footer = new Footer({
  ...{ strings, format },
  onLoadMore: loadMore,
  onPages: (type) => panel.post({ type, generation: model.generation }),
  onLoadAgain: (pages) => panel.post({ type: 'loadPages', generation: model.generation, pages }),
  onCancel: () => panel.post({ type: 'cancel', generation: model.generation }),
});
const details = new Details({
  ...{ strings, format },
  pictures: () => texts.pictures,
  onCopy: (text) => panel.post({ type: 'copyText', text }),
  onClose: toggleDetails,
});
const grid: Grid = new Grid({
  ...{ strings, texts, store, order, selection },
  header: {
    strings,
    columns: () => state.columns,
    sort: () => state.view.sort,
    onColumns: showColumns,
    onSort: sortBy,
  },
  generation: () => model.generation,
  onFocusRow: (row) => {
    panel.post({ type: 'focusRow', generation: model.generation, row });
    showRow();
  },
  onOpen: () => {
    if (!state.view.details) toggleDetails();
    details.focus();
  },
  onSelect: showSelection,
  onCopy: () => panel.post({ type: 'copyIds', generation: model.generation }),
});
const spot = new SpotKeeper({
  ...{ grid, order },
  post: (here) => panel.post({ type: 'spot', generation: model.generation, spot: here }),
});

const tools = element('div', { class: 'tools' }, selectionBar.element, columnsMenu.element);
page.append(
  element('h1', { class: 'hidden-text' }, strings.grid),
  element('header', {}, query.element, actions.element),
  element('div', { class: 'bar' }, filter.element, tools),
  element('div', { class: 'middle' }, grid.element, details.element),
  footer.element,
);
details.element.hidden = true;
showStatus();
panel.post({ type: 'ready' });

function onMessage(message: PanelMessage): void {
  const change = model.apply(message);
  if (change !== undefined) show(change);
}

function show(change: Change): void {
  switch (change.type) {
    case 'reset':
      return showReset(change);
    case 'append':
      if (change.rows !== undefined) rows.add(change.rows);
      if (change.asked) {
        // Read first: at the end of the customers the button goes, and the focus with it.
        wanted = { row: change.first, focus: footer.focused || nothingFocused() };
      }
      showWanted();
      break;
    case 'patch':
      rows.patch(change.row, change.json);
      grid.refresh();
      break;
    case 'askScope':
      return rows.askScope();
    case 'status':
      break;
  }
  showStatus();
}

function showReset(change: Extract<Change, { type: 'reset' }>): void {
  state.restore(change.state);
  texts.pictures = change.pictures;
  pagesBefore = change.pagesBefore;
  wanted = undefined;
  query.show(change.state);
  filter.show(state.view.filter);
  selection.restore(bitsFromText(change.selected));
  rows.clear();
  grid.clear();
  grid.showColumns(state.columns);
  details.element.hidden = !state.view.details;
  spot.start(change.spot, change.status.loaded);
  showStatus();
}

function showOrder(): void {
  grid.reorder();
  showWanted();
  showStatus();
}

/** Goes to the first new row, unless the user went on to something else while it was loading. */
function showWanted(): void {
  spot.show();
  if (wanted === undefined || wanted.row >= order.count) return;
  const position = order.firstFrom(wanted.row);
  grid.update('', false);
  if (position !== undefined) {
    const focus = wanted.focus && document.hasFocus();
    if (wanted.focus) grid.goTo({ row: position, column: 0 }, focus, 'start');
  }
  wanted = undefined;
}

function nothingFocused(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function showStatus(): void {
  const { status } = model;
  const isBusy = status.state === 'loading';
  const isEmpty = store.count === 0;
  const noRows = isEmpty ? strings.none : strings.noMatch;
  grid.update(isEmpty ? (status.state === 'end' ? noRows : '') : noRows, isBusy);
  const shown = { matching: rows.matching, selected: selection.size };
  const isLeaving = footer.update(status, shown, pagesBefore);
  selectionBar.update(order.length, selection.size);
  state.countPages(status.pages);
  if (isLeaving) grid.focus();
  showRow();
}

function showRow(): void {
  const row = grid.row === undefined ? undefined : store.row(grid.row);
  const last = store.count > 0 ? store.pageOf(store.count - 1) : undefined;
  actions.update(row, row?.page ?? last, state.view.details);
  footer.describe(row);
  if (state.view.details) details.show(row, grid.row === undefined ? '' : store.json(grid.row));
}

function showSelection(): void {
  grid.refresh();
  rows.tellScope();
  showStatus();
}

function showColumns(columns: readonly ColumnState[], isDone: boolean): void {
  if (columns !== state.columns) state.change({ columns });
  if (isDone) grid.showColumns(state.columns);
  else grid.resize(state.columns);
}

/** Ascending, descending, and then as the service sent them. */
function sortBy(column: Column): void {
  const { sort } = state.view;
  const isSame = sort?.column === column;
  const next = isSame && sort.descending ? null : { column, descending: isSame };
  state.change({ sort: next });
  grid.header.mark();
  const template = next?.descending ? strings.sortedDown : strings.sortedUp;
  footer.say(next === null ? strings.unsorted : template.replace('{0}', strings.columns[column]));
  rows.refresh();
}

function toggleDetails(): void {
  const isOpen = !state.view.details;
  const hadFocus = details.element.contains(document.activeElement);
  state.change({ details: isOpen });
  details.element.hidden = !isOpen;
  if (hadFocus) grid.focus();
  showStatus();
}

function loadMore(): void {
  const { generation } = model;
  if (!model.askForMore()) return;
  showStatus();
  panel.post({ type: 'loadMore', generation });
}

function act(type: RowAction): void {
  const row = grid.row ?? store.count - 1;
  panel.post({ type, generation: model.generation, row });
}
