import { TAG, type UserRef } from '../base/model.ts';
import type { WriteRecord } from '../catalogue/journal.ts';

/** What takes a write back. */
export type Undoing = 'attach' | 'detach' | 'create' | 'delete';

/** Why a write cannot be taken back. */
export type NotUndoable =
  | 'undone'
  | 'failed'
  | 'unknown'
  | 'sending'
  /** It is not known that the tag was not on the user before, or was. */
  | 'no-change'
  /** Nobody knows any more who it was about. */
  | 'no-user'
  /** What stood in it is gone too. */
  | 'folder'
  /** The list did not know its name. */
  | 'no-name';

type Undoable = { readonly by: Undoing } | { readonly not: NotUndoable };

/** @param user whom it is about, as far as is known; @param isSending this window waits for its end */
export function undoingOf(write: WriteRecord, user: UserRef | null, isSending = false): Undoable {
  const not = reasonAgainst(write, isSending);
  if (not !== undefined) return { not };
  switch (write.kind) {
    case 'create':
      return { by: 'delete' };
    case 'delete':
      if (write.itemType !== TAG) return { not: 'folder' };
      return write.itemName === '' ? { not: 'no-name' } : { by: 'create' };
    default:
      if (!write.changes) return { not: 'no-change' };
      if (user === null) return { not: 'no-user' };
      return { by: write.kind === 'attach' ? 'detach' : 'attach' };
  }
}

function reasonAgainst(write: WriteRecord, isSending: boolean): NotUndoable | undefined {
  if (write.undoneBy !== null) return 'undone';
  if (write.result === 'done') return undefined;
  if (write.result === 'sent') return isSending ? 'sending' : 'unknown';
  return write.result;
}

/** What is known of a tag on a user at a time. */
interface Said {
  readonly user: UserRef;
  /** ms */
  readonly time: number;
  readonly isOn: boolean;
}

/**
 * Who had the tag when it was deleted, as far as is known: by what this window loaded and by the Journal's own writes,
 * of which the later one counts.
 * @param said by loaded customers, of those who have it and of those whom a write is about
 */
export function holdersAt(
  deleted: Pick<WriteRecord, 'bot' | 'itemId' | 'time'>,
  writes: readonly WriteRecord[],
  said: { readonly all: readonly Said[]; of(user: UserRef): Said | undefined },
  userOf: (write: WriteRecord) => UserRef | null,
): readonly UserRef[] {
  const latest = new Map<string, Said>();
  const note = (one: Said): void => {
    if (one.time > deleted.time) return;
    const key = keyOf(one.user);
    if (one.time >= (latest.get(key)?.time ?? 0)) latest.set(key, one);
  };
  for (const one of said.all) note(one);
  for (const write of writes) {
    const isAbout = write.bot === deleted.bot && write.itemId === deleted.itemId;
    const isTagging = write.kind === 'attach' || write.kind === 'detach';
    const user = isAbout && isTagging && write.result === 'done' ? userOf(write) : null;
    if (user === null) continue;
    const loaded = said.of(user);
    if (loaded !== undefined) note(loaded);
    note({ user, time: write.time, isOn: write.kind === 'attach' });
  }
  return [...latest.values()].filter(({ isOn }) => isOn).map(({ user }) => user);
}

export function isSameUser(one: UserRef | null, other: UserRef | null): boolean {
  return one === null || other === null ? one === other : keyOf(one) === keyOf(other);
}

function keyOf({ channel, pageId, rawUid, uid }: UserRef): string {
  return JSON.stringify([channel, pageId, rawUid ?? null, uid ?? null]);
}
