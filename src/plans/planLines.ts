import { BLOCKED_STATUSES, userOf } from '../base/customer.ts';
import type { Customer, UserRef } from '../base/model.ts';
import {
  taggingOf,
  type PlanHead,
  type PlanTag,
  type Skip,
  type Tagging,
  type UserLine,
} from '../base/plan.ts';
import { SeenUsers } from '../base/userCollections.ts';
import type { PlanCandidate } from './input/inputColumns.ts';

export function candidateOf(customer: Customer | undefined): PlanCandidate {
  const user = userOf(customer);
  const tags = customer?.tags;
  return {
    user: typeof user === 'string' ? undefined : user,
    tags: tags === undefined ? undefined : new Set(tags.map(({ id }) => id)),
    isBlocked: customer?.status !== undefined && BLOCKED_STATUSES.includes(customer.status),
  };
}

interface LineOptions {
  readonly action: PlanHead['action'];
  readonly tags: readonly Pick<PlanTag, 'id' | 'action'>[];
  /** Whether the lines contain the names of the customers, which are personal data. */
  readonly withNames: boolean;
}

/** Creates the lines of one plan, across all of its files. Remembers users to skip duplicates. */
export class PlanLines {
  readonly #action: PlanHead['action'];
  readonly #withNames: boolean;
  readonly #tags: readonly { readonly id: string; readonly tagging: Tagging }[];
  readonly #seen = new SeenUsers();

  constructor({ action, tags, withNames }: LineOptions) {
    this.#action = action;
    this.#withNames = withNames;
    this.#tags = tags.map((tag) => ({ id: tag.id, tagging: taggingOf({ action }, tag) }));
  }

  lineFor(candidate: PlanCandidate): UserLine {
    const { row } = candidate;
    const name = this.#withNames ? candidate.name : undefined;
    const user =
      candidate.user !== undefined && isValidUser(candidate.user) ? candidate.user : undefined;
    const line = { user, row, name };
    const reason = this.#skipReason(user, candidate.isBlocked);
    if (reason !== undefined) return { ...line, skip: reason, except: NO_INDEXES };
    const unchanged = this.#unchangedTags(candidate);
    if (unchanged.length < this.#tags.length) {
      return { ...line, skip: undefined, except: unchanged };
    }
    return { ...line, skip: this.#noChangeReason, except: NO_INDEXES };
  }

  get #noChangeReason(): Skip {
    if (this.#action === 'attach and detach') return 'no change';
    return this.#action === 'attach' ? 'already tagged' : 'not tagged';
  }

  #skipReason(user: UserRef | undefined, isBlocked: boolean): Skip | undefined {
    if (user === undefined) return 'no ID';
    if (!this.#seen.add(user)) return 'duplicate';
    return isBlocked ? 'blocked' : undefined;
  }

  /** Returns the indexes of the tags that need no change for this user. */
  #unchangedTags({ tags, onlyAction }: PlanCandidate): readonly number[] {
    const unchanged: number[] = [];
    for (const [index, { id, tagging }] of this.#tags.entries()) {
      const isUnchanged = tags !== undefined && tags.has(id) === (tagging === 'attach');
      if (isUnchanged || (onlyAction !== undefined && onlyAction !== tagging))
        unchanged.push(index);
    }
    return unchanged.length === 0 ? NO_INDEXES : unchanged;
  }
}

/** Returns whether neither ID is blank. A plan with a blank user ID or page ID could be written but not read. */
function isValidUser({ rawUid, uid, pageId }: UserRef): boolean {
  return /\S/.test(rawUid ?? uid ?? '') && /\S/.test(pageId);
}

/** Shared empty list of tag indexes. It saves memory, because most lines have no exceptions. */
export const NO_INDEXES: readonly number[] = [];
