import type { Ledger } from './ledger.ts';
import type { RunPorts } from './ports.ts';

/** A crash leaves a group and a quarter to be asked for: no more than is sent within a second. */
const SMALLEST = 16;
const LARGEST = 512;
/** A commit costs up to ten ms, and a group is what goes out in so many ms, as far as that is within the bounds. */
const GROUP_MS = 600;
/** The next group is committed when so much of one is left: no request waits for it. */
const LEFT = 0.25;
/** What has ended is not kept from the disk for longer, ms. */
const FLUSH_AFTER = 2_000;

interface GroupsOptions {
  readonly ports: Pick<RunPorts, 'step' | 'clock'>;
  readonly ledger: Ledger;
  /** An operation that waits; `undefined`: there is none at this moment. */
  readonly more: () => number | undefined;
  /** Nothing of its user is being changed. */
  readonly isFree: (index: number) => boolean;
  /** No operation will come by `more` any more. */
  readonly isDry: () => boolean;
  /** After each commit. */
  readonly onCommit: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Operations become ready to be sent in groups: each is committed while the one before is on its way. */
export class Groups {
  readonly #options: GroupsOptions;
  readonly #queue: number[] = [];
  #ready: number[] = [];
  #size = SMALLEST;
  /** Since the last commit. */
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

  /** One that may be sent at this moment. */
  get hasReady(): boolean {
    return this.#ready.some(this.#options.isFree);
  }

  /** So many more are of use in the queue. */
  get room(): number {
    return this.#size * 2 - this.#queue.length;
  }

  /** It waits to be sent, with the next group. */
  add(index: number): void {
    this.#queue.push(index);
  }

  takeReady(): number | undefined {
    const at = this.#ready.findIndex(this.#options.isFree);
    if (at === -1) return undefined;
    this.#sent++;
    return this.#ready.splice(at, 1)[0];
  }

  /** Begins a commit if it is time for one. @param isIdle nothing else is under way */
  advance(isIdle: boolean): void {
    if (this.#isCommitting) return;
    if (this.#ready.length <= this.#size * LEFT && this.#fill()) {
      void this.#commit(this.#queue.splice(0, this.#size));
    } else if (this.#isToFlush(isIdle)) {
      void this.#commit([]);
    }
  }

  /** Those that were not sent; there are none afterwards. */
  giveUp(): readonly number[] {
    const left = this.#ready;
    this.#ready = [];
    this.#queue.length = 0;
    return left;
  }

  /** @returns whether there is a group */
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
    return isIdle || ledger.pending >= LARGEST || since >= FLUSH_AFTER;
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
    const within = Math.min(Math.max(wanted, this.#size / 2, SMALLEST), this.#size * 2, LARGEST);
    if (this.#sent > 0) this.#size = Math.round(within);
    this.#committed = now;
    this.#sent = 0;
  }
}
