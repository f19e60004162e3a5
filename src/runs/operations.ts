import type { Operation, Operations, OperationState } from '../base/operation.ts';
import { type Plan, taggingOf } from '../base/plan.ts';

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

interface Undo {
  readonly operations: Operations;
  /** By index: nobody knows whether there is anything to take back, so the service is asked first. */
  readonly checkFirst: (index: number) => boolean;
  /** Of those the service is not asked before a time limit is over: they may still be carried out. */
  readonly asksLater: boolean;
}

/**
 * What takes a run back: the opposite of all that it did, the last one first. What failed, was skipped or was never sent
 * it did not do; what is unknown is asked for first. A deleted item does not come back so.
 * @param states by index; what is not in it was never sent
 */
export function undoOf(
  operations: Operations,
  states: ReadonlyMap<number, { readonly state: OperationState }>,
): Undo {
  const undone: number[] = [];
  const unsure = new Set<number>();
  for (let index = operations.count - 1; index >= 0; index--) {
    const state = states.get(index)?.state;
    const isUnsure = state === 'unknown' || state === 'sending';
    if (state !== 'done' && !isUnsure) continue;
    if (operations.at(index).kind === 'delete') continue;
    if (isUnsure) unsure.add(undone.length);
    undone.push(index);
  }
  return {
    operations: {
      count: undone.length,
      at: (index) => opposite(operations.at(undone[index] ?? -1)),
    },
    checkFirst: (index) => unsure.has(index),
    asksLater: unsure.size > 0,
  };
}

function opposite(operation: Operation): Operation {
  switch (operation.kind) {
    case 'attach':
      return { ...operation, kind: 'detach' };
    case 'detach':
      return { ...operation, kind: 'attach' };
    case 'delete':
      throw new RangeError('a deleted item is created again, not attached');
  }
}
