import type {
  PageState,
  PageStatus,
  PageStrings,
  PanelMessage,
  Row,
} from '../../../src/protocol.ts';

export const STATE: PageState = { bot: 'b1', limit: 100, from: null };

export function status(loaded: number, change: Partial<PageStatus> = {}): PageStatus {
  return { state: 'idle', loaded, pages: 1, bad: 0, error: null, ...change };
}

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

export function row(index: number, change: Partial<Row> = {}): Row {
  return { record: customer(index), page: 1, problem: null, untaggable: null, ...change };
}

export function rows(start: number, count: number, page = 1): Row[] {
  return Array.from({ length: count }, (_, index) => row(start + index, { page }));
}

export function reset(generation = 1): PanelMessage {
  const waiting = status(0, { state: 'loading', pages: 0 });
  return { type: 'reset', generation, state: STATE, status: waiting };
}

export function append(start: number, added: readonly Row[], generation = 1): PanelMessage {
  const loaded = status(start + added.length, { pages: added.at(-1)?.page ?? 1 });
  return { type: 'append', generation, start, rows: added, status: loaded };
}

export const STRINGS: PageStrings = {
  limit: 'Customers per page',
  limitError: 'Enter a whole number from 1 to 3086.',
  from: 'Active after',
  load: 'Load',
  loadMore: 'Load more',
  loading: 'Loading…',
  retry: 'Retry',
  loadedMore: '{0} loaded, more available',
  loadedAll: '{0} loaded, nothing more',
  bad: 'not matching the interface: {0}',
  none: 'No customers',
  openPage: 'Open Page {0} as JSON',
  openRecord: 'Open Record as JSON',
  attachTag: 'Attach Tag…',
  detachTag: 'Detach Tag…',
  listTags: 'List Tags',
  copyId: 'Copy User ID',
  badRecord: 'This record does not match the interface',
  statusUnknown: 'status {0}',
  status: ['Running', 'Paused', 'Stopped', 'Blocked', 'Blocking'],
  male: 'Male',
  female: 'Female',
  grid: 'Customers',
  columns: {
    picture: 'Picture',
    name: 'Name',
    platform: 'Platform',
    page: 'Page ID',
    status: 'Status',
    created: 'First interaction',
    lastActive: 'Last interaction',
    tags: 'Tags',
    params: 'Parameters',
    email: 'E-mail',
    phone: 'Phone',
    birthday: 'Birthday',
    gender: 'Gender',
    id: 'User ID',
  },
};
