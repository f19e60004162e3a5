import { RunTaken } from '../base/errors.ts';
import { Emitter } from '../base/ports.ts';
import type { JournalStore, RunFilter, RunRecord, WriteRecord } from '../catalogue/journal.ts';
import type { UserRef } from '../base/model.ts';
import { replacementIn } from './refactorState.ts';
import type { EndedOperation, OperationOutcomes, OperationState } from '../base/operation.ts';
import type { Database } from '../catalogue/store/database.ts';
import type { SqlRow } from '../catalogue/store/table.ts';
import { OPERATIONS, RUNS, WRITES } from '../catalogue/store/tables.ts';

/** Interval for detecting changes by other windows, in ms. A poll takes microseconds. */
const POLL_EVERY_MS = 300;

/** Order of runs, newest first. The row number decides between runs with the same time. */
const NEWEST_RUNS = 'ORDER BY started DESC, number DESC';
const RUNS_MATCHING = `${RUNS.select} WHERE hash = :hash OR plan = :plan OR updated >= :since ${NEWEST_RUNS}`;
const RUNS_CONTAINING = `${RUNS.select} WHERE instr(detail, :text) > 0 ${NEWEST_RUNS}`;
const NEWEST_WRITES = `${WRITES.select} ORDER BY time DESC, number DESC LIMIT :limit`;

/** Latest taggings of a set of tags. Filters by time first, because that index leaves few rows. */
export const TAGGINGS_SINCE = `SELECT bot, result, max(time) AS time
  FROM single_write INDEXED BY single_write_by_time
  WHERE time >= :since AND kind IN ('attach', 'detach') AND result <> 'failed'
    AND item IN (SELECT value FROM json_each(:tags))
  GROUP BY bot, result`;

const TAGGING_COLUMNS = WRITES.part('bot', 'result', 'time');

const UPDATE_PROGRESS = `UPDATE run SET state = :state, reason = :reason, total = :total, done = :done,
    failed = :failed, unknown = :unknown, skipped = :skipped, waiting = :waiting, updated = :updated
  WHERE id = :id AND owner IS :owner RETURNING number`;

const SAME_OWNED_RUN = `${RUNS.select} WHERE owner IS NOT NULL AND bot = :bot AND kind = :kind
  AND hash = :hash AND undoes IS :undoes LIMIT 1`;

const OPERATIONS_OF_RUN = `${OPERATIONS.select} WHERE run = (SELECT number FROM run WHERE id = :run)
  AND state NOT IN (SELECT value FROM json_each(:omittedStates))`;

/** Deletes runs that are not owned. Keeps a run that an owned run undoes, because resuming the undo needs it. */
const DELETE_UNOWNED_RUNS = `DELETE FROM run WHERE owner IS NULL AND id NOT IN
  (SELECT undoes FROM run WHERE owner IS NOT NULL AND undoes IS NOT NULL)`;

const CLAIM_RUN = `UPDATE run SET owner = :owner WHERE id = :id AND owner IS :expected RETURNING number`;

/** Journal in the database that all windows share with the catalogue. */
export class SqlJournal implements JournalStore {
  readonly #database: Database;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #runsChanged = new Emitter<void>();
  readonly onDidChangeRuns = this.#runsChanged.event;
  readonly #timer: NodeJS.Timeout;
  /** Revision of the Journal at the last event or change; see `#revision`. */
  #seenRevision: number;
  /** `true` from `removeUsers` or `clear` until the database is compacted: erased data may remain on disk. */
  #mustCompact = false;

  constructor(database: Database) {
    this.#database = database;
    this.#seenRevision = this.#revision();
    this.#timer = setInterval(() => this.#poll(), POLL_EVERY_MS);
    this.#timer.unref();
  }

  runs(filter?: RunFilter): readonly RunRecord[] {
    if (filter === undefined) return this.#database.all(`${RUNS.select} ${NEWEST_RUNS}`).map(runOf);
    const { hash = null, plan = null, since = null } = filter;
    return this.#database.all(RUNS_MATCHING, { hash, plan, since }).map(runOf);
  }

  run(id: string): RunRecord | undefined {
    const row = this.#database.get(`${RUNS.select} WHERE id = :id`, { id });
    return row && runOf(row);
  }

  saveRun(run: RunRecord): void {
    this.#change(() => this.#database.run(RUNS.save, rowOf(run)));
  }

