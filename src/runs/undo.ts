import type { Operation, Operations, OperationState } from '../base/operation.ts';

export interface Undo {
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
