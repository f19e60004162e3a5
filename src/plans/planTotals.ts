import {
  taggingOf,
  type ItemLine,
  type Plan,
  type PlanHead,
  type PlanTotals,
  type Skip,
  type UserLine,
} from '../base/plan.ts';

/** Counts the users and requests of a plan, one line at a time. */
export class TotalsCounter {
  readonly #tagCount: number;
  readonly #detachedIndexes: readonly number[];
  #userCount = 0;
  #operationCount = 0;
  /** Included in `#operationCount`. */
  #detachCount = 0;
  readonly #skipped: Record<Skip, number> = {
    'already tagged': 0,
    'not tagged': 0,
    'no change': 0,
    'no ID': 0,
    duplicate: 0,
    blocked: 0,
  };

  constructor({ action, tags }: Pick<PlanHead, 'action' | 'tags'>) {
    this.#tagCount = tags.length;
    this.#detachedIndexes = [...tags.keys()].filter(
      (index) => taggingOf({ action }, tags[index] ?? {}) === 'detach',
    );
  }

  add(line: UserLine | ItemLine): void {
    if ('skip' in line && line.skip !== undefined) {
      this.#skipped[line.skip]++;
      return;
    }
    this.#userCount++;
    // A line without `except` is an item to delete, which takes one request.
    if (!('except' in line)) {
      this.#operationCount++;
      return;
    }
    const { except } = line;
    this.#operationCount += this.#tagCount - except.length;
    for (const index of this.#detachedIndexes) if (!except.includes(index)) this.#detachCount++;
  }

  totals(): PlanTotals {
    return {
      users: this.#userCount,
      operations: this.#operationCount,
      detaches: this.#detachCount,
      skipped: { ...this.#skipped },
    };
  }
}

/** Counts the lines of a plan. If the plan deletes, `users` is the number of items. */
export function planTotals({
  users,
  items,
  ...head
}: Pick<Plan, 'action' | 'tags' | 'users' | 'items'>): PlanTotals {
  const counter = new TotalsCounter(head);
  for (const line of users) counter.add(line);
  for (const line of items) counter.add(line);
  return counter.totals();
}
