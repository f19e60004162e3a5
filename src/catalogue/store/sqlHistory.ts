import {
  customerChoiceOf,
  type CustomerAggregate,
  type StoredScan,
  type StoredScanHead,
  MAX_STORED_SCANS,
  type ScanHistory,
  type TagAggregate,
} from '../scanCounts.ts';
import type { Database } from './database.ts';
import { number, numberOrNull, Table, text } from './table.ts';
import { hashText } from '../../base/text.ts';
import { fieldsIn, isCount, parseJson } from '../../base/jsonValues.ts';

/** Mean number of tags in a block. A block is a row of `kept_tags`; finding a tag reads a whole block. */
const BLOCK_SIZE = 64;
/** Length to which names are truncated. A name only helps to recognize a tag that the catalogue no longer has. */
const MAX_NAME_LENGTH = 100;
/** Maximum length of an ID. Tags with longer IDs are not stored. */
const MAX_ID_LENGTH = 200;

/** Distributes tags to blocks, by the hash of their ID. Returns each block as JSON without field names. */
function blocksOf(tags: readonly TagAggregate[]): readonly string[] {
  const validTags = tags.filter(({ id }) => id.length <= MAX_ID_LENGTH);
  const blocks = Array.from(
    { length: Math.ceil(validTags.length / BLOCK_SIZE) },
    (): unknown[][] => [],
  );
  for (const { id, name, customers, applications, newest } of validTags) {
    const entry = [id, name.slice(0, MAX_NAME_LENGTH), customers, applications, newest];
    blocks[hashText(id) % blocks.length]?.push(entry);
  }
  return blocks.map((block) => JSON.stringify(block));
}

