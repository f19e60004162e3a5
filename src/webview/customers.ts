import type { PageStrings, PanelMessage } from '../protocol.ts';
import { Footer } from './footer.ts';
import { createFormat } from './format.ts';
import { element } from './dom.ts';
import { Grid } from './grid.ts';
import { connectPanel } from './messages.ts';
import { QueryForm } from './queryForm.ts';
import { RowActions, type RowAction } from './rowActions.ts';
import { type Change, Model } from './state.ts';

const page = document.getElementById('page') as HTMLElement;
const strings = JSON.parse(page.dataset['strings'] ?? '') as PageStrings;
const format = createFormat(strings, document.documentElement.lang);
const model = new Model();
const panel = connectPanel(onMessage);

const query = new QueryForm(strings, (limit, from) => panel.post({ type: 'load', limit, from }));
const actions = new RowActions({ strings, format, onAction: act });
const footer = new Footer({ strings, format, onLoadMore: loadMore });
const grid = new Grid({
  model,
  strings,
  format,
  onFocusRow: (row) => {
    panel.post({ type: 'focusRow', generation: model.generation, row });
    showRow();
  },
  onOpenRecord: (row) => panel.post({ type: 'openRecord', generation: model.generation, row }),
});

page.append(element('header', {}, query.element, actions.element), grid.element, footer.element);
showStatus();
panel.post({ type: 'ready' });

function onMessage(message: PanelMessage): void {
  const change = model.apply(message);
  if (change !== undefined) show(change);
}

function show(change: Change): void {
  switch (change.type) {
    case 'reset':
      panel.keep(change.state);
      query.show(change.state);
      grid.clear();
      break;
    case 'append':
      // Read first: at the end of the customers the button goes, and the focus with it.
      showAppended(change.asked ? change.first : undefined, footer.focused || nothingFocused());
      break;
    case 'patch':
      grid.refill(change.row);
      break;
    case 'status':
      break;
  }
  showStatus();
}

/** Goes to the first new row, unless the user went on to something else while it was loading. */
function showAppended(first: number | undefined, focus: boolean): void {
  grid.update();
  if (first !== undefined && focus) {
    grid.goTo({ row: first, column: 0 }, document.hasFocus(), 'start');
  }
}

function nothingFocused(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function showStatus(): void {
  const leaving = footer.focused && model.status.state === 'end';
  grid.update();
  footer.update(model.status);
  if (leaving) grid.focus();
  showRow();
}

function showRow(): void {
  const row = grid.row === undefined ? undefined : model.rows[grid.row];
  actions.update(row, (row ?? model.rows.at(-1))?.page);
  footer.describe(row);
}

function loadMore(): void {
  const { generation } = model;
  if (!model.askForMore()) return;
  showStatus();
  panel.post({ type: 'loadMore', generation });
}

function act(type: RowAction): void {
  const row = grid.row ?? model.rows.length - 1;
  panel.post({ type, generation: model.generation, row });
}
