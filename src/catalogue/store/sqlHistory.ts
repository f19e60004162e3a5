import {
  choiceOf,
  type CustomerAggregate,
  type KeptScan,
  type KeptScanHead,
  MOST_KEPT,
  type ScanHistory,
  type TagAggregate,
} from '../scanCounts.ts';
import type { Database } from './database.ts';
import { number, numberOrNull, type SqlRow, Table, text } from './table.ts';
import { hashText } from '../../base/text.ts';
import { isCount, parseJson } from '../../base/jsonValues.ts';

/** Number of tags in a row of `kept_tags`, which is read to find one of them. */
const BLOCK_SIZE = 64;
/** Maximum length of a name, truncated: it only helps to recognize a tag that is no longer in the list. */
const NAME_LENGTH = 100;
/** Maximum length of an ID. Tags with longer IDs are not valid. */
const ID_LENGTH = 200;

/** Distributes tags to blocks, as JSON without field names. */
function blocksOf(tags: readonly TagAggregate[]): readonly string[] {
  const kept = tags.filter(({ id }) => id.length <= ID_LENGTH);
  const blocks = Array.from({ length: Math.ceil(kept.length / BLOCK_SIZE) }, (): unknown[][] => []);
  for (const { id, name, customers, applications, newest } of kept) {
    const entry = [id, name.slice(0, NAME_LENGTH), customers, applications, newest];
    blocks[hashText(id) % blocks.length]?.push(entry);
  }
  return blocks.map((block) => JSON.stringify(block));
}

/** Parses a block; `undefined` if it was not written by `blocksOf`. */
function readBlock(stored: unknown): readonly TagAggregate[] | undefined {
  const read = typeof stored === 'string' ? parseJson(stored) : undefined;
  if (!Array.isArray(read)) return undefined;
  const tags = read.map(tagOf);
  return tags.includes(undefined) ? undefined : (tags as TagAggregate[]);
}

function tagOf(entry: unknown): TagAggregate | undefined {
  if (!Array.isArray(entry)) return undefined;
  const [id, name, customers, applications, newest] = entry as readonly unknown[];
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  if (!isCount(customers) || !isCount(applications)) return undefined;
  if (newest !== null && typeof newest !== 'number') return undefined;
  return { id, name, customers, applications, newest };
}

/** Totals of a scan that have no column of their own, without its tags. */
type KeptTotals = Omit<CustomerAggregate, 'time' | 'customers' | 'tags'>;

const LISTS = ['status', 'platform', 'page', 'firstMonths', 'lastMonths'] as const;

function totalsText({ time: _t, customers: _c, tags: _tags, ...totals }: CustomerAggregate) {
  return JSON.stringify(totals satisfies KeptTotals);
}

/** Parses totals; `undefined` if they were not written by `totalsText`. */
function readTotals(json: string): KeptTotals | undefined {
  const read = parseJson(json);
  if (typeof read !== 'object' || read === null) return undefined;
  const totals = read as Partial<Record<keyof KeptTotals, unknown>>;
  const hasValidFields =
    isCount(totals.tagged) &&
    isCount(totals.taggings) &&
    LISTS.every((name) => areEntries(totals[name]));
  if (!hasValidFields) return undefined;
  // Earlier versions stored more fields.
  const { tagged, taggings, status, platform, page, firstMonths, lastMonths } = read as KeptTotals;
  return { tagged, taggings, status, platform, page, firstMonths, lastMonths };
}

/** Whether all entries are pairs of a text and a count. */
function areEntries(list: unknown): boolean {
  if (!Array.isArray(list)) return false;
  return list.every(
    (entry: unknown) =>
      Array.isArray(entry) &&
      entry.length === 2 &&
      typeof entry[0] === 'string' &&
      isCount(entry[1]),
  );
}

interface KeptScanRow {
  readonly bot: string;
  readonly id: string;
  readonly baseUrl: string;
  readonly from: number | null;
  readonly days: number | null;
  readonly time: number;
  readonly customers: number;
  readonly tags: number;
  readonly blocks: number;
  /** Totals as JSON. */
  readonly totals: string;
}

/** Columns without `number`, which the database assigns. */
const KEPT_SCANS = new Table<KeptScanRow>('kept_scan', {
  bot: text('bot'),
  id: text('id'),
  baseUrl: text('base_url'),
  from: numberOrNull('since'),
  days: numberOrNull('days'),
  time: number('time'),
  customers: number('customers'),
  tags: number('tags'),
  blocks: number('blocks'),
  totals: text('totals'),
});

