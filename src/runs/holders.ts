import { userOf } from '../base/customer.ts';
import { customerAt, type Customer, type CustomerPage, type UserRef } from '../base/model.ts';
import type { Ended, RunCounts } from '../base/operation.ts';

/** `had`: has the new tag already; `waiting` also while it is on its way. */
type HolderState = 'waiting' | 'had' | 'done' | 'failed' | 'unknown';

export interface Holder {
  readonly user: UserRef;
  /** In the order in which they were found, from 0. */
  readonly index: number;
  readonly state: HolderState;
}

/** Who has an old tag, as far as it was scanned. */
export interface HolderCounts {
  /** With an old tag and an ID. */
  readonly holders: number;
  /** Those of them that have the new tag. */
  readonly withNew: number;
  /** Those of them that were found after the first scan. */
  readonly late: number;
  readonly failed: number;
  /** Nobody knows whether they have the new tag. */
  readonly unknown: number;
  /** Have an old tag and cannot be tagged. They are no `holders`. */
  readonly untaggable: number;
  /** Records in which no tags can be read: they may have an old one. */
  readonly unread: number;
}

/** Everybody found so far, in memory only. */
export class Holders {
  readonly #old: ReadonlySet<string>;
  readonly #byUser = new Map<string, Holder>();
  readonly #list: Holder[] = [];
  readonly #untaggable = new Set<string>();
  readonly #unread = new Set<string>();
  /** Records that are no objects; nothing tells one from another. */
  #opaque = 0;
  readonly #in = { waiting: 0, had: 0, done: 0, failed: 0, unknown: 0 };
  #late = 0;
  #rounds = 0;
  /** Customers read by the scan that is on its way, or was last. */
  scanned = 0;

  constructor(old: readonly { readonly id: string }[]) {
    this.#old = new Set(old.map(({ id }) => id));
  }

  /** To be called when a scan begins. */
  beginScan(): void {
    this.#rounds++;
    this.scanned = 0;
  }

  /** @param target ID of the new tag; `null`: nobody has it yet */
  take(page: CustomerPage, target: string | null): void {
    for (const index of page.records.keys()) {
      const customer = customerAt(page, index);
      if (customer !== undefined) this.#look(customer, target);
      else if (this.#rounds === 1) this.#opaque++;
    }
    this.scanned += page.records.length;
  }

  /** Those without the new tag that nothing was tried for. */
  waiting(): readonly Holder[] {
    return this.#list.filter(({ state }) => state === 'waiting');
  }

  /** Those that are said to have the new tag. */
  withNew(): readonly Holder[] {
    return this.#list.filter(({ state }) => state === 'had' || state === 'done');
  }

  end(holder: Holder, ended: Ended['state']): void {
    const state = ended === 'skipped' ? 'had' : ended;
    this.#in[holder.state]--;
    this.#in[state]++;
    Object.assign(holder, { state });
  }

  get counts(): HolderCounts {
    const { done, had, failed, unknown } = this.#in;
    return {
      ...{ holders: this.#list.length, withNew: done + had, late: this.#late, failed, unknown },
      ...{ untaggable: this.#untaggable.size, unread: this.#unread.size + this.#opaque },
    };
  }

  get runCounts(): RunCounts {
    const { done, had, failed, unknown, waiting } = this.#in;
    return { total: this.#list.length, done, failed, unknown, skipped: had, waiting };
  }

  #look(customer: Customer, target: string | null): void {
    const { tags } = customer;
    if (tags === undefined) return void this.#unread.add(recordKey(customer));
    if (!tags.some(({ id }) => this.#old.has(id))) return;
    const hasNew = target !== null && tags.some(({ id }) => id === target);
    const user = userOf(customer);
    if (typeof user !== 'string') return this.#add(user, hasNew);
    if (!hasNew) this.#untaggable.add(recordKey(customer));
  }

  /** Of whoever is known what was done counts, and not what a later page says: it may be older than that. */
  #add(user: UserRef, hasNew: boolean): void {
    const key = userKey(user);
    if (this.#byUser.has(key)) return;
    const state: HolderState = hasNew ? 'had' : 'waiting';
    const holder: Holder = { user, index: this.#list.length, state };
    this.#byUser.set(key, holder);
    this.#list.push(holder);
    this.#in[state]++;
    if (this.#rounds > 1) this.#late++;
  }
}

export function userKey({ channel, pageId, rawUid, uid }: UserRef): string {
  return JSON.stringify([channel, pageId, rawUid ?? null, uid ?? null]);
}

/** Who becomes active comes a second time; without an ID, this is all that tells one from another. */
function recordKey({ platform, pageId, id, created, name }: Customer): string {
  return JSON.stringify([platform, pageId, id, created, name]);
}
