import type { PanelMessage, View } from '../../../../../src/customers/gridMessages.ts';
import type { GridStatus } from '../../../../../src/customers/gridRows.ts';
import { append, customer, reset, rows, status } from '../sample.ts';
import {
  button,
  cell,
  showRows,
  showView,
  openFacet,
  openMoreActions,
  showUntaggable,
  showSearch,
  showSavedSegments,
  typeSearch,
  SEARCH,
  ROWS,
  NOTE,
  MATCHING,
  type FACETS,
  type Stage,
} from './customerStage.ts';

/** All states of the Customers page. The types require a state for each message, field and facet. */
export type CustomersState =
  | 'no message yet'
  | `status ${GridStatus['state']}`
  | `status with ${Exclude<keyof GridStatus, 'state' | 'loaded' | 'pages'>}`
  | `message ${PanelMessage['type']}`
  | `view with ${keyof View}`
  | `facet ${keyof typeof FACETS}`
  | `search ${SearchState}`
  | `shown ${Shown}`;

type SearchState =
  | 'box'
  | 'completion'
  | 'problem'
  | 'unknown name'
  | 'saved ones'
  | 'without a match'
  | 'with every menu'
  | 'that no menu can change';

type Shown =
  | 'list of a chart'
  | 'menu of a column'
  | 'menu of more actions'
  | 'columns to choose'
  | 'what to load'
  | 'limit out of range'
  | 'selected rows'
  | 'range of cells'
  | 'focused cell'
  | 'customer that cannot be tagged'
  | 'bad record in the details'
  | 'pages to load again';

const VOCABULARY = {
  tags: [{ id: 't1', name: 'VIP', folder: 'f1' }],
  folders: [{ id: 'f1', name: 'Campaigns', parent: null }],
};

