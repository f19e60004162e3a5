import { bitsFromText } from '../core/customers/rowBits.ts';
import type { PanelMessage } from '../surface/gridMessages.ts';
import type { GridStrings } from '../surface/gridStrings.ts';
import type { ColumnState } from './base/columns.ts';
import { element, nothingFocused } from './base/dom.ts';
import { onFindKey } from './base/findKey.ts';
import { createFormat, supportedLocale } from './base/format.ts';
import { connectPanel } from './connectPanel.ts';
import { Menu } from './controls/menu.ts';
import { toolbar } from './controls/toolbar.ts';
import { Details } from './details.ts';
import { QueryForm } from './filter/queryForm.ts';
import { Footer } from './footer.ts';
import { ColumnsMenu } from './grid/columnsMenu.ts';
import { EmptyNote } from './grid/emptyNote.ts';
import { Grid } from './grid/grid.ts';
import { headerMenu } from './grid/headerMenu.ts';
import { RowOrder } from './grid/rowOrder.ts';
import { RowStore } from './grid/rowStore.ts';
import { Selection } from './grid/selection.ts';
import { SpotKeeper } from './grid/spotKeeper.ts';
import { Narrowing } from './narrowing.ts';
import { reasonAgainstTags, RowActions, type RowAction } from './rowActions.ts';
import { RowView } from './rowView.ts';
import { Sorting } from './sorting.ts';
import { Model, type Change } from './state.ts';
import { ViewState } from './viewState.ts';

const page = document.getElementById('page') as HTMLElement;
const strings = JSON.parse(page.dataset['strings'] ?? '') as GridStrings;
const language = document.documentElement.lang;
const format = createFormat(strings, language);
const store = new RowStore(strings.untaggable);
const order = new RowOrder();
const selection = new Selection();
const model = new Model(store);
const panel = connectPanel(onMessage);
const texts = { strings, format, pictures: true };
let pagesBefore = 0;
/** Where the person wants to be once it is shown. */
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
    onStatistics: () => undefined,
  },
  ...{ store, order, selection },
  view: () => state.view,
  onOrder: showOrder,
  onScope: (scope) => panel.post({ type: 'scope', generation: model.generation, ...scope }),
});
const sorting = new Sorting({
  ...{ strings, state },
  onSorted: (text) => {
    grid.header.mark();
    footer.say(text);
    rows.refresh();
  },
});
const menu = new Menu();
const query = new QueryForm({
  ...{ strings, format },
  onLoad: (limit, from) => panel.post({ type: 'load', limit, from }),
});
const onColumns = (columns: readonly ColumnState[]): void => showColumns(columns, true);
const columnsMenu = new ColumnsMenu({ strings, columns: () => state.columns, onColumns });
const actions = new RowActions({
  ...{ strings, format, menu },
  onAction: act,
  onDetails: toggleDetails,
  onSelectAll: () => select(() => selection.all(order)),
  onSelectNone: () => select(() => selection.clear()),
  onAudience: () => panel.post({ type: 'exportAudience', generation: model.generation }),
  showColumns: (content) => columnsMenu.show(content),
});
const narrowing = new Narrowing({
  ...{ strings, format, rows, panel },
  loaded: () => store.count,
  onFilter: (wantedFilter) => {
    state.change({ filter: wantedFilter });
    grid.toTop();
    rows.refresh();
    showStatus();
  },
});
const { filter, segment } = narrowing;
const empty = new EmptyNote(strings, { onClear: () => filter.clear(), onMore: loadMore });
const footer = new Footer({
  ...{ strings, format, query: query.element },
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
  onAttach: () => act('attachTag'),
  onDetach: (tag) =>
    panel.post({ type: 'detachTag', generation: model.generation, row: rowInHand() ?? 0, tag }),
  onTag: (tag) => filter.addTag(tag),
});
const grid: Grid = new Grid({
  ...{ strings, texts, store, order, selection },
  empty: empty.element,
  header: {
    strings,
    columns: () => state.columns,
    sort: () => state.view.sort,
    onColumns: showColumns,
    onSort: sorting.by,
    onMenu: (column, cell, at) => {
      const entries = headerMenu(column, { strings, state, onSort: sorting.as, onColumns });
      menu.show(strings.columns[column], entries, cell, at);
    },
  },
  generation: () => model.generation,
  onFocusRow: (row) => {
    panel.post({ type: 'focusRow', generation: model.generation, row });
    showRow();
  },
  onOpen: () => openDetails(),
  onTag: (tag) => filter.addTag(tag),
  onSelect: showSelection,
  onCopy: () => panel.post({ type: 'copyIds', generation: model.generation }),
});
const spot = new SpotKeeper({
  ...{ grid, order },
  post: (here) => panel.post({ type: 'spot', generation: model.generation, spot: here }),
});