/** Parses a block; `undefined` if it was not written by `blocksOf`. */
function readBlock(stored: unknown): readonly TagAggregate[] | undefined {
  const entries = typeof stored === 'string' ? parseJson(stored) : undefined;
  if (!Array.isArray(entries)) return undefined;
  const tags = entries.map(tagOf);
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

/** Fields of an aggregate that are stored together as JSON in the column `totals`. */
type StoredTotals = Omit<CustomerAggregate, 'time' | 'customers' | 'tags'>;

const COUNT_LISTS = ['status', 'platform', 'page', 'firstMonths', 'lastMonths'] as const;

function totalsText({ time: _t, customers: _c, tags: _tags, ...totals }: CustomerAggregate) {
  return JSON.stringify(totals satisfies StoredTotals);
}

function readTotals(json: string): StoredTotals | undefined {
  const fields = fieldsIn(json);
  const hasValidFields =
    isCount(fields['tagged']) &&
    isCount(fields['taggings']) &&
    COUNT_LISTS.every((name) => isValueCounts(fields[name]));
  if (!hasValidFields) return undefined;
  // Leaves out other fields that earlier versions stored.
  const { tagged, taggings, status, platform, page, firstMonths, lastMonths } =
    fields as StoredTotals;
  return { tagged, taggings, status, platform, page, firstMonths, lastMonths };
}

function isValueCounts(list: unknown): boolean {
  if (!Array.isArray(list)) return false;
  return list.every(
    (entry: unknown) =>
      Array.isArray(entry) &&
      entry.length === 2 &&
      typeof entry[0] === 'string' &&
      isCount(entry[1]),
  );
}

interface StoredScanRow {
  readonly bot: string;
  readonly id: string;
  readonly baseUrl: string;
  /** Start time of a choice of the kind `since`; otherwise `null`. */
  readonly from: number | null;
  readonly days: number | null;
  /** End of the scan, in ms. */
  readonly time: number;
  readonly customers: number;
  readonly tags: number;
  /** Number of rows of the scan in `kept_tags`. */
  readonly blocks: number;
  readonly totals: string;
}

/** Columns without `number`, which the database assigns. */
const KEPT_SCANS = new Table<StoredScanRow>('kept_scan', {
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

const SCAN_NUMBER = '(SELECT number FROM kept_scan WHERE bot = :bot AND id = :id)';
const NEWEST_FIRST = 'ORDER BY time DESC, number DESC';
const SAVE_BLOCK = `INSERT INTO kept_tags (scan, block, tags) VALUES (${SCAN_NUMBER}, :block, :tags)`;
const DROP_OLDEST = `DELETE FROM kept_scan WHERE bot = :bot AND number NOT IN
  (SELECT number FROM kept_scan WHERE bot = :bot ${NEWEST_FIRST} LIMIT ${MAX_STORED_SCANS})`;
const WITH_TAG = `SELECT id, time, customers, kept_tags.tags AS block FROM kept_scan
  LEFT JOIN kept_tags ON scan = number AND block = :hash % blocks
  WHERE bot = :bot ORDER BY time, number`;

/** Scan history in the database that windows share. Callers that save a scan must also emit a change of its bot. */
export class SqlHistory implements ScanHistory {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  heads(bot: string): readonly StoredScanHead[] {
    const rows = this.#database.all(`${KEPT_SCANS.select} WHERE bot = :bot ${NEWEST_FIRST}`, {
      bot,
    });
    return rows.map((row) => headOf(KEPT_SCANS.read(row))).filter(hasValidCounts);
  }

  scan(bot: string, scanId: string): StoredScan | undefined {
    const key = { bot, id: scanId };
    const row = this.#database.get(`${KEPT_SCANS.select} WHERE bot = :bot AND id = :id`, key);
    if (row === undefined) return undefined;
    const scanRow = KEPT_SCANS.read(row);
    const totals = readTotals(scanRow.totals);
    if (totals === undefined || !hasValidCounts(scanRow)) return undefined;
    const blocks = this.#database
      .all(`SELECT tags FROM kept_tags WHERE scan = ${SCAN_NUMBER} ORDER BY block`, key)
      .map(({ tags }) => readBlock(tags));
    if (blocks.includes(undefined) || blocks.length !== scanRow.blocks) return undefined;
    const { baseUrl, choice, time, customers } = headOf(scanRow);
    const tags = blocks.flatMap((block) => block ?? []);
    return {
      scan: scanId,
      bot,
      baseUrl,
      choice,
      aggregate: { time, customers, tags, ...totals },
    };
  }

  save({ scan: id, bot, baseUrl, choice, aggregate }: StoredScan): void {
    const { time, customers, tags } = aggregate;
    const blocks = blocksOf(tags);
    this.#database.atomically(() => {
      // Another window may have removed the bot while the last page was being read.
      const botRow = this.#database.get('SELECT 1 FROM bot WHERE key = :bot', { bot });
      if (botRow === undefined) return;
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

  countsOfTag(bot: string, tagId: string): ReturnType<ScanHistory['countsOfTag']> {
    const rows = this.#database.all(WITH_TAG, { bot, hash: hashText(tagId) });
    return rows.flatMap(({ id, time, customers: totalCustomers, block }) => {
      const tags = block === null ? [] : readBlock(block);
      if (tags === undefined) return [];
      const customers = tags.find((tag) => tag.id === tagId)?.customers ?? 0;
      return {
        scan: String(id),
        time: Number(time),
        customers,
        totalCustomers: Number(totalCustomers),
      };
    });
  }
}

function hasValidCounts({
  time,
  customers,
  tags,
}: Pick<StoredScanHead, 'time' | 'customers' | 'tags'>) {
  return Number.isSafeInteger(time) && isCount(customers) && isCount(tags);
}

function headOf(row: StoredScanRow): StoredScanHead {
  const { id, time, customers, tags, baseUrl, from, days } = row;
  // For a choice in days, `from` is not stored. Any number is passed instead, because `customerChoiceOf` needs one.
  const choice = customerChoiceOf({ from: days ?? from, days });
  return { scan: id, time, customers, tags, baseUrl, choice };
}
