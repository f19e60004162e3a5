/*
 * Operations are sent in groups. A group is committed before it is sent: a step of the Journal saves its operations as
 * `sending` on disk, so that after a crash it is known which requests may have been sent.
 */

import type { Operations } from '../base/operation.ts';
import { type Backlog, operationUserKey } from './backlog.ts';
import type { Ledger } from './ledger.ts';
import type { RunPorts } from './ports.ts';
import { RunPaused } from './runErrors.ts';

/** Limits of the number of operations in a group. */
const MIN_SIZE = 16;
const MAX_SIZE = 512;
/**
 * Sending time of a group, in ms, within the size limits. A commit takes up to 10 ms. After a crash, up to 1.25 groups
 * have to be checked with the service: about what the run sends in a second, or 20 operations if that is more.
 */
const GROUP_MS = 600;
/** Fraction of a group that is still unsent when the next group is committed, so that no request waits for a commit. */
const COMMIT_AT_FRACTION = 0.25;
/** Maximum time before ended operations are committed to disk, in ms. */
const FLUSH_AFTER_MS = 2_000;

interface GroupsNeeds {
  readonly ports: Pick<RunPorts, 'journal' | 'clock'>;
  readonly operations: Operations;
  readonly ledger: Ledger;
  readonly backlog: Backlog;
  /** Aborted with a `RunPaused` when the run pauses. */
  readonly halt: AbortController;
}

/** Releases operations for sending in groups. Each group is committed while the previous group is being sent. */
export class Groups {
  readonly #needs: GroupsNeeds;
  /** Operations of the next groups, not committed yet. */
  readonly #queue: number[] = [];
  /** Committed operations that have not been sent yet. */
  #ready: number[] = [];
  /**
   * Keys of customers with a change under way. Changes of one customer are sent one after another: a service that
   * stores a customer's whole list of tags with each change could lose one of two parallel changes.
   */
  readonly #busyUsers = new Set<string>();
  #size = MIN_SIZE;
  /** Number of operations sent since the last commit. */
  #sentCount = 0;
  /** Time of the last commit, in ms. */
  #commitTime: number;
  #isCommitting = false;

  constructor(needs: GroupsNeeds) {
    this.#needs = needs;
    this.#commitTime = needs.ports.clock.now();
  }

  get isIdle(): boolean {
    return !this.#isCommitting && this.#queue.length === 0 && this.#ready.length === 0;
  }

  get isCommitting(): boolean {
    return this.#isCommitting;
  }

  get hasReady(): boolean {
    return this.#ready.some((index) => this.#isFree(index));
  }

  /** Number of operations that the queue, which holds up to two groups, can still take. */
  get freeSlots(): number {
    return this.#size * 2 - this.#queue.length;
  }

  add(index: number): void {
    this.#queue.push(index);
  }

  /** Removes and returns an operation that may be sent now. The caller calls `endRequest` after the request. */
  takeReady(): number | undefined {
    const index = this.#ready.find((readyIndex) => this.#isFree(readyIndex));
    if (index === undefined) return undefined;
    this.#sentCount++;
    this.#ready.splice(this.#ready.indexOf(index), 1);
    this.#busyUsers.add(this.#userOf(index));
    return index;
  }

  endRequest(index: number): void {
    this.#busyUsers.delete(this.#userOf(index));
  }

  /**
   * Starts a commit if one is due. Pauses the run if the Journal cannot be written.
   * @param hasNoRequest whether no request of the run is under way
   * @returns a promise that resolves after the commit; `undefined` if none is due
   */
  advance(hasNoRequest: boolean): Promise<void> | undefined {
    if (this.#isCommitting) return undefined;
    if (this.#ready.length <= this.#size * COMMIT_AT_FRACTION && this.#fill())
      return this.#commit(this.#queue.splice(0, this.#size));
    return this.#mustFlush(hasNoRequest) ? this.#commit([]) : undefined;
  }

  /** Returns the operations that were committed but not sent, and clears the queue. */
  takeUnsent(): readonly number[] {
    const unsent = this.#ready;
    this.#ready = [];
    this.#queue.length = 0;
    return unsent;
  }

  #isFree(index: number): boolean {
    return this.#busyUsers.size === 0 || !this.#busyUsers.has(this.#userOf(index));
  }

  #userOf(index: number): string {
    return operationUserKey(this.#needs.operations.at(index));
  }

  /** Fills the queue, and returns whether the next group is complete. */
  #fill(): boolean {
    while (this.#queue.length < this.#size) {
      // A read may add an operation to the queue, so there are no more reads than free places in the queue.
      const index = this.#needs.backlog.takeToSend(this.freeSlots);
      if (index === undefined) break;
      this.#queue.push(index);
    }
    return (
      this.#queue.length >= this.#size ||
      (this.#queue.length > 0 && this.#needs.backlog.isExhausted)
    );
  }

  #mustFlush(hasNoRequest: boolean): boolean {
    const { ledger, ports } = this.#needs;
    if (ledger.pendingCount === 0) return false;
    const sinceCommitMs = ports.clock.now() - this.#commitTime;
    return hasNoRequest || ledger.pendingCount >= MAX_SIZE || sinceCommitMs >= FLUSH_AFTER_MS;
  }

  async #commit(begun: readonly number[]): Promise<void> {
    const { ports, ledger, halt } = this.#needs;
    this.#isCommitting = true;
    this.#adaptSize();
    ledger.markSending(begun);
    const ended = ledger.takePending();
    try {
      await ports.journal.step(begun, ended, ledger.counts());
      this.#ready.push(...begun);
    } catch (error) {
      ledger.restorePending(ended);
      for (const index of begun) ledger.setOutcome(index, 'waiting');
      halt.abort(new RunPaused('journal', error));
    }
    this.#isCommitting = false;
  }

  #adaptSize(): void {
    const now = this.#needs.ports.clock.now();
    const idealSize = (this.#sentCount * GROUP_MS) / Math.max(1, now - this.#commitTime);
    const limitedSize = Math.min(
      Math.max(idealSize, this.#size / 2, MIN_SIZE),
      this.#size * 2,
      MAX_SIZE,
    );
    if (this.#sentCount > 0) this.#size = Math.round(limitedSize);
    this.#commitTime = now;
    this.#sentCount = 0;
  }
}
