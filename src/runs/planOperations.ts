import { taggingOf, type Plan } from '../base/plan.ts';
import type { Operation, Operations } from '../base/operation.ts';

/** The requests of a plan, and to which of its lines they belong. */
export interface PlanOperations extends Operations {
  /** @returns index into the plan's users, or its items when it deletes */
  lineOf(index: number): number;
  /** Indexes of the operations of a line, `to` excluded; the same twice: it was skipped. */
  ofLine(line: number): { readonly from: number; readonly to: number };
}

/** User after user in the order of the plan, and of each user tag after tag. */
export function operationsOf(plan: Plan): PlanOperations {
  return plan.action === 'delete' ? deletions(plan) : taggings(plan);
}

function deletions({ items }: Plan): PlanOperations {
  return {
    count: items.length,
    at: (index) => {
      const { id, type, line } = inRange(items[index]);
      return { kind: 'delete', itemId: id, line, ...(type === undefined ? {} : { type }) };
    },
    lineOf: (index) => index,
    ofLine: (line) => ({ from: line, to: line + 1 }),
  };
}

function taggings({ action, tags, users }: Plan): PlanOperations {
  // By line, the number of operations before it; four bytes a user whatever the number of tags.
  const before = new Uint32Array(users.length + 1);
  for (const [at, { skip, except }] of users.entries()) {
    const own = skip === undefined ? tags.length - except.length : 0;
    before[at + 1] = (before[at] ?? 0) + own;
  }
  const count = before[users.length] ?? 0;
  const lineOf = (index: number): number => {
    if (!(index >= 0 && index < count)) throw outOfRange();
    let [low, high] = [0, users.length];
    // The last line with at most `index` operations before it: the skipped ones stand before it.
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((before[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    return low;
  };
  const at = (index: number): Operation => {
    const own = lineOf(index);
    const { user, except, line } = inRange(users[own]);
    const left = tags.filter((_tag, number) => !except.includes(number));
    const tag = inRange(left[index - (before[own] ?? 0)]);
    return { kind: taggingOf({ action }, tag), tagId: tag.id, user: inRange(user), line };
  };
  const ofLine = (line: number): { from: number; to: number } => ({
    from: before[line] ?? count,
    to: before[line + 1] ?? count,
  });
  return { count, at, lineOf, ofLine };
}

function inRange<T>(value: T | undefined): T {
  if (value === undefined) throw outOfRange();
  return value;
}

function outOfRange(): RangeError {
  return new RangeError('the plan has no such operation');
}
