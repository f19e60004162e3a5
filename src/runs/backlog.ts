import type { Clock } from '../base/ports.ts';
import type { WaitingOperations } from './ledger.ts';
import type { RunStart } from './ports.ts';

/** Waiting operations of a run. Of some, the current state is read from the service before they are sent. */
export class Backlog {
  readonly #waiting: WaitingOperations;
  readonly #mustReadFirst: (index: number) => boolean;
  /** Earliest time of the reads, in ms. 0 if they need not wait. */
  readonly #readFrom: number;
  readonly #clock: Clock;
  /** Operations whose current state has to be read before they are sent. */
  readonly #toRead: number[] = [];
  #readingCount = 0;

  constructor(
    waiting: WaitingOperations,
    checkFirst: RunStart['checkFirst'],
    readFrom: number,
    clock: Clock,
  ) {
    this.#waiting = waiting;
    this.#mustReadFirst = typeof checkFirst === 'function' ? checkFirst : () => checkFirst;
    this.#readFrom = readFrom;
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#toRead.length === 0 && this.#waiting.isEmpty;
  }

  /** Whether no operation can be taken at the moment, and no read may soon release one. */
  get isExhausted(): boolean {
    const hasReads = this.#toRead.length > 0 && this.heldUntil === undefined;
    return this.#waiting.isEmpty && this.#readingCount === 0 && !hasReads;
  }

  /** Time until which the reads have to wait, in ms; `undefined` if there is no read that has to wait. */
  get heldUntil(): number | undefined {
    return this.#toRead.length > 0 && this.#readFrom > this.#clock.now()
      ? this.#readFrom
      : undefined;
  }

  /** Returns the next operation that needs no read. Queues earlier operations for a read, at most `maxReads`. */
  takeToSend(maxReads: number): number | undefined {
    while (this.#toRead.length < maxReads) {
      const index = this.#waiting.take();
      if (index === undefined || !this.#mustReadFirst(index)) return index;
      this.#toRead.push(index);
    }
    return undefined;
  }

  /**
   * Returns the next operation to read, unless the reads have to wait or `maxReads` are under way. The caller calls
   * `endRead` afterward.
   */
  takeToRead(maxReads: number): number | undefined {
    if (this.#readingCount >= maxReads || this.heldUntil !== undefined) return undefined;
    const index = this.#toRead.shift();
    if (index !== undefined) this.#readingCount++;
    return index;
  }

  endRead(): void {
    this.#readingCount--;
  }

  /** Queues an operation for another read. */
  readAgain(index: number): void {
    this.#toRead.push(index);
  }
}
