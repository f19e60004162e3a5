/*
 * A refactor replaces old tags by one new tag. Holders are the customers who have an old tag. Before the old tags are
 * deleted, the tags of a sample of the holders are read again, to check that they have the new tag.
 */

import { Emitter } from '../base/ports.ts';
import { TAG } from '../base/model.ts';
import type { PauseReason } from '../base/operation.ts';
import { mapLimited } from '../base/promises.ts';
import { type Holder, Holders } from '../runs/holders.ts';
import {
  type Findings,
  type RefactorContext,
  type RefactorEnd,
  type RefactorMemory,
  type RefactorPorts,
  type RefactorProgress,
  type RefactorStart,
  type Resumed,
  SavedRefactor,
} from '../runs/refactorPorts.ts';
import { deleteAndCheck } from '../runs/botItems.ts';
import type { Runner } from '../runs/runner.ts';
import { isOutcomeUnknown, RefactorError, RunPaused } from '../runs/runErrors.ts';
import {
  createTarget,
  findOldTags,
  runTagging,
  type Tagging,
  targetToUndo,
  verifyTarget,
} from './refactorSteps.ts';
import { isFound } from '../service/confirmedItems.ts';

/** Minimum and maximum number of customers in the sample of those who got the new tag. If there are fewer, it has all. */
const MIN_SAMPLE = 20;
const MAX_SAMPLE = 200;
/** Fraction of these customers who are in the sample, within these limits. */
const SAMPLE_SHARE = 0.01;

/**
 * Reads the tags of a random sample of the holders who should have the new tag. Marks those who do not have it as
 * `failed`.
 * @param random called for each customer in the sample; returns a number from 0 (inclusive) to 1 (exclusive)
 * @returns number of customers in the sample who no longer have an old tag
 */
export async function checkSample(
  { ports, saved, progress, signal }: RefactorContext,
  holders: Holders,
  targetId: string,
  random = Math.random,
): Promise<number> {
  const sample = pickSample(holders.holdersWithNewTag(), random);
  let [done, withoutOld] = [0, 0];
  const report = (): void => progress.fire({ kind: 'sampling', done, total: sample.length });
  report();
  await mapLimited(sample, ports.concurrency, async (holder) => {
    signal.throwIfAborted();
    const lists = await ports.service.listUserTags(holder.user, signal);
    const ids = new Set(lists.flatMap(({ tags }) => tags.map(({ id }) => id)));
    if (!ids.has(targetId)) holders.setOutcome(holder, 'failed');
    if (!saved.state.old.some(({ id }) => ids.has(id))) withoutOld++;
    done++;
    report();
  });
  return withoutOld;
}

/** Returns a uniform random sample (partial Fisher–Yates shuffle). */
function pickSample(holders: readonly Holder[], random: () => number): readonly Holder[] {
  const size = Math.min(
    MAX_SAMPLE,
    Math.max(MIN_SAMPLE, Math.ceil(holders.length * SAMPLE_SHARE)),
    holders.length,
  );
  const shuffled = [...holders];
  for (let index = 0; index < size; index++) {
    const other = index + Math.floor(random() * (shuffled.length - index));
    const [first, second] = [shuffled[index], shuffled[other]];
    if (first !== undefined && second !== undefined)
      [shuffled[index], shuffled[other]] = [second, first];
  }
  return shuffled.slice(0, size);
}

/** Customers per page, small enough for a slow connection. */
const PAGE_SIZE = 1000;

/** A bot that keeps attaching the old tag would otherwise make the rescans find new holders forever. */
const MAX_RESCANS = 5;

/**
 * Maximum lag of the service's clock behind the local clock, in ms. Rescans also read the customers who were active in
 * this time before the first scan.
 */
const MAX_CLOCK_LAG_MS = 5 * 60_000;

/** Maximum age of the last scan when the user answers. After that, holders are searched for again. */
const MAX_SCAN_AGE_MS = 30_000;

/**
 * Result of the phases. Number: the refactor was undone, and this number of customers still have, or may still have, the
 * new tag. `declined`: nothing was done. `undefined`: the old tags are deleted.
 */
type PhasesResult = number | 'declined' | undefined;

/**
 * Replaces old tags by one tag: attaches the new tag to every holder, and only then deletes the old tags. No customers
 * are stored, so resuming scans again.
 */
export class RefactorRun {
  readonly #ports: RefactorPorts;
  readonly #memory: RefactorMemory;
  readonly #resumed: Resumed | undefined;
  readonly #holders: Holders;
  readonly #saved: SavedRefactor;
  readonly #context: RefactorContext;
  readonly #progress = new Emitter<RefactorProgress>();
  readonly onDidProgress = this.#progress.event;
  readonly #random: () => number;
  readonly #pausing = new AbortController();
  #deleted: readonly string[] = [];
  #runner: Runner | undefined;
  /** Number of customers in the sample who no longer have an old tag. */
  #withoutOld = 0;
  #rescanCount = 0;
  /** Whether the last rescan found no holders who still need the new tag. */
  #isSettled = false;
  /** Whether the old tags may be deleted without another question if no customer would be left without a tag. */
  #mayDeleteUnasked = false;
  /** End time of the last scan, in ms since 1970. */
  #lastScanTime = 0;

