import { Announcer } from '../../base/page/announcer.ts';
import { Menu } from '../../base/page/menu.ts';
import type { OverviewStrings } from '../overviewStrings.ts';
import { OverviewFormat } from './overviewFormat.ts';
import { type OverviewHost, ViewState } from './viewState.ts';

/** Objects that all parts of the page share. */
export type OverviewContext = Readonly<ReturnType<typeof createOverviewContext>>;

/** Creates the context of the page. `page`: element with the texts as JSON in `data-strings`. */
export function createOverviewContext(page: HTMLElement, host: OverviewHost) {
  const strings = JSON.parse(page.dataset['strings'] ?? '') as OverviewStrings;
  return {
    host,
    format: new OverviewFormat(strings, document.documentElement.lang),
    announcer: new Announcer(),
    menu: new Menu(),
    viewState: new ViewState(host),
  };
}
