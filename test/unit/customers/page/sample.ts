import * as l10n from '@vscode/l10n';
import { displayedWords } from '../../../../src/customers/customerTexts.ts';
import type { GridState, PanelMessage } from '../../../../src/customers/gridMessages.ts';
import type { RowProblem, GridRows, GridStatus } from '../../../../src/customers/gridRows.ts';

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
  /** 0 if the customer can be tagged, otherwise the position (from 1) of the reason in `UNTAGGABLE`. */
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
  return { type: 'append', generation, rows: pageRows(added), status: loaded };
}

export const DISPLAYED_WORDS = displayedWords(l10n);
