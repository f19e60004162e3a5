import type { Ledger } from './ledger.ts';
import type { RunPorts } from './ports.ts';

/**
 * Minimum number of operations in a group. After a crash, up to 1.25 groups have to be checked with the service, which
 * is at most what the run sends within a second.
 */
const MIN_SIZE = 16;
const MAX_SIZE = 512;
/** Sending time of a group, in ms, within the size limits. A commit takes up to 10 ms. */
const GROUP_MS = 600;
/** Fraction of a group that is still unsent when the next group is committed, so that no request waits for a commit. */
const COMMIT_AT_FRACTION = 0.25;
/** Maximum time before ended operations are committed to disk, in ms. */
const FLUSH_AFTER_MS = 2_000;

interface GroupsOptions {
  readonly ports: Pick<RunPorts, 'step' | 'clock'>;
  readonly ledger: Ledger;
  /** Returns the next waiting operation. @returns `undefined` if no operation is available at the moment */
  readonly more: () => number | undefined;
  /** Returns whether no change of the operation's customer is under way. */
  readonly isFree: (index: number) => boolean;
  /** Returns whether `more` will never return another operation. */
  readonly isDry: () => boolean;
  /** Called after each commit, whether it succeeded or failed. */
  readonly onCommit: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Releases operations for sending in groups. Each group is committed while the previous group is being sent. */
export class Groups {
  readonly #options: GroupsOptions;
  readonly #queue: number[] = [];
  #ready: number[] = [];
  #size = MIN_SIZE;
  /** Operations sent since the last commit. */
  #sent = 0;
  #committed: number;
  #isCommitting = false;

  constructor(options: GroupsOptions) {
    this.#options = options;
    this.#committed = options.ports.clock.now();
  }

  get isIdle(): boolean {
    return !this.#isCommitting && this.#queue.length === 0 && this.#ready.length === 0;
  }

  get isCommitting(): boolean {
    return this.#isCommitting;
  }

  /** Whether an operation may be sent now. */
  get hasReady(): boolean {
    return this.#ready.some(this.#options.isFree);
  }

  /** Number of additional operations that the queue can take. */
  get room(): number {
    return this.#size * 2 - this.#queue.length;
  }

  /** Queues an operation. It is sent with the next group. */
  add(index: number): void {
    this.#queue.push(index);
  }

  takeReady(): number | undefined {
    const at = this.#ready.findIndex(this.#options.isFree);
    if (at === -1) return undefined;
    this.#sent++;
    return this.#ready.splice(at, 1)[0];
  }

  /** Starts a commit if one is due. @param isIdle whether nothing else is under way */
  advance(isIdle: boolean): void {
    if (this.#isCommitting) return;
    if (this.#ready.length <= this.#size * COMMIT_AT_FRACTION && this.#fill()) {
      void this.#commit(this.#queue.splice(0, this.#size));
    } else if (this.#isToFlush(isIdle)) {
      void this.#commit([]);
    }
  }

  /** Returns the committed operations that were not sent, and clears the queue. */
  giveUp(): readonly number[] {
    const left = this.#ready;
    this.#ready = [];
    this.#queue.length = 0;
    return left;
  }

  /** Fills the queue. @returns whether the next group is complete */
  #fill(): boolean {
    while (this.#queue.length < this.#size) {
      const index = this.#options.more();
      if (index === undefined) break;
      this.#queue.push(index);
    }
    return this.#queue.length >= this.#size || (this.#queue.length > 0 && this.#options.isDry());
  }

  #isToFlush(isIdle: boolean): boolean {
    const { ledger, ports } = this.#options;
    if (ledger.pending === 0) return false;
    const since = ports.clock.now() - this.#committed;
    return isIdle || ledger.pending >= MAX_SIZE || since >= FLUSH_AFTER_MS;
  }

  async #commit(begun: readonly number[]): Promise<void> {
    const { ports, ledger, onCommit, onFailure } = this.#options;
    this.#isCommitting = true;
    this.#adapt();
    ledger.begin(begun);
    const ended = ledger.take();
    try {
      await ports.step(begun, ended, ledger.counts());
      this.#ready.push(...begun);
    } catch (error) {
      ledger.giveBack(ended);
      for (const index of begun) ledger.end(index, 'waiting');
      onFailure(error);
    }
    this.#isCommitting = false;
    onCommit();
  }

  #adapt(): void {
    const now = this.#options.ports.clock.now();
    const wanted = (this.#sent * GROUP_MS) / Math.max(1, now - this.#committed);
    const within = Math.min(Math.max(wanted, this.#size / 2, MIN_SIZE), this.#size * 2, MAX_SIZE);
    if (this.#sent > 0) this.#size = Math.round(within);
    this.#committed = now;
    this.#sent = 0;
  }
}
