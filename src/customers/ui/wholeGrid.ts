import type { CustomerPager } from '../customerPager.ts';
import type { PanelMessage } from '../gridMessages.ts';
import { setting } from '../../base/ui/settings.ts';
import { gridRowsOf } from './rowsOfPage.ts';

interface Shown extends Omit<PanelMessage & { type: 'reset' }, 'type' | 'pictures'> {
  /** Rows that changed since they were loaded, with the record as JSON. */
  readonly patched: ReadonlyMap<number, string>;
}

/** All that a page has to be told when it is new. */
export function* wholeGrid(pager: CustomerPager, shown: Shown): Generator<PanelMessage> {
  const { patched, ...reset } = shown;
  const { generation, status } = reset;
  yield { type: 'reset', ...reset, pictures: setting('botTags.customers.showPictures') };
  let start = 0;
  for (const [index, page] of pager.pages.entries()) {
    yield { type: 'append', generation, start, rows: gridRowsOf(page, index + 1), status };
    start += page.records.length;
  }
  for (const [row, json] of patched) yield { type: 'patch', generation, row, json };
}
