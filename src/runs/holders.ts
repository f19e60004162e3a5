import { userOf } from '../base/customer.ts';
import { customerAt, type Customer, type CustomerPage, type UserRef } from '../base/model.ts';
import type { EndedOperation, RunCounts } from '../base/operation.ts';
import { userKey } from '../base/userCollections.ts';

/** `alreadyTagged`: the customer had the new tag before. `waiting` includes requests that are under way. */
type HolderState = 'waiting' | 'alreadyTagged' | 'done' | 'failed' | 'unknown';

/** Customer who has an old tag. A refactor (rename, merge or recreate) replaces one or more old tags by one new tag. */
export interface Holder {
  readonly user: UserRef;
  /** Position in the order of discovery, starting at 0. */
  readonly index: number;
  readonly state: HolderState;
}

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

/** Customers found so far who have an old tag. In memory only. */
export class Holders {
  readonly #oldTagIds: ReadonlySet<string>;
  readonly #byUser = new Map<string, Holder>();
  readonly #holders: Holder[] = [];
  /** Keys of customers who have an old tag but cannot be tagged; see `recordKey`. */
  readonly #untaggable = new Set<string>();
  /** Keys of records without readable tags. */
  readonly #unreadable = new Set<string>();
  /** Number of records that are not objects. They cannot be distinguished, so only the first scan counts them. */
  #unidentifiableCount = 0;
  readonly #countByState = { waiting: 0, alreadyTagged: 0, done: 0, failed: 0, unknown: 0 };
  #lateCount = 0;
  #scanCount = 0;
  /** Number of customers read by the current or latest scan. */
  scanned = 0;

  constructor(old: readonly { readonly id: string }[]) {
    this.#oldTagIds = new Set(old.map(({ id }) => id));
  }

  beginScan(): void {
    this.#scanCount++;
    this.scanned = 0;
  }

  /** @param newTagId `null` if the new tag does not exist yet */
  addPage(page: CustomerPage, newTagId: string | null): void {
    for (const index of page.records.keys()) {
      const customer = customerAt(page, index);
      if (customer !== undefined) this.#addRecord(customer, newTagId);
      else if (this.#scanCount === 1) this.#unidentifiableCount++;
    }
    this.scanned += page.records.length;
  }

  waitingHolders(): readonly Holder[] {
    return this.#holders.filter(({ state }) => state === 'waiting');
  }

  holdersWithNewTag(): readonly Holder[] {
    return this.#holders.filter(({ state }) => state === 'alreadyTagged' || state === 'done');
  }

  setOutcome(holder: Holder, outcome: EndedOperation['state']): void {
    const state = outcome === 'skipped' ? 'alreadyTagged' : outcome;
    this.#countByState[holder.state]--;
    this.#countByState[state]++;
    Object.assign(holder, { state });
  }

  get counts(): HolderCounts {
    const { done, alreadyTagged, failed, unknown } = this.#countByState;
    return {
      holders: this.#holders.length,
      withNew: done + alreadyTagged,
      late: this.#lateCount,
      failed,
      unknown,
      untaggable: this.#untaggable.size,
      unread: this.#unreadable.size + this.#unidentifiableCount,
    };
  }

  get runCounts(): RunCounts {
    const { done, alreadyTagged, failed, unknown, waiting } = this.#countByState;
    return { total: this.#holders.length, done, failed, unknown, skipped: alreadyTagged, waiting };
  }

  #addRecord(customer: Customer, newTagId: string | null): void {
    const { tags } = customer;
    if (tags === undefined) return void this.#unreadable.add(recordKey(customer));
    if (!tags.some(({ id }) => this.#oldTagIds.has(id))) return;
    const hasNewTag = newTagId !== null && tags.some(({ id }) => id === newTagId);
    const user = userOf(customer);
    // A string is the reason why the customer cannot be tagged.
    if (typeof user !== 'string') return this.#addHolder(user, hasNewTag);
    if (!hasNewTag) this.#untaggable.add(recordKey(customer));
  }

  /** Skips a known customer, because a later page may contain older data than the outcome of the request. */
  #addHolder(user: UserRef, hasNewTag: boolean): void {
    const key = userKey(user);
    if (this.#byUser.has(key)) return;
    const state: HolderState = hasNewTag ? 'alreadyTagged' : 'waiting';
    const holder: Holder = { user, index: this.#holders.length, state };
    this.#byUser.set(key, holder);
    this.#holders.push(holder);
    this.#countByState[state]++;
    if (this.#scanCount > 1) this.#lateCount++;
  }
}

/**
 * Returns a key for a record that may have no user ID. A customer who becomes active during a scan appears twice, and
 * only these fields show that both records are of the same customer.
 */
function recordKey({ platform, pageId, id, created, name }: Customer): string {
  return JSON.stringify([platform, pageId, id, created, name]);
}
