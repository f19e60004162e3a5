import { userOf } from '../base/customer.ts';
import { customerAt, type Customer, type CustomerPage, type UserRef } from '../base/model.ts';
import type { Ended, RunCounts } from '../base/operation.ts';
import { userKey } from '../base/userCollections.ts';

/** `had`: the customer already had the new tag. `waiting` includes requests that are under way. */
type HolderState = 'waiting' | 'had' | 'done' | 'failed' | 'unknown';

export interface Holder {
  readonly user: UserRef;
  /** Position in the order of discovery, starting at 0. */
  readonly index: number;
  readonly state: HolderState;
}

/** Numbers of customers with an old tag, according to the scans so far. */
export interface HolderCounts {
  /** Customers who have an old tag and an ID. */
  readonly holders: number;
  /** Holders who have the new tag. */
  readonly withNew: number;
  /** Holders who were found after the first scan. */
  readonly late: number;
  readonly failed: number;
  /** Holders with an unknown outcome: they may or may not have the new tag. */
  readonly unknown: number;
  /** Customers who have an old tag but cannot be tagged. Not included in `holders`. */
  readonly untaggable: number;
  /** Records whose tags cannot be read, so these customers may have an old tag. */
  readonly unread: number;
}

/** Customers with an old tag that were found so far. In memory only. */
export class Holders {
  readonly #old: ReadonlySet<string>;
  readonly #byUser = new Map<string, Holder>();
  readonly #list: Holder[] = [];
  readonly #untaggable = new Set<string>();
  readonly #unread = new Set<string>();
  /** Records that are not objects and therefore cannot be distinguished. */
  #opaque = 0;
  readonly #countByState = { waiting: 0, had: 0, done: 0, failed: 0, unknown: 0 };
  #lateCount = 0;
  #rounds = 0;
  /** Customers read by the current or latest scan. */
  scanned = 0;

  constructor(old: readonly { readonly id: string }[]) {
    this.#old = new Set(old.map(({ id }) => id));
  }

  /** Starts a new scan round. Call this before each scan. */
  beginScan(): void {
    this.#rounds++;
    this.scanned = 0;
  }

  /** Adds the holders on a page of customers. @param target ID of the new tag; `null` if the tag does not exist yet */
  take(page: CustomerPage, target: string | null): void {
    for (const index of page.records.keys()) {
      const customer = customerAt(page, index);
      if (customer !== undefined) this.#addRecord(customer, target);
      else if (this.#rounds === 1) this.#opaque++;
    }
    this.scanned += page.records.length;
  }

  /** Returns the holders who do not have the new tag and have not been tried yet. */
  waiting(): readonly Holder[] {
    return this.#list.filter(({ state }) => state === 'waiting');
  }

  /** Returns the holders who have the new tag, according to the scans and the requests. */
  withNew(): readonly Holder[] {
    return this.#list.filter(({ state }) => state === 'had' || state === 'done');
  }

  end(holder: Holder, ended: Ended['state']): void {
    const state = ended === 'skipped' ? 'had' : ended;
    this.#countByState[holder.state]--;
    this.#countByState[state]++;
    Object.assign(holder, { state });
  }

  get counts(): HolderCounts {
    const { done, had, failed, unknown } = this.#countByState;
    return {
      holders: this.#list.length,
      withNew: done + had,
      late: this.#lateCount,
      failed,
      unknown,
      untaggable: this.#untaggable.size,
      unread: this.#unread.size + this.#opaque,
    };
  }

  get runCounts(): RunCounts {
    const { done, had, failed, unknown, waiting } = this.#countByState;
    return { total: this.#list.length, done, failed, unknown, skipped: had, waiting };
  }

  #addRecord(customer: Customer, target: string | null): void {
    const { tags } = customer;
    if (tags === undefined) return void this.#unread.add(recordKey(customer));
    if (!tags.some(({ id }) => this.#old.has(id))) return;
    const hasNew = target !== null && tags.some(({ id }) => id === target);
    const user = userOf(customer);
    if (typeof user !== 'string') return this.#add(user, hasNew);
    if (!hasNew) this.#untaggable.add(recordKey(customer));
  }

  /**
   * Adds a customer who is not known yet. The state of a known customer is not changed, because a later page may
   * contain older data than the outcome of the request.
   */
  #add(user: UserRef, hasNew: boolean): void {
    const key = userKey(user);
    if (this.#byUser.has(key)) return;
    const state: HolderState = hasNew ? 'had' : 'waiting';
    const holder: Holder = { user, index: this.#list.length, state };
    this.#byUser.set(key, holder);
    this.#list.push(holder);
    this.#countByState[state]++;
    if (this.#rounds > 1) this.#lateCount++;
  }
}

/**
 * Returns a key that identifies a record without an ID. Customers who become active during a scan appear twice, and
 * only these fields identify the duplicate.
 */
function recordKey({ platform, pageId, id, created, name }: Customer): string {
  return JSON.stringify([platform, pageId, id, created, name]);
}