page.append(
  element('h1', { class: 'hidden-text' }, strings.grid),
  toolbar(strings.grid, filter.element, actions.element),
  segment.element,
  element('div', { class: 'middle' }, grid.element, details.element),
  footer.element,
  menu.element,
);
onFindKey(() => filter.focus());
details.element.hidden = true;
showStatus();
panel.post({ type: 'ready' });

function onMessage(message: PanelMessage): void {
  if (narrowing.take(message)) return;
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
        const isFree = footer.focused || empty.focused || nothingFocused();
        wanted = { row: change.first, focus: isFree };
      }
      segment.refresh();
      showWanted();
      break;
    case 'patch':
      rows.patch(change.row, change.json);
      segment.refresh();
      grid.refresh();
      break;
    case 'askScope':
      state.flush();
      return rows.askScope();
    case 'showTags':
    case 'showSegment':
      return narrowing.show(change);
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
  segment.refresh();
  grid.clear();
  grid.showColumns(state.columns);
  details.element.hidden = !state.view.details;
  spot.start(change.spot, change.status.loaded);
  showStatus();
}

function showOrder(): void {
  grid.reorder();
  void filter.learnNames();
  showWanted();
  showStatus();
}

/** Goes to the first new row, unless the person went on to something else while it was loading. */
function showWanted(): void {
  spot.show();
  if (wanted === undefined || wanted.row >= order.count) return;
  const position = order.firstFrom(wanted.row);
  grid.update(false, false);
  if (position !== undefined) {
    const focus = wanted.focus && document.hasFocus();
    if (wanted.focus) grid.goTo({ row: position, column: 0 }, focus, 'start');
  }
  wanted = undefined;
}

function showStatus(): void {
  const { status } = model;
  const isEmpty = store.count === 0;
  grid.update(!isEmpty || status.state === 'end', status.state === 'loading');
  const shown = { matching: rows.matching, selected: selection.size };
  const isLeaving = footer.update(status, shown, pagesBefore);
  empty.show(isEmpty, status.state);
  state.countPages(status.pages);
  if (isLeaving) grid.focus();
  showRow();
}

function showRow(): void {
  const at = rowInHand();
  const row = at === undefined ? undefined : store.row(at);
  const last = store.count > 0 ? store.pageOf(store.count - 1) : undefined;
  const [selected, hasDetails] = [selection.size, state.view.details];
  actions.update({ row, page: row?.page ?? last, hasDetails, shown: order.length, selected });
  footer.describe(row);
  if (!hasDetails) return;
  const json = at === undefined ? '' : store.json(at);
  details.show(row, json, reasonAgainstTags({ row, selected }, strings));
}

/** The row that one is at, else the one that is selected and shown. */
function rowInHand(): number | undefined {
  const { single } = selection;
  const isShown = single !== undefined && order.positionOf(single) !== undefined;
  return grid.row ?? (isShown ? single : undefined);
}

function select(change: () => void): void {
  change();
  showSelection();
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

function openDetails(): void {
  if (!state.view.details) toggleDetails();
  details.focus();
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
  const row = rowInHand() ?? store.count - 1;
  const isOfMany = type === 'attachTag' || type === 'detachTag';
  // Many are selected, and the one that has the focus may be none of them.
  const about = isOfMany ? (selection.oneOfMany(row) ?? row) : row;
  panel.post({ type, generation: model.generation, row: about });
}