const OF_SCAN = '(SELECT number FROM kept_scan WHERE bot = :bot AND id = :id)';
const NEWEST = 'ORDER BY time DESC, number DESC';
const SAVE_BLOCK = `INSERT INTO kept_tags (scan, block, tags) VALUES (${OF_SCAN}, :block, :tags)`;
const DROP_OLDEST = `DELETE FROM kept_scan WHERE bot = :bot AND number NOT IN
  (SELECT number FROM kept_scan WHERE bot = :bot ${NEWEST} LIMIT ${MOST_KEPT})`;
const WITH_TAG = `SELECT id, time, customers, kept_tags.tags AS block FROM kept_scan
  LEFT JOIN kept_tags ON scan = number AND block = :hash % blocks
  WHERE bot = :bot ORDER BY time, number`;

/** Scan history in the database that windows share. Callers that save a scan must also emit a change of its bot. */
export class SqlHistory implements ScanHistory {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  heads(bot: string): readonly KeptScanHead[] {
    const rows = this.#database.all(`${KEPT_SCANS.select} WHERE bot = :bot ${NEWEST}`, { bot });
    return rows.map(headOf).filter(isValid);
  }

  scan(bot: string, scan: string): KeptScan | undefined {
    const key = { bot, id: scan };
    const row = this.#database.get(`${KEPT_SCANS.select} WHERE bot = :bot AND id = :id`, key);
    if (row === undefined) return undefined;
    const kept = KEPT_SCANS.read(row);
    const totals = readTotals(kept.totals);
    if (totals === undefined || !isValid(kept)) return undefined;
    const blocks = this.#database
      .all(`SELECT tags FROM kept_tags WHERE scan = ${OF_SCAN} ORDER BY block`, key)
      .map(({ tags }) => readBlock(tags));
    if (blocks.includes(undefined) || blocks.length !== kept.blocks) return undefined;
    const { baseUrl, choice, time, customers } = headOf(row);
    const tags = blocks.flatMap((block) => block ?? []);
    return { scan, bot, baseUrl, choice, aggregate: { time, customers, tags, ...totals } };
  }

  keep({ scan: id, bot, baseUrl, choice, aggregate }: KeptScan): void {
    const { time, customers, tags } = aggregate;
    const blocks = blocksOf(tags);
    this.#database.atomically(() => {
      // Another window may have removed the bot while the last page was being read.
      const isThere = this.#database.get('SELECT 1 FROM bot WHERE key = :bot', { bot });
      if (isThere === undefined) return;
      this.#database.run('DELETE FROM kept_scan WHERE bot = :bot AND id = :id', { bot, id });
      this.#database.run(KEPT_SCANS.insert, {
        id,
        bot,
        baseUrl,
        time,
        customers,
        tags: tags.length,
        blocks: blocks.length,
        from: choice.kind === 'since' ? choice.from : null,
        days: choice.kind === 'days' ? choice.days : null,
        totals: totalsText(aggregate),
      });
      for (const [block, blockTags] of blocks.entries()) {
        this.#database.run(SAVE_BLOCK, { bot, id, block, tags: blockTags });
      }
      this.#database.run(DROP_OLDEST, { bot });
    });
  }

  ofTag(bot: string, tagId: string): ReturnType<ScanHistory['ofTag']> {
    const rows = this.#database.all(WITH_TAG, { bot, hash: hashText(tagId) });
    return rows.flatMap(({ id, time, customers: of, block }) => {
      const tags = block === null ? [] : readBlock(block);
      if (tags === undefined) return [];
      const customers = tags.find((tag) => tag.id === tagId)?.customers ?? 0;
      return { scan: String(id), time: Number(time), customers, of: Number(of) };
    });
  }
}

/** Whether the numbers of a row are valid; otherwise the row is damaged. */
function isValid({ time, customers, tags }: Pick<KeptScanHead, 'time' | 'customers' | 'tags'>) {
  return Number.isSafeInteger(time) && isCount(customers) && isCount(tags);
}

function headOf(row: SqlRow): KeptScanHead {
  const { id, time, customers, tags, baseUrl, from, days } = KEPT_SCANS.read(row);
  // A choice in days has no `from` of its own, because the time was different for each scan.
  const choice = choiceOf({ from: days ?? from, days });
  return { scan: id, time, customers, tags, baseUrl, choice };
}
