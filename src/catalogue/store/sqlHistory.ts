import { MOST_KEPT, type KeptScan, type KeptScanHead, type ScanHistory } from '../aggregate.ts';
import { choiceOf } from '../customerChoice.ts';
import type { Database } from './database.ts';
import { readTotals, totalsText } from './keptTotals.ts';
import { KEPT_SCANS } from './keptTables.ts';
import type { SqlRow } from './table.ts';
import { blocksOf, hashOf, isCount, readBlock } from './tagBlocks.ts';

const OF_SCAN = '(SELECT number FROM kept_scan WHERE bot = :bot AND id = :id)';
const NEWEST = 'ORDER BY time DESC, number DESC';
const SAVE_BLOCK = `INSERT INTO kept_tags (scan, block, tags) VALUES (${OF_SCAN}, :block, :tags)`;
const DROP_OLDEST = `DELETE FROM kept_scan WHERE bot = :bot AND number NOT IN
  (SELECT number FROM kept_scan WHERE bot = :bot ${NEWEST} LIMIT ${MOST_KEPT})`;
const WITH_TAG = `SELECT id, time, customers, kept_tags.tags AS block FROM kept_scan
  LEFT JOIN kept_tags ON scan = number AND block = :hash % blocks
  WHERE bot = :bot ORDER BY time, number`;

/** The history in the database that windows share. Whoever keeps a scan tells of it as of a change of its bot. */
export class SqlHistory implements ScanHistory {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  heads(bot: string): readonly KeptScanHead[] {
    const rows = this.#database.all(`${KEPT_SCANS.select} WHERE bot = :bot ${NEWEST}`, { bot });
    return rows.map(headOf).filter(isRight);
  }

  scan(bot: string, scan: string): KeptScan | undefined {
    const key = { bot, id: scan };
    const row = this.#database.get(`${KEPT_SCANS.select} WHERE bot = :bot AND id = :id`, key);
    if (row === undefined) return undefined;
    const kept = KEPT_SCANS.read(row);
    const totals = readTotals(kept.totals);
    if (totals === undefined || !isRight(kept)) return undefined;
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
      // Another window may have removed the bot while the last page was under way.
      const isThere = this.#database.get('SELECT 1 FROM bot WHERE key = :bot', { bot });
      if (isThere === undefined) return;
      this.#database.run('DELETE FROM kept_scan WHERE bot = :bot AND id = :id', { bot, id });
      this.#database.run(KEPT_SCANS.insert, {
        ...{ id, bot, baseUrl, time, customers, tags: tags.length, blocks: blocks.length },
        from: choice.kind === 'since' ? choice.from : null,
        days: choice.kind === 'days' ? choice.days : null,
        totals: totalsText(aggregate),
      });
      for (const [block, own] of blocks.entries()) {
        this.#database.run(SAVE_BLOCK, { bot, id, block, tags: own });
      }
      this.#database.run(DROP_OLDEST, { bot });
    });
  }

  ofTag(bot: string, tagId: string): ReturnType<ScanHistory['ofTag']> {
    const rows = this.#database.all(WITH_TAG, { bot, hash: hashOf(tagId) });
    return rows.flatMap(({ id, time, customers: of, block }) => {
      const tags = block === null ? [] : readBlock(block);
      if (tags === undefined) return [];
      const customers = tags.find((tag) => tag.id === tagId)?.customers ?? 0;
      return { scan: String(id), time: Number(time), customers, of: Number(of) };
    });
  }
}

/** Numbers that SQLite did not hold as numbers are of a damaged row. */
function isRight({ time, customers, tags }: Pick<KeptScanHead, 'time' | 'customers' | 'tags'>) {
  return Number.isSafeInteger(time) && isCount(customers) && isCount(tags);
}

function headOf(row: SqlRow): KeptScanHead {
  const { id, time, customers, tags, baseUrl, from, days } = KEPT_SCANS.read(row);
  // What is days has no `from` of its own: it was another one each time.
  const choice = choiceOf({ from: days ?? from, days });
  return { scan: id, time, customers, tags, baseUrl, choice };
}
