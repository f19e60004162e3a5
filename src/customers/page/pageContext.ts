import * as l10n from '@vscode/l10n';
import { UNTAGGABLE } from '../../base/customer.ts';
import { supportedLocale } from '../../base/text.ts';
import { Announcer } from '../../base/page/announcer.ts';
import { connectHost, type Host } from '../../base/page/connectHost.ts';
import { Menu } from '../../base/page/menu.ts';
import type { GridMessage, GridState, PanelMessage } from '../gridMessages.ts';
import { columnTitles, untaggableText } from '../customerTexts.ts';
import { CellRange } from './cellRange.ts';
import { createFormat } from './format.ts';
import type { PageActions } from './pageActions.ts';
import { RowOrder, RowStore } from './rows.ts';
import { Selection } from './selection.ts';
import { Model } from './state.ts';
import { ViewState } from './viewState.ts';

type Panel = Host<GridMessage, GridState>;

export function connectPanel(onMessage: (message: PanelMessage) => void): Panel {
  return connectHost((message) => onMessage(message as PanelMessage));
}

/** Objects that most parts of the page share. */
export type PageContext = Readonly<ReturnType<typeof createPageContext>>;

/**
 * Creates the context of the page.
 * @param page element with the URL of the worker's script in `data-index`
 */
export function createPageContext(page: HTMLElement, panel: Panel, actions: PageActions) {
  const language = document.documentElement.lang;
  const store = new RowStore(UNTAGGABLE.map((reason) => untaggableText(l10n, reason)));
  const order = new RowOrder();
  const selection = new Selection();
  return {
    panel,
    actions,
    announcer: new Announcer(),
    menu: new Menu(),
    columnTitles: columnTitles(l10n),
    format: createFormat(language),
    locale: supportedLocale(language),
    indexUrl: page.dataset['index'] ?? '',
    store,
    order,
    selection,
    /** Range of cells that Ctrl+C copies. */
    range: new CellRange(order, selection),
    model: new Model(store),
    viewState: new ViewState(panel),
  };
}