  /** @param random replaces `Math.random` in tests, for the sample of customers who are read again */
  constructor(
    ports: RefactorPorts,
    { state, memory, resumed }: RefactorStart,
    random = Math.random,
  ) {
    this.#ports = ports;
    this.#memory = memory;
    this.#resumed = resumed;
    this.#holders = new Holders(state.old);
    this.#random = random;
    this.#saved = new SavedRefactor(ports, state, this.#holders);
    this.#context = { ports, saved: this.#saved, progress: this.#progress, signal: this.#signal };
  }

  /** Runs the refactor. Call either `run` or `undo`, only once. Rejects only on program errors. */
  run(): Promise<RefactorEnd> {
    return this.#untilEnd(async () =>
      this.#saved.state.phase === 'undoing' ? this.#undo() : this.#runPhases(),
    );
  }

  /** Undoes the refactor, as long as no old tag has been deleted. */
  undo(): Promise<RefactorEnd> {
    return this.#untilEnd(() => this.#undo());
  }

  /** Pauses the refactor after the requests that are under way. */
  pause(reason: PauseReason): void {
    this.#runner?.pause(reason);
    this.#pausing.abort(new RunPaused(reason));
  }

  get #signal(): AbortSignal {
    return this.#pausing.signal;
  }

  async #untilEnd(work: () => Promise<PhasesResult>): Promise<RefactorEnd> {
    const currentState = () => ({ counts: this.#holders.counts, state: this.#saved.state });
    try {
      const result = await work();
      if (result === 'declined') return { kind: 'declined', ...currentState() };
      if (result !== undefined) return { kind: 'undone', failedCount: result, ...currentState() };
      return { kind: 'done', deleted: this.#deleted, ...currentState() };
    } catch (error) {
      const { reason, cause } = RunPaused.of(error);
      return { kind: 'paused', reason, error: cause, ...currentState() };
    }
  }

  /** Runs all phases from the start. A resumed refactor skips the writes that were done before. */
  async #runPhases(): Promise<'declined' | undefined> {
    await this.#waitForPending();
    const { existing, gone } = await findOldTags(this.#context);
    this.#deleted = gone;
    if (existing.length === 0) return undefined;
    await verifyTarget(this.#context);
    await this.#saved.save({ start: this.#ports.wallClock.now() });
    await this.#scan(undefined);
    if (!(await this.#mayStart())) return 'declined';
    const targetId = await createTarget(this.#context);
    await this.#attach(targetId);
    this.#withoutOld = await checkSample(this.#context, this.#holders, targetId, this.#random);
    await this.#rescan(targetId);
    await this.#confirmDeletion(targetId);
    for (const id of existing) await this.#delete(id);
    return undefined;
  }

  /** Waits until earlier requests can no longer be carried out, so that the scan includes their effects. */
  async #waitForPending(): Promise<void> {
    const { target, phase, hasDeleted } = this.#saved.state;
    if (this.#resumed === undefined || target.id === null) return;
    const { mayHaveOpenRequests, unknown } = this.#resumed;
    // A pause in this phase, before the first deletion, means that the outcome of a delete request is unknown.
    const mayBeDeleting = phase === 'deleting' && !hasDeleted;
    if (!mayHaveOpenRequests && unknown === 0 && !mayBeDeleting) return;
    // Waits for the whole limit: the elapsed part could be measured only with a clock that may have been changed.
    const ms = this.#ports.timeLimitMs();
    this.#progress.fire({ kind: 'waiting', ms });
    await this.#ports.clock.sleep(ms, this.#signal);
  }

  /** Asks before anything is written. A refactor that is resumed after its first write asks only before it deletes. */
  async #mayStart(): Promise<boolean> {
    if (this.#resumed !== undefined && this.#saved.state.phase !== 'scanning') return true;
    this.#signal.throwIfAborted();
    this.#progress.fire({ kind: 'asking' });
    const answer = await this.#ports.questions.start(this.#holders.counts);
    this.#signal.throwIfAborted();
    this.#mayDeleteUnasked = answer === 'all';
    return answer !== 'stop';
  }

  /** @param activeSince if set, reads only customers whose last interaction is after this time, in ms */
  async #scan(activeSince: number | undefined): Promise<void> {
    const { service, botId } = this.#ports;
    const query = {
      botId,
      limit: PAGE_SIZE,
      ...(activeSince === undefined ? {} : { from: activeSince }),
    };
    this.#holders.beginScan();
    this.#reportScan();
    for await (const page of service.walkCustomers(query, this.#signal)) {
      this.#holders.addPage(page, this.#saved.state.target.id);
      this.#reportScan();
    }
    this.#lastScanTime = this.#ports.wallClock.now();
  }

  #reportScan(): void {
    const { scanned, counts } = this.#holders;
    const holders = counts.holders + counts.untaggable;
    this.#progress.fire({ kind: 'scanning', round: this.#rescanCount + 1, scanned, holders });
  }

  async #attach(tagId: string): Promise<void> {
    if (this.#holders.waitingHolders().length === 0) return;
    await this.#saved.save({ phase: 'attaching' });
    await this.#tag({ kind: 'attach', tagId, holders: this.#holders });
  }

  /** @returns number of taggings that failed or have an unknown outcome */
  async #tag(tagging: Tagging): Promise<number> {
    this.#signal.throwIfAborted();
    const { runner, ended } = runTagging(this.#context, tagging, this.#memory);
    this.#runner = runner;
    const end = await ended;
    this.#runner = undefined;
    if (end.kind === 'paused') throw new RunPaused(end.reason, end.error);
    return end.counts.failed + end.counts.unknown;
  }

  /** Rescans customers active since the first scan began: it may have missed them, or they got the old tag later. */
  async #rescan(targetId: string): Promise<void> {
    this.#isSettled = false;
    for (let round = 0; round < MAX_RESCANS && !this.#isSettled; round++) {
      this.#rescanCount++;
      await this.#scan(this.#saved.state.start - MAX_CLOCK_LAG_MS);
      this.#isSettled = this.#holders.waitingHolders().length === 0;
      await this.#attach(targetId);
    }
  }

  /** Asks before the deletion, and asks again if a rescan found more customers who would be left without a tag. */
  async #confirmDeletion(targetId: string): Promise<void> {
    for (;;) {
      await this.#saved.save({ phase: 'asking' });
      this.#signal.throwIfAborted();
      const findings = this.#findings();
      const answer = await this.#askToDelete(findings);
      if (answer === 'keep') throw new RunPaused('person');
      // After the clock was set back, a large negative difference says nothing, so it must not count as a short time.
      if (Math.abs(this.#ports.wallClock.now() - this.#lastScanTime) < MAX_SCAN_AGE_MS) return;
      await this.#rescan(targetId);
      if (countWithoutTag(this.#findings()) <= countWithoutTag(findings)) return;
    }
  }

  #askToDelete(findings: Findings): Promise<'delete' | 'keep'> {
    if (this.#mayDeleteUnasked && findings.isComplete) return Promise.resolve('delete');
    this.#progress.fire({ kind: 'asking' });
    return this.#ports.questions.deleteOld(findings);
  }

  #findings(): Findings {
    const { counts } = this.#holders;
    const isSettled = this.#isSettled;
    const isComplete = countWithoutTag({ counts }) === 0 && isSettled;
    return { counts, withoutOld: this.#withoutOld, isSettled, isComplete };
  }

  /** Deletes an old tag. If the service refuses and no tag was deleted before, the refactor can still be undone. */
  async #delete(id: string): Promise<void> {
    this.#signal.throwIfAborted();
    this.#progress.fire({ kind: 'deleting' });
    await this.#saved.save({ phase: 'deleting' });
    try {
      await deleteAndCheck(this.#ports, { id, type: TAG }, this.#signal);
    } catch (error) {
      const canStillUndo = this.#deleted.length === 0 && !isOutcomeUnknown(error);
      if (canStillUndo) await this.#saved.save({ phase: 'asking' });
      throw error;
    }
    this.#deleted = [...this.#deleted, id];
    await this.#saved.save({ hasDeleted: true });
  }

  /** Returns the number of customers who still have the new tag, or may still have it. */
  async #undo(): Promise<number> {
    const { kind, old, phase, hasDeleted } = this.#saved.state;
    const mayBeDeleted = phase === 'deleting' || hasDeleted;
    for (const { id } of old) {
      const mayBeGone =
        mayBeDeleted || !(await isFound(this.#ports.service.getItem(id, this.#signal)));
      if (mayBeGone) throw new RefactorError('too-late', id);
    }
    const id = await targetToUndo(this.#context);
    if (id === null) return 0;
    if (kind === 'merge' && !this.#memory.knowsAllUsers) throw new RefactorError('forgotten', id);
    await this.#saved.save({ phase: 'undoing' });
    // The target of a merge existed before, so it is only detached. Other new tags are deleted.
    if (kind === 'merge') return this.#tag({ kind: 'detach', tagId: id });
    await deleteAndCheck(this.#ports, { id, type: TAG }, this.#signal);
    return 0;
  }
}

/** Returns the number of customers who would, or might, be left without a tag. */
function countWithoutTag({ counts }: Pick<Findings, 'counts'>): number {
  const { holders, withNew, untaggable, unread } = counts;
  return holders - withNew + untaggable + unread;
}