/** Actions that reach each state from a page without messages. */
export const CUSTOMERS_STATES: Readonly<Record<CustomersState, (on: Stage) => Promise<void>>> = {
  'no message yet': async () => undefined,
  'status loading': (on) => on.tell(reset()),
  'status idle': (on) => showRows(on),
  'status end': (on) =>
    on.tell(reset(), { type: 'status', generation: 1, status: status(0, { state: 'end' }) }),
  'status error': (on) =>
    on.tell(reset(), {
      type: 'status',
      generation: 1,
      status: status(0, { state: 'error', error: 'The service answered 503.' }),
    }),
  'status with invalidCount': (on) => showRows(on, { invalidCount: 20 }),
  'status with error': (on) => showRows(on, { state: 'error', error: 'The service answered 503.' }),
  'status with progress': (on) =>
    showRows(on, { state: 'loading', progress: { pages: 3, totalPages: 10 }, pages: 3 }),
  'status with isWaiting': (on) => showRows(on, { state: 'loading', isWaiting: true }),
  'status with note': (on) => showRows(on, { note: NOTE }),
  'message reset': async (on) => {
    await showRows(on);
    await on.tell(reset(2));
  },
  'message append': async (on) => {
    await showRows(on);
    await on.tell(append(ROWS, rows(ROWS, 2, 2)));
  },
  'message patch': async (on) => {
    await showRows(on);
    const json = JSON.stringify(customer(2));
    await on.tell({ type: 'patch', generation: 1, row: 0, json });
  },
  'message status': (on) => showRows(on, { state: 'end' }),
  'message lock': async (on) => {
    await showRows(on);
    await on.tell({ type: 'lock', reason: '"Shop" is read-only.' });
  },
  'message askScope': async (on) => {
    await showRows(on);
    await on.tell({ type: 'askScope', generation: 1 });
  },
  'message copyRange': async (on) => {
    await showRows(on);
    await on.tell({ type: 'copyRange', generation: 1 });
  },
  'message showTags': async (on) => {
    await showRows(on);
    await on.tell({ type: 'showTags', generation: 1, tags: [{ id: 't1', name: 'VIP' }] });
    await on.page.getByText(MATCHING).waitFor();
  },
  'message showSegment': async (on) => {
    await showRows(on);
    await on.tell({ type: 'showSegment', generation: 1, text: SEARCH });
  },
  'message vocabulary': async (on) => {
    await on.tell({ type: 'vocabulary', vocabulary: VOCABULARY });
    await typeSearch(on, 'folder:Campaigns');
  },
  'message segments': showSavedSegments,
  'view with columns': (on) =>
    showView(on, {
      columns: [
        { id: 'tags', width: 200, hidden: false, pinned: true },
        { id: 'platform', width: 100, hidden: true, pinned: false },
      ],
    }),
  'view with sort': (on) => showView(on, { sort: { column: 'name', descending: true } }),
  'view with search': (on) => showSearch(on, 'Ada platform = LINE tagid:t1'),
  'view with chosen': (on) => showSearch(on, 'status = paused or status = blocked'),
  'view with details': async (on) => {
    await showView(on, { details: true });
    await cell(on, 2, 'name').click();
    await on.page.getByRole('button', { name: 'Open Record as JSON' }).waitFor();
  },
  'view with statistics': async (on) => {
    await showView(on, { statistics: true });
    await on.page.getByText('5 different').first().waitFor();
  },
  'facet status': (on) => openFacet(on, 'status'),
  'facet platform': (on) => openFacet(on, 'platform'),
  'facet tag': (on) => openFacet(on, 'tag'),
  'facet active': (on) => openFacet(on, 'active'),
  'search box': async (on) => {
    await typeSearch(on, SEARCH);
    await on.page.keyboard.press('Escape');
  },
  'search completion': async (on) => {
    await typeSearch(on, 'tag:VIP or ta');
    await on.page.getByRole('option').first().waitFor();
  },
  'search problem': async (on) => {
    await typeSearch(on, 'tag:VIP and colour = red');
    await on.page.getByText('"colour" is not a condition.').waitFor();
  },
  'search unknown name': async (on) => {
    await on.tell({ type: 'vocabulary', vocabulary: VOCABULARY });
    await typeSearch(on, 'tag:VIPP');
    await on.page.getByText(/^These tags or folders were found neither in the list/).waitFor();
  },
  'search saved ones': async (on) => {
    await typeSearch(on, 'tag:VIP');
    await button(on, 'Segments').click();
    await button(on, 'Save as Segment…').waitFor();
  },
  'search without a match': async (on) => {
    await typeSearch(on, 'no such customer');
    await on.page.getByText('No loaded customer matches the search').waitFor();
  },
  'search with every menu': (on) =>
    showSearch(
      on,
      '(tag:VIP or tags = 0) status = paused platform = LINE active >= 2020-01-01T00:00',
    ),
  'search that no menu can change': async (on) => {
    await typeSearch(on, 'tag:');
    // The list of names appears a moment after the text, and may cover the menu.
    await on.page.getByRole('option').first().waitFor();
    await on.page.keyboard.press('Escape');
    await button(on, 'Status').click();
    await on.page
      .getByText(
        'The search was not changed, because the search contains an error. Fix or clear the search, then try again.',
      )
      .waitFor();
  },
  'shown list of a chart': async (on) => {
    await showRows(on);
    await on.page.getByRole('columnheader', { name: 'Platform' }).click({ button: 'right' });
    await on.page.getByRole('menuitem', { name: 'Statistics of "Platform"' }).click();
    await on.page.getByRole('dialog').getByText('LINE').waitFor();
  },
  'shown menu of a column': async (on) => {
    await showRows(on);
    await on.page.getByRole('columnheader', { name: 'Platform' }).click({ button: 'right' });
    await on.page.locator('[role^=menuitem]:focus').waitFor();
  },
  'shown menu of more actions': (on) => openMoreActions(on),
  'shown columns to choose': async (on) => {
    await openMoreActions(on, 'Columns');
    await on.page.locator('.popup input:focus').waitFor();
  },
  'shown what to load': async (on) => {
    await showRows(on);
    await button(on, 'Change…').click();
    await on.page.getByLabel('Customers per page').waitFor();
  },
  'shown limit out of range': async (on) => {
    await showRows(on);
    await button(on, 'Change…').click();
    await on.page.getByLabel('Customers per page').fill('9999');
    await button(on, 'Load').click();
    await on.page.getByText('Enter a whole number from 1 to 3086.').waitFor();
  },
  'shown selected rows': async (on) => {
    await showRows(on);
    await cell(on, 1, 'name').click();
    await cell(on, 4, 'name').click({ modifiers: ['Shift'] });
    await on.page.getByText('4 selected').waitFor();
  },
  'shown range of cells': async (on) => {
    await showRows(on);
    await cell(on, 1, 'name').click();
    for (const key of ['ArrowDown', 'ArrowRight']) await on.page.keyboard.press(`Shift+${key}`);
  },
  'shown focused cell': async (on) => {
    await showRows(on);
    await cell(on, 1, 'name').click();
  },
  'shown customer that cannot be tagged': showUntaggable,
  'shown bad record in the details': async (on) => {
    await showUntaggable(on);
    await button(on, 'Details').click();
  },
  'shown pages to load again': async (on) => {
    const first = reset();
    if (first.type === 'reset') await on.tell({ ...first, pagesBefore: 7 });
    await on.tell(append(0, rows(0, ROWS)));
    await button(on, 'Reload 7 Pages').waitFor();
  },
};
