import { RunTaken } from '../base/errors.ts';
import { Emitter } from '../base/ports.ts';
import type { JournalStore, RunFilter, RunRecord, WriteRecord } from '../catalogue/journal.ts';
import { replacementIn } from './refactorState.ts';
import type {
  EndedOperation,
  OperationOutcome,
  OperationOutcomes,
  OperationState,
} from '../base/operation.ts';

/** Journal of this window only, used if the database cannot be opened. */
export class MemoryJournal implements JournalStore {
  readonly #runs = new Map<string, RunRecord>();
  readonly #operations = new Map<string, Map<number, OperationOutcome>>();
  readonly #writes = new Map<string, WriteRecord>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #runsChanged = new Emitter<void>();
  readonly onDidChangeRuns = this.#runsChanged.event;

  runs(filter?: RunFilter): readonly RunRecord[] {
    const sorted = newestFirst(this.#runs, ({ started }) => started);
    if (filter === undefined) return sorted;
    const { hash, plan, since = Number.POSITIVE_INFINITY } = filter;
    // A run matches if it matches at least one field. Absent fields match no run.
    return sorted.filter((run) => run.hash === hash || run.plan === plan || run.updated >= since);
  }

  run(id: string): RunRecord | undefined {
    return this.#runs.get(id);
  }

  saveRun(run: RunRecord): void {
    this.#runs.set(run.id, run);
    this.#fire();
  }

  beginRun(run: RunRecord): RunRecord | undefined {
    const existingRun = [...this.#runs.values()].find(
      (other) =>
        other.owner !== null &&
        other.bot === run.bot &&
        other.kind === run.kind &&
        other.hash === run.hash &&
        other.undoes === run.undoes,
    );
    if (existingRun === undefined) this.saveRun(run);
    return existingRun;
  }

  claimRun(id: string, owner: string | null, expected: string | null): boolean {
    const run = this.#runs.get(id);
    if (run?.owner !== expected) return false;
    this.saveRun({ ...run, owner });
    return true;
  }

  step(run: RunRecord, begun: readonly number[], ended: readonly EndedOperation[]): void {
    const savedRun = this.#runs.get(run.id);
    if (savedRun?.owner !== run.owner) throw new RunTaken();
    const operations = this.#operations.get(run.id) ?? new Map();
    this.#operations.set(run.id, operations);
    for (const { index, state, detail = null } of ended) operations.set(index, { state, detail });
    for (const index of begun) operations.set(index, { state: 'sending', detail: null });
    const { state, reason, counts, updated } = run;
    this.saveRun({ ...savedRun, state, reason, counts, updated });
  }

  operations(run: string, omittedStates: readonly OperationState[] = []): OperationOutcomes {
    const entries = [...(this.#operations.get(run) ?? [])];
    return new Map(entries.filter(([, { state }]) => !omittedStates.includes(state)));
  }

  writes(limit: number): readonly WriteRecord[] {
    return newestFirst(this.#writes, ({ time }) => time).slice(0, limit);
  }

  write(id: string): WriteRecord | undefined {
    return this.#writes.get(id);
  }

  saveWrite(write: WriteRecord): void {
    this.#writes.set(write.id, write);
    this.#changed.fire();
  }

  updateWrite(write: WriteRecord): void {
    if (this.#writes.has(write.id)) this.saveWrite(write);
  }

  taggings(tags: readonly string[], since: number): readonly WriteRecord[] {
    return [...this.#writes.values()].filter(
      ({ kind, itemId, result, time }) =>
        (kind === 'attach' || kind === 'detach') &&
        tags.includes(itemId) &&
        result !== 'failed' &&
        time >= since,
    );
  }

  replacement(tag: string): { readonly bot: string; readonly id: string } | undefined {
    return replacementIn(this.runs(), tag);
  }

  countWrites(): number {
    return this.#writes.size;
  }

  prune(keptCount: number): void {
    const oldWrites = this.writes(this.#writes.size).slice(keptCount);
    if (oldWrites.length === 0) return;
    for (const { id } of oldWrites) this.#writes.delete(id);
    this.#fire();
  }

  isEmpty(): boolean {
    return this.#runs.size === 0 && this.#writes.size === 0;
  }

  removeUsers(before: number): void {
    for (const [id, write] of this.#writes) {
      if (write.time < before) this.#writes.set(id, { ...write, user: null });
    }
    this.#fire();
  }

  clear(): void {
    const owned = [...this.#runs.values()].filter(({ owner }) => owner !== null);
    // An undo that is running needs the run that it undoes, so both are kept.
    const keptIds = new Set(owned.flatMap(({ id, undoes }) => [id, undoes]));
    for (const id of this.#runs.keys()) if (!keptIds.has(id)) this.#drop(id);
    this.#writes.clear();
    this.#fire();
  }

  eraseAll(): void {
    for (const id of this.#runs.keys()) this.#drop(id);
    this.clear();
  }

  close(): void {
    // There is nothing to release.
  }

  #fire(): void {
    this.#changed.fire();
    this.#runsChanged.fire();
  }

  #drop(run: string): void {
    this.#runs.delete(run);
    this.#operations.delete(run);
  }
}

/** Sorts by time, newest first. Of entries with the same time, the one that was added last comes first. */
function newestFirst<T>(byId: ReadonlyMap<string, T>, time: (value: T) => number): readonly T[] {
  return [...byId.values()].toReversed().toSorted((a, b) => time(b) - time(a));
}
