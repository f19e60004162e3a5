import type { GridState, PanelMessage } from '../../../../src/customers/gridMessages.ts';
import type { RowProblem, GridRows, GridStatus } from '../../../../src/customers/gridRows.ts';
import type { GridStrings } from '../../../../src/customers/gridStrings.ts';
import { SEARCH_STRINGS } from './searchSample.ts';

export const STATE: GridState = { bot: 'b1', limit: 100, from: null, pages: 0, view: null };

export function status(loaded: number, change: Partial<GridStatus> = {}): GridStatus {
  return {
    state: 'idle',
    loaded,
    pages: 1,
    invalidCount: 0,
    error: null,
    progress: null,
    isWaiting: false,
    note: null,
    ...change,
  };
}

/** Returns a record. Customers have no tag, the tag `t1`, or `t1` and `t2`, in turn. */
export function customer(index: number): Record<string, unknown> {
  const names = ['王小明', 'Ada Lovelace', '陳 美玲', 'Grace Brewster Hopper', '林'];
  return {
    id: `U${String(index).padStart(8, '0')}`,
    name: `${names[index % names.length]}`,
    platform: index % 2 === 0 ? 'FB' : 'LINE',
    pageId: '104501829374655',
    status: (index % 5) + 1,
    created: 1_700_000_000_000 + index * 60_000,
    lastActive: 1_760_000_000_000 - index * 3_600_000,
    pic: '',
    tags: [
      { id: 't1', name: 'VIP', timestamp: 1_750_000_000_000, count: 3 },
      { id: 't2', name: '春季活動 2025', timestamp: 1_750_500_000_000, count: 1 },
    ].slice(0, index % 3),
    params: [{ name: 'city', value: '台北', timestamp: 1_750_000_000_000 }],
    email: `user${index}@example.com`,
    phone: '0912-345-678',
    birthday: '1990-05-17',
    gender: index % 2 === 0 ? '男' : '女',
  };
}

/** A record, and what the panel reports about it. */
export interface SampleRow {
  readonly record: unknown;
  readonly page: number;
  readonly problems: readonly RowProblem[];
  /** 0 if the customer can be tagged, otherwise the position (from 1) of the reason in `STRINGS.untaggable`. */
  readonly untaggable: number;
}

export function row(index: number, change: Partial<SampleRow> = {}): SampleRow {
  return { record: customer(index), page: 1, problems: [], untaggable: 0, ...change };
}

/** Returns the rows of `count` customers, from index `start` on. `page` is their page from the service. */
export function rows(start: number, count: number, page = 1): SampleRow[] {
  return Array.from({ length: count }, (_, index) => row(start + index, { page }));
}

/** Packs rows as the panel does. */
export function pageRows(rows: readonly SampleRow[]): GridRows {
  const texts = rows.map(({ record }) => Buffer.from(JSON.stringify(record)));
  const spans: number[] = [];
  let offset = 0;
  for (const text of texts) {
    spans.push(offset, offset + text.length);
    offset += text.length + 1;
  }
  const json = Buffer.concat(texts.flatMap((text) => [text, Buffer.from(',')])).subarray(0, -1);
  return {
    page: rows.at(-1)?.page ?? 1,
    json: Uint8Array.from(json),
    spans: Uint32Array.from(spans),
    problems: rows.flatMap(({ problems }, index) =>
      problems.length === 0 ? [] : [[index, problems] as const],
    ),
    untaggable: Uint8Array.from(rows, ({ untaggable }) => untaggable),
  };
}

/** Returns the first message to a page, before any rows are loaded. `generation` is the number of the set of rows. */
export function reset(generation = 1): PanelMessage {
  const waiting = status(0, { state: 'loading', pages: 0 });
  const shown = {
    pagesBefore: 0,
    selected: '',
    matching: null,
    gridPosition: null,
    pictures: true,
  };
  return { type: 'reset', generation, state: STATE, status: waiting, ...shown };
}

/** Returns the message that adds these rows, of which the first one has the index `start`. */
export function append(start: number, added: readonly SampleRow[], generation = 1): PanelMessage {
  const loaded = status(start + added.length, { pages: added.at(-1)?.page ?? 1 });
  return { type: 'append', generation, start, rows: pageRows(added), status: loaded };
}

