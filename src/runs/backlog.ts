import type { Operation, Operations } from '../base/operation.ts';
import type { Clock } from '../base/ports.ts';
import { userKey } from '../base/userCollections.ts';
import type { Ledger } from './ledger.ts';
import type { RunStart } from './ports.ts';

interface BacklogNeeds {
  readonly operations: Operations;
  readonly ledger: Ledger;
  readonly checkFirst: RunStart['checkFirst'];
  /** Maximum number of customers whose operations are taken. Absent: no limit. */
  readonly maxUsers: number | undefined;
  /** Earliest time of the reads, in ms. 0 if they need not wait. */
  readonly readFrom: number;
  readonly clock: Clock;
}

/**
 * Waiting operations of a run, in order. Of some, the current state is read from the service before they are sent.
 */
export class Backlog {
  readonly #needs: BacklogNeeds;
  /** Index before which no operation is left to take. */
  #cursor = 0;
  /** Number of customers whose operations were taken. */
  #userCount = 0;
  #lastUser: string | undefined;
  /** Operations whose current state has to be read before they are sent. */
  readonly #toRead: number[] = [];
  #readingCount = 0;

  constructor(needs: BacklogNeeds) {
    this.#needs = needs;
  }

  get isEmpty(): boolean {
    return this.#toRead.length === 0 && this.#peek() === undefined;
  }

  /** Whether no operation can be taken now, and no read is under way or can begin now, after which one could. */
  get isExhausted(): boolean {
    const canRead = this.#toRead.length > 0 && this.heldUntil === undefined;
    return this.#peek() === undefined && this.#readingCount === 0 && !canRead;
  }

  /** Time until which the reads have to wait, in ms; `undefined` if there is no read that has to wait. */
  get heldUntil(): number | undefined {
    const { readFrom, clock } = this.#needs;
    return this.#toRead.length > 0 && readFrom > clock.now() ? readFrom : undefined;
  }

  /** Returns the next operation that needs no read. Queues earlier operations for a read, at most `maxReads`. */
  takeToSend(maxReads: number): number | undefined {
    while (this.#toRead.length < maxReads) {
      const index = this.#take();
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

  #mustReadFirst(index: number): boolean {
    const { checkFirst } = this.#needs;
    return typeof checkFirst === 'function' ? checkFirst(index) : checkFirst;
  }

  #take(): number | undefined {
    const index = this.#peek();
    if (index === undefined) return undefined;
    this.#cursor = index + 1;
    if (this.#needs.maxUsers !== undefined) {
      const user = operationUserKey(this.#needs.operations.at(index));
      if (user !== this.#lastUser) this.#userCount++;
      this.#lastUser = user;
    }
    return index;
  }

  #peek(): number | undefined {
    const { operations, ledger, maxUsers } = this.#needs;
    while (this.#cursor < ledger.total && !ledger.isWaiting(this.#cursor)) this.#cursor++;
    const index = this.#cursor;
    if (index >= ledger.total) return undefined;
    if (maxUsers === undefined || this.#userCount < maxUsers) return index;
    // The limit is reached. Only the remaining operations of the last customer are available.
    return operationUserKey(operations.at(index)) === this.#lastUser ? index : undefined;
  }
}

/** Returns a key that identifies the customer of an operation. Operations of the same customer are adjacent. */
export function operationUserKey(operation: Operation): string {
  // Each line of a plan has one customer or item.
  if (operation.line > 0) return String(operation.line);
  if (operation.kind === 'delete') return operation.itemId;
  return userKey(operation.user);
}
