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

/** Who may come into a plan. */
export interface PlanCandidate {
  /** `undefined`: an ID, a page or a channel is missing, or cannot be used. */
  readonly user: UserRef | undefined;
  /** IDs of the tags on the user; `undefined`: not known. */
  readonly tags: ReadonlySet<string> | undefined;
  readonly isBlocked: boolean;
  /** The only action of the plan that applies to this user; absent: all of them. */
  readonly only?: Tagging | undefined;
  /** Number of the record in the input, from 1. */
  readonly row?: number | undefined;
  /** Given only when names are to stand in the plan. */
  readonly name?: string | undefined;
}

/** What a customer's record says of whether it can be tagged. */
export function candidateOf(customer: Customer | undefined): PlanCandidate {
  const user = userOf(customer);
  const tags = customer?.tags;
  return {
    user: typeof user === 'string' ? undefined : user,
    tags: tags === undefined ? undefined : new Set(tags.map(({ id }) => id)),
    isBlocked: customer?.status !== undefined && BLOCKED_STATUSES.includes(customer.status),
  };
}

/** Makes the lines of one plan, over all of its files: it knows whom it met. */
export class PlanLines {
  readonly #action: PlanHead['action'];
  readonly #tags: readonly { readonly id: string; readonly tagging: Tagging }[];
  readonly #seen = new SeenUsers();

  constructor(action: PlanHead['action'], tags: readonly Pick<PlanTag, 'id' | 'action'>[]) {
    this.#action = action;
    this.#tags = tags.map((tag) => ({ id: tag.id, tagging: taggingOf({ action }, tag) }));
  }

  of(candidate: PlanCandidate): UserLine {
    const { row, name } = candidate;
    const user =
      candidate.user !== undefined && isSomebody(candidate.user) ? candidate.user : undefined;
    const line = { user, row, name };
    const reason = this.#untouchable(user, candidate.isBlocked);
    if (reason !== undefined) return { ...line, skip: reason, except: NONE };
    const settled = this.#settled(candidate);
    if (settled.length < this.#tags.length) return { ...line, skip: undefined, except: settled };
    return { ...line, skip: this.#skip, except: NONE };
  }

  /** Why a user is left out who is as the plan wants them. */
  get #skip(): Skip {
    if (this.#action === 'attach and detach') return 'no change';
    return this.#action === 'attach' ? 'already tagged' : 'not tagged';
  }

  #untouchable(user: UserRef | undefined, isBlocked: boolean): Skip | undefined {
    if (user === undefined) return 'no ID';
    if (!this.#seen.add(user)) return 'duplicate';
    return isBlocked ? 'blocked' : undefined;
  }

  /** Indexes of the tags that are as the plan wants them. */
  #settled({ tags, only }: PlanCandidate): readonly number[] {
    const settled: number[] = [];
    for (const [index, { id, tagging }] of this.#tags.entries()) {
      const isSettled = tags !== undefined && tags.has(id) === (tagging === 'attach');
      if (isSettled || (only !== undefined && only !== tagging)) settled.push(index);
    }
    return settled.length === 0 ? NONE : settled;
  }
}

/** Of an ID of spaces a plan could be written, and not be read again. */
function isSomebody({ rawUid, uid, pageId }: UserRef): boolean {
  return /\S/.test(rawUid ?? uid ?? '') && /\S/.test(pageId);
}

/** One for all of them: most lines have none. */
const NONE: readonly number[] = [];
