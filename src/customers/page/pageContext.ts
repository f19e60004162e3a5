import { supportedLocale } from '../../base/locale.ts';
import { Announcer } from '../../base/page/announcer.ts';
import { connectHost, type Host } from '../../base/page/connectHost.ts';
import type { GridMessage, GridState, PanelMessage } from '../gridMessages.ts';
import type { GridStrings } from '../gridStrings.ts';
import { createFormat } from './format.ts';
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

/** Creates the context of the page. `page`: element with the texts as JSON in `data-strings`. */
export function createPageContext(page: HTMLElement, panel: Panel) {
  const strings = JSON.parse(page.dataset['strings'] ?? '') as GridStrings;
  const language = document.documentElement.lang;
  const format = createFormat(strings, language);
  const store = new RowStore(strings.untaggable);
  const viewState = new ViewState(panel);
  return {
    panel,
    announcer: new Announcer(),
    strings,
    format,
    locale: supportedLocale(language),
    cellOptions: { strings, format, loadsPictures: true, search: () => viewState.view.search },
    store,
    order: new RowOrder(),
    selection: new Selection(),
    model: new Model(store),
    viewState,
  };
}
