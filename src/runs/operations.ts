import type { Operation, Operations, OperationState } from '../base/operation.ts';
import { type Plan, taggingOf } from '../base/plan.ts';
import { lastAtMost } from '../base/numbers.ts';

/** Returns the operations of a plan: customers in plan order, and for each customer one operation per tag. */
export function operationsOf(plan: Plan): Operations {
  return plan.action === 'delete' ? deletionsOf(plan) : taggingsOf(plan);
}

function deletionsOf({ items }: Plan): Operations {
  return {
    count: items.length,
    at: (index) => {
      const { id, type, line } = inRange(items[index]);
      return { kind: 'delete', itemId: id, line, ...(type === undefined ? {} : { type }) };
    },
  };
}

function taggingsOf({ action, tags, users }: Plan): Operations {
  // Number of operations before each user. A list of all operations would need more memory: one element per tag.
  const countBefore = new Uint32Array(users.length + 1);
  for (const [userIndex, { skip, except }] of users.entries()) {
    const operationCount = skip === undefined ? tags.length - except.length : 0;
    countBefore[userIndex + 1] = (countBefore[userIndex] ?? 0) + operationCount;
  }
  const count = countBefore[users.length] ?? 0;
  const at = (index: number): Operation => {
    if (!(index >= 0 && index < count)) throw outOfRange();
    // This user is never skipped: a skipped user has no operations, so the next user has the same number before it.
    const userIndex = lastAtMost(countBefore, index);
    const { user, except, line } = inRange(users[userIndex]);
    const userTags = tags.filter((_tag, tagIndex) => !except.includes(tagIndex));
    const tag = inRange(userTags[index - (countBefore[userIndex] ?? 0)]);
    return { kind: taggingOf({ action }, tag), tagId: tag.id, user: inRange(user), line };
  };
  return { count, at };
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
  /** Returns whether the outcome of the undone operation is unknown, so the service is checked first. */
  readonly checkFirst: (index: number) => boolean;
  /** Whether the reads for `checkFirst` must first wait for the time limit of requests: the original ones may still take effect. */
  readonly waitsBeforeFirstReads: boolean;
}

/**
 * Returns the opposite of each change of a run, in reverse order. Operations with an unknown outcome are checked first.
 * Failed, skipped and unsent operations changed nothing and are left out. Deleted items cannot be restored this way.
 * @param states state by operation index; an operation that is not in the map was never sent
 */
export function undoOf(
  operations: Operations,
  states: ReadonlyMap<number, { readonly state: OperationState }>,
): Undo {
  const undoneIndexes: number[] = [];
  /** Positions in `undoneIndexes`. */
  const unknownPositions = new Set<number>();
  for (let index = operations.count - 1; index >= 0; index--) {
    const state = states.get(index)?.state;
    const isUnknown = state === 'unknown' || state === 'sending';
    if (state !== 'done' && !isUnknown) continue;
    if (operations.at(index).kind === 'delete') continue;
    if (isUnknown) unknownPositions.add(undoneIndexes.length);
    undoneIndexes.push(index);
  }
  return {
    operations: {
      count: undoneIndexes.length,
      at: (index) => opposite(operations.at(undoneIndexes[index] ?? -1)),
    },
    checkFirst: (index) => unknownPositions.has(index),
    waitsBeforeFirstReads: unknownPositions.size > 0,
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
