/** Entry point of the Customers page: creates and connects its parts, and handles the messages of the panel. */
import * as l10n from '@vscode/l10n';
import { bitsFromText } from '../gridRows.ts';
import type { PanelMessage } from '../gridMessages.ts';
import type { ColumnState } from './columns.ts';
import type { Column, Sort } from '../../base/customerFields.ts';
import { configureTexts } from '../../base/page/connectHost.ts';
import { element, onFindKey } from '../../base/page/dom.ts';
import { Charts } from './charts.ts';
import { type PageActions, connectPanel, createPageContext } from './pageContext.ts';
import { toolbar } from '../../base/page/toolbar.ts';
import { RangeCopy } from './copyRange.ts';
import { Footer } from './footer.ts';
import { Grid } from './grid.ts';
import { GridInput } from './gridInput.ts';
import { GridNotes } from './gridNotes.ts';
import { ScrollRestorer } from './scrollRestorer.ts';
import { QueryForm } from './queryForm.ts';
import { RowActions } from './rowActions.ts';
import { RowPane } from './rowPane.ts';
import { RowView } from './rowView.ts';
import { SearchBar } from './searchBar.ts';

const panel = connectPanel(onMessage);
// Sent first, so that the panel can answer while the page is built.
panel.post({ type: 'ready' });

const page = document.getElementById('page') as HTMLElement;
/** Actions of the page. The parts call them only after all parts have been created. */
const actions: PageActions = {
  loadMore,
  loadAll: () => panel.post({ type: 'loadAll', generation: model.generation }),
  changeSearch: (edit) => search.change(edit),
  replaceSearch: (text) => search.replaceText(text),
  clearSearch: () => search.clear(),
  searchTag: (tag) => void search.searchTag(tag),
  filterRows,
  sortRows,
  showColumns,
  openDetails,
  toggleDetails,
  toggleStatistics: () => showStatistics(!charts.isShown),
  openStatistics,
  copyRange: (format) => void rangeCopy.copy(format),
  runRowAction: (type) => pane.act(type),
  showOrder,
  showSelection,
  showRow,
};
configureTexts(page);
const context = createPageContext(page, panel, actions);
const { announcer, menu, store, selection, model, viewState } = context;
let pagesBeforeReload = 0;
const rows = new RowView(context);
const search = new SearchBar(context, rows);
const charts = new Charts(context, rows, search);
const notes = new GridNotes(context);
const grid = new Grid(context, notes, charts);
new GridInput(context, grid).listen();
const pane = new RowPane(context, grid);
const rowActions = new RowActions(context);
const query = new QueryForm(context);
const footer = new Footer(context, query.element);
const rangeCopy = new RangeCopy(context);
const scrollRestorer = new ScrollRestorer(context, grid, search);

page.append(element('h1', { class: 'hidden-text' }, l10n.t('Customers')));
const content = [
  toolbar(l10n.t('Customers'), search.element, rowActions.element),
  search.message,
  element('div', { class: 'middle' }, grid.element, pane.element),
  footer.element,
  menu.element,
  charts.list.element,
];
onFindKey(() => search.focus());
showStatus();
const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
panel.post({ type: 'zone', zone });

function onMessage(message: PanelMessage): void {
  if (!model.apply(message)) return;
  switch (message.type) {
    case 'reset':
      return showReset(message);
    case 'append':
      // The last page may be empty.
      if (message.rows.spans.length > 0) {
        const hasAllRows = store.count >= model.status.loaded;
        rows.add(message.rows, hasAllRows);
      }
      search.onRowsChanged();
      if (scrollRestorer.tryRestore() === 'waiting') return;
      break;
    case 'patch':
      rows.patch(message.row, message.json);
      search.onRowsChanged();
      grid.refreshRow(message.row);
      break;
    case 'askScope':
      // A command applies to the current text of the search box, even if it was typed a moment ago.
      search.apply();
      return rows.requestScope();
    case 'copyRange':
      return void rangeCopy.copy('csv');
    case 'showTags':
    case 'showSegment':
      return search.showRequested(message);
    case 'vocabulary':
      return search.setVocabulary(message.vocabulary);
    case 'segments':
      return search.setSaved(message.saved);
    case 'lock':
    case 'status':
      break;
  }
  showStatus();
}

function showReset(change: Extract<PanelMessage, { type: 'reset' }>): void {
  // If the content were added earlier, the browser would lay it out twice: first without columns.
  if (!footer.element.isConnected) page.append(...content);
  viewState.restore(change.state);
  pagesBeforeReload = change.pagesBefore;
  query.show(change.state);
  search.show(viewState.view);
  selection.restore(bitsFromText(change.selected));
  rows.clear(change.matching);
  search.onRowsChanged();
  grid.clear();
  grid.showColumns();
  pane.restore();
  charts.setShown(viewState.view.statistics);
  grid.showHeads();
  scrollRestorer.start(change.gridPosition, change.status.loaded);
  showStatus();
}

function showOrder(): void {
  const restored = scrollRestorer.tryRestore();
  if (restored === 'waiting') return;
  if (restored === undefined) grid.reorder();
  showStatus();
}

/** Updates everything that depends on the loading state and on the numbers of rows. */
function showStatus(): void {
  const { status } = model;
  const isEmpty = store.count === 0;
  // Without rows, the note waits for the end of loading. During a search, it waits for the answer of the index.
  const canShowEmptyNote = isEmpty ? status.state === 'end' : rows.isOrdered;
  grid.update({ canShowEmptyNote, isBusy: status.state === 'loading' });
  search.showCount();
  const { matchingCount } = rows;
  const isFooterFocusLost = footer.update(matchingCount, pagesBeforeReload);
  const isNoteFocusLost = notes.show(matchingCount);
  viewState.countPages(status.pages);
  charts.refresh();
  if (isFooterFocusLost || isNoteFocusLost) grid.focus();
  showRow();
}

/** Updates everything that depends on the current row. */
function showRow(): void {
  const row = pane.show();
  rowActions.update(row);
  page.dataset['vscodeContext'] = JSON.stringify({ botTagsReadOnly: model.lockReason !== null });
  footer.describe(row);
}

function showSelection(): void {
  grid.refresh();
  rows.reportScopeSoon();
  showStatus();
}

function showColumns(columns: readonly ColumnState[]): void {
  if (columns !== viewState.columns) viewState.change({ columns });
  grid.showColumns();
}

function showStatistics(isShown: boolean): void {
  charts.setShown(isShown);
  grid.showHeads();
  showStatus();
}

function openStatistics(column: Column): void {
  if (!charts.isShown) showStatistics(true);
  charts.open(column);
}

function toggleDetails(): void {
  pane.toggle();
  showStatus();
}

function openDetails(): void {
  if (!viewState.view.details) toggleDetails();
  pane.focus();
}

function filterRows(text: string, chosen: string): void {
  viewState.change({ search: text, chosen });
  grid.top = 0;
  rows.refresh();
  showStatus();
}

function orderText(sort: Sort | null): string {
  if (sort === null) return l10n.t('Same Order as the Service');
  const title = context.columnTitles[sort.column];
  return sort.descending
    ? l10n.t('Sorted by {0}, descending', title)
    : l10n.t('Sorted by {0}, ascending', title);
}

function sortRows(sort: Sort | null): void {
  viewState.change({ sort });
  grid.header.mark();
  announcer.say(orderText(sort));
  rows.refresh();
}

function loadMore(): void {
  const { generation } = model;
  if (!model.startLoadingMore()) return;
  showStatus();
  panel.post({ type: 'loadMore', generation });
}