  beginRun(run: RunRecord): RunRecord | undefined {
    return this.#change(() => {
      const existingRow = this.#database.get(SAME_OWNED_RUN, rowOf(run));
      if (existingRow !== undefined) return runOf(existingRow);
      this.#database.run(RUNS.save, rowOf(run));
      return undefined;
    });
  }

  claimRun(id: string, owner: string | null, expected: string | null): boolean {
    return this.#change(() => this.#database.get(CLAIM_RUN, { id, owner, expected }) !== undefined);
  }

  step(run: RunRecord, begun: readonly number[], ended: readonly EndedOperation[]): void {
    this.#change(() => {
      const runRow = this.#database.get(UPDATE_PROGRESS, rowOf(run));
      if (runRow === undefined) throw new RunTaken();
      const number = Number(runRow['number']);
      for (const { index, state, detail } of ended) this.#save(number, index, state, detail);
      for (const index of begun) this.#save(number, index, 'sending');
    });
  }

  operations(run: string, omittedStates: readonly OperationState[] = []): OperationOutcomes {
    const values = { run, omittedStates: JSON.stringify(omittedStates) };
    const rows = this.#database.all(OPERATIONS_OF_RUN, values).map(OPERATIONS.read);
    return new Map(rows.map(({ idx, state, detail }) => [idx, { state, detail }]));
  }

  writes(limit: number): readonly WriteRecord[] {
    return this.#database.all(NEWEST_WRITES, { limit }).map(writeOf);
  }

  write(id: string): WriteRecord | undefined {
    const row = this.#database.get(`${WRITES.select} WHERE id = :id`, { id });
    return row && writeOf(row);
  }

  saveWrite(write: WriteRecord): void {
    this.#write(() => this.#database.run(WRITES.insert, rowOfWrite(write)));
  }

  updateWrite(write: WriteRecord): void {
    this.#write(() => this.#database.run(WRITES.update, rowOfWrite(write)));
  }

  taggings(
    tags: readonly string[],
    since: number,
  ): readonly Pick<WriteRecord, 'bot' | 'result' | 'time'>[] {
    const values = { tags: JSON.stringify(tags), since };
    return this.#database.all(TAGGINGS_SINCE, values).map(TAGGING_COLUMNS.read);
  }

  replacement(tag: string): { readonly bot: string; readonly id: string } | undefined {
    return replacementIn(
      this.#database.all(RUNS_CONTAINING, { text: JSON.stringify(tag) }).map(runOf),
      tag,
    );
  }

  countWrites(): number {
    return Number(this.#database.get('SELECT count(*) AS count FROM single_write')?.['count'] ?? 0);
  }

  prune(keptCount: number): void {
    if (this.countWrites() <= keptCount) return;
    const newest =
      'SELECT number FROM single_write ORDER BY time DESC, number DESC LIMIT :keptCount';
    this.#change(() =>
      this.#database.run(`DELETE FROM single_write WHERE number NOT IN (${newest})`, { keptCount }),
    );
  }

  isEmpty(): boolean {
    const query = 'SELECT 1 FROM run UNION ALL SELECT 1 FROM single_write LIMIT 1';
    return this.#database.get(query) === undefined;
  }

  removeUsers(before: number): void {
    const condition = 'user IS NOT NULL AND time < :before';
    const query = `SELECT 1 FROM single_write WHERE ${condition} LIMIT 1`;
    if (this.#database.get(query, { before }) !== undefined) {
      const statement = `UPDATE single_write SET user = NULL WHERE ${condition}`;
      this.#change(() => this.#database.run(statement, { before }));
      this.#mustCompact = true;
    }
    this.#finishErasing();
  }

  clear(): void {
    this.#change(() => {
      this.#database.run(DELETE_UNOWNED_RUNS);
      this.#database.run('DELETE FROM single_write');
    });
    this.#mustCompact = true;
    this.#finishErasing();
  }

  eraseAll(): void {
    this.#change(() => {
      this.#database.run('DELETE FROM run');
      this.#database.run('DELETE FROM single_write');
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #save(run: number, idx: number, state: OperationState, detail: string | null = null): void {
    this.#database.run(OPERATIONS.save, { run, idx, state, detail });
  }

  /** Compacts the database. Its file keeps copies of deleted or moved rows, which may contain personal data. */
  #finishErasing(): void {
    if (!this.#mustCompact) return;
    this.#database.compact();
    this.#mustCompact = false;
  }

  #change<T>(step: () => T): T {
    const result = this.#write(step);
    this.#runsChanged.fire();
    return result;
  }

  #write<T>(step: () => T): T {
    const result = this.#database.atomically(() => {
      const wasUpToDate = this.#revision() === this.#seenRevision;
      const stepResult = step();
      // If not up to date, another window made a change, and the next poll reports it.
      if (wasUpToDate) this.#seenRevision = this.#revision();
      return stepResult;
    });
    this.#changed.fire();
    return result;
  }

  #poll(): void {
    try {
      const revision = this.#revision();
      if (revision === this.#seenRevision) return;
      this.#seenRevision = revision;
    } catch {
      // A background poll has no caller to report to. The next read of the Journal throws the same error.
      return;
    }
    this.#changed.fire();
    this.#runsChanged.fire();
  }

  /** Returns a number that increases with each change of the Journal in any window. */
  #revision(): number {
    return Number(this.#database.get('SELECT revision FROM journal_mark')?.['revision'] ?? 0);
  }
}

function rowOf({ counts, ...run }: RunRecord) {
  return { ...run, ...counts };
}

function runOf(row: SqlRow): RunRecord {
  const { total, done, failed, unknown, skipped, waiting, ...run } = RUNS.read(row);
  return { ...run, counts: { total, done, failed, unknown, skipped, waiting } };
}

function rowOfWrite({ user, ...write }: WriteRecord) {
  return { ...write, user: user === null ? null : JSON.stringify(user) };
}

function writeOf(row: SqlRow): WriteRecord {
  const { user, ...write } = WRITES.read(row);
  return { ...write, user: user === null ? null : (JSON.parse(user) as UserRef) };
}