export const STRINGS: GridStrings = {
  limit: 'Customers per page',
  limitError: 'Enter a whole number from 1 to 3086.',
  activeAfter: 'Active after',
  load: 'Load',
  querySummary: '{0} customers per page · active at any time',
  querySummaryActiveAfter: '{0} customers per page · active after {1}',
  change: 'Change…',
  changeTitle: 'Customers to Load',
  labeled: '{0}: {1}',
  comma: ', ',
  loadMore: 'Load More',
  loading: 'Loading…',
  retry: 'Retry',
  loadedFirst: 'First {0} customers loaded',
  loadedAll: 'All {0} customers loaded',
  loadingPages: 'Loading… {0} of {1} pages',
  loadingAll: 'Loading… pages so far: {0}',
  loadAll: 'Load All',
  loadAgain: 'Reload {0} Pages',
  cancel: 'Cancel',
  matching: '{0} of {1} loaded',
  selected: '{0} selected',
  selectAll: 'Select All {0}',
  clearSelection: 'Clear Selection',
  searchHasError:
    'The search was not changed, because the search contains an error. Fix or clear the search, then try again.',
  facets: {
    status: 'Status',
    platform: 'Platform',
    tag: 'Tag',
    active: 'Active',
  },
  search: SEARCH_STRINGS,
  findTag: 'Find a tag',
  noValue: '(none)',
  omittedValues:
    '{0} more tags are not listed. To find a tag, type "tag:" followed by the name of the tag.',
  noValues: 'No values',
  activeFrom: 'From',
  activeTo: 'To',
  lastDay: 'The last 24 hours',
  lastDays: 'The last {0} days',
  foundFirst: '{0} found. Only the first {1} customers were searched.',
  foundAll: '{0} found. All {1} customers were searched.',
  searchAll: 'Search All Customers',
  noMatch: 'No loaded customer matches the search',
  moreActions: 'More Actions…',
  noRow: 'Select a customer first.',
  severalSelected: 'Select only one customer. To tag several customers, use "Tag Customers…".',
  columnsMenu: 'Columns',
  sortAscending: 'Sort Ascending',
  sortDescending: 'Sort Descending',
  unsort: 'Same Order as the Service',
  onlyColumn: 'This is the only visible column, so it cannot be hidden.',
  hide: 'Hide "{0}"',
  pin: 'Pin "{0}" to the Left',
  unpin: 'Unpin "{0}"',
  moveLeft: 'Move "{0}" to the Left',
  moveRight: 'Move "{0}" to the Right',
  resetColumns: 'Reset Columns',
  sortedUp: 'Sorted by {0}, ascending',
  sortedDown: 'Sorted by {0}, descending',
  details: 'Details',
  closeDetails: 'Close Details',
  noDetails: 'Select a customer to see all details.',
  otherFields: 'Other fields',
  picture: 'Picture',
  activeAgo: 'active {0}',
  detach: 'Detach "{0}"',
  showTag: 'Show Customers with Tag',
  copy: 'Copy {0}',
  untaggable: [
    ...['bad record', 'no user ID', 'no page ID', 'unknown platform'],
    ...['user ID is no text', 'page ID is no text', 'platform is no text'],
  ],
  withInvalidData: '{0} with unexpected data',
  none: 'No customers',
  openPage: 'Open Page {0} as JSON',
  openRecord: 'Open Record as JSON',
  attachTag: 'Attach Tag…',
  detachTag: 'Detach Tag…',
  listTags: 'List Tags',
  copyId: 'Copy User ID',
  unexpectedData: 'Unexpected data',
  status: ['Running', 'Paused', 'Stopped', 'Blocked', 'Blocked the bot'],
  male: 'Male',
  female: 'Female',
  charts: {
    title: 'Statistics',
    statisticsOf: 'Statistics of "{0}"',
    distinctValues: '{0} different',
    distinctValuesAndEmpty: '{0} different · {1} empty',
    bar: '{0}: {1} ({2})',
    summary: '{0}. Customers: {1}',
    anyValue: '(any value)',
    otherValues: '(other values)',
    value: 'Value',
    count: 'Customers',
    share: 'Share',
    keyboardHelp:
      'Press Enter to filter by this value. Press Shift+Enter to add this value to the filter.',
  },
  range: {
    copyCsv: 'Copy Range as CSV',
    none: 'Select cells first: drag over the table, or hold Shift and press the arrow keys.',
    copied: '{0} cells copied.',
    tooMany:
      'Nothing was copied, because {0} cells are selected and the limit is {1}. Select fewer cells, or export the customers to a file.',
  },
  grid: 'Customers',
  columns: {
    name: 'Name',
    platform: 'Platform',
    page: 'Page ID',
    status: 'Status',
    created: 'First interaction',
    lastActive: 'Last interaction',
    tags: 'Tags',
    params: 'Parameters',
    email: 'Email',
    phone: 'Phone',
    birthday: 'Birthday',
    gender: 'Gender',
    extId: 'External ID',
    id: 'User ID',
  },
};
