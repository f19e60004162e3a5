import type { ItemLine, Plan, PlanTotals, Skip, UserLine } from './plan.ts';

/** Counts lines as they come. */
export class TotalsCount {
  readonly #tags: number;
  #users = 0;
  #operations = 0;
  readonly #skipped: Record<Skip, number> = {
    'already tagged': 0,
    'not tagged': 0,
    'no change': 0,
    'no ID': 0,
    duplicate: 0,
    blocked: 0,
  };

  /** @param tags how many the plan has */
  constructor(tags: number) {
    this.#tags = tags;
  }

  add(line: UserLine | ItemLine): void {
    if ('skip' in line && line.skip !== undefined) {
      this.#skipped[line.skip]++;
      return;
    }
    this.#users++;
    this.#operations += 'except' in line ? this.#tags - line.except.length : 1;
  }

  totals(): PlanTotals {
    return {
      users: this.#users,
      operations: this.#operations,
      skipped: { ...this.#skipped },
    };
  }
}

/** What running exactly this does. Of a plan that deletes, `users` counts the items. */
export function planTotals({
  tags,
  users,
  items,
}: Pick<Plan, 'tags' | 'users' | 'items'>): PlanTotals {
  const count = new TotalsCount(tags.length);
  for (const line of users) count.add(line);
  for (const line of items) count.add(line);
  return count.totals();
}
