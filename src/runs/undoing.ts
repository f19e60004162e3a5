import { TAG, type UserRef } from '../base/model.ts';
import type { WriteRecord } from '../catalogue/journal.ts';
import { userKey } from '../base/userCollections.ts';

/** Action that undoes a write. */
export type Undoing = 'attach' | 'detach' | 'create' | 'delete';

export type NotUndoable =
  | 'undone'
  | 'failed'
  | 'unknown'
  | 'sending'
  /** The customer may have had, or lacked, the tag already before the write. */
  | 'no-change'
  /** The customer of the write is no longer known. */
  | 'no-user'
  /** The content of the folder is gone too. */
  | 'folder'
  /** The catalogue did not have the item, so its name is unknown. */
  | 'no-name';

type Undoable = { readonly undoAction: Undoing } | { readonly notUndoableReason: NotUndoable };

/** @param isSending whether this window is waiting for the response */
export function undoingOf(write: WriteRecord, user: UserRef | null, isSending = false): Undoable {
  const notUndoableReason = reasonAgainst(write, isSending);
  if (notUndoableReason !== undefined) return { notUndoableReason };
  switch (write.kind) {
    case 'create':
      // A create has no effect if the service answered with the ID of an item that existed before.
      return write.hasEffect ? { undoAction: 'delete' } : { notUndoableReason: 'failed' };
    case 'delete':
      if (write.itemType !== TAG) return { notUndoableReason: 'folder' };
      return write.itemName === '' ? { notUndoableReason: 'no-name' } : { undoAction: 'create' };
    default:
      if (!write.hasEffect) return { notUndoableReason: 'no-change' };
      if (user === null) return { notUndoableReason: 'no-user' };
      return { undoAction: write.kind === 'attach' ? 'detach' : 'attach' };
  }
}

/** Returns why a write of any kind cannot be undone; `undefined` if it was carried out and not undone. */
function reasonAgainst(write: WriteRecord, isSending: boolean): NotUndoable | undefined {
  if (write.undoneBy !== null) return 'undone';
  if (write.result === 'done') return undefined;
  if (write.result === 'sent') return isSending ? 'sending' : 'unknown';
  return write.result;
}

/** Known state of a tag on a customer at a point in time. */
interface TagObservation {
  readonly user: UserRef;
  /** Time in ms since 1970. */
  readonly time: number;
  readonly isAttached: boolean;
}

/**
 * Returns the customers who had the tag when it was deleted, as far as known from the customers that this window loaded
 * and from the writes in the Journal. For each customer, the last observation before the deletion decides.
 * @param observed `tagged` lists the loaded customers with the tag; `forUser` looks up a loaded customer
 */
export function holdersAt(
  deleted: Pick<WriteRecord, 'bot' | 'itemId' | 'time'>,
  writes: readonly WriteRecord[],
  observed: {
    readonly tagged: readonly TagObservation[];
    forUser(user: UserRef): TagObservation | undefined;
  },
  userOf: (write: WriteRecord) => UserRef | null,
): readonly UserRef[] {
  /** Latest observation of each customer before the deletion, by `userKey`. */
  const latest = new Map<string, TagObservation>();
  const addObservation = (observation: TagObservation): void => {
    if (observation.time > deleted.time) return;
    const key = userKey(observation.user);
    if (observation.time >= (latest.get(key)?.time ?? 0)) latest.set(key, observation);
  };
  for (const observation of observed.tagged) addObservation(observation);
  for (const write of writes) {
    const isSameItem = write.bot === deleted.bot && write.itemId === deleted.itemId;
    const isTagging = write.kind === 'attach' || write.kind === 'detach';
    const user = isSameItem && isTagging && write.result === 'done' ? userOf(write) : null;
    if (user === null) continue;
    // `tagged` lacks loaded customers without the tag.
    const loaded = observed.forUser(user);
    if (loaded !== undefined) addObservation(loaded);
    addObservation({ user, time: write.time, isAttached: write.kind === 'attach' });
  }
  return [...latest.values()].filter(({ isAttached }) => isAttached).map(({ user }) => user);
}

export function isSameUser(a: UserRef | null, b: UserRef | null): boolean {
  return a === null || b === null ? a === b : userKey(a) === userKey(b);
}
