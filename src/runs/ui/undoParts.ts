import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { WriteRecord } from '../../catalogue/journal.ts';
import type { Undoing } from '../undoing.ts';
import type { Bot, UserRef } from '../../base/model.ts';
import type { RunServices } from './runServices.ts';

export type UndoNeeds = Pick<
  RunServices,
  'catalogue' | 'journal' | 'items' | 'tags' | 'botServices' | 'recorder' | 'users'
>;

/** Write that can be undone, with the data that the undo needs. */
export interface Undo {
  readonly write: WriteRecord;
  readonly bot: Bot;
  readonly undoAction: Undoing;
  /** Customer of an attached or detached tag; otherwise `null`. */
  readonly user: UserRef | null;
}

/** Returns whether the folder of a deleted item still exists, according to the catalogue. */
export function hasFolder(
  catalogue: Catalogue,
  { bot, parentId }: Pick<WriteRecord, 'bot' | 'parentId'>,
): boolean {
  if (parentId === null) return true;
  const folder = catalogue.item(bot, parentId);
  return folder !== undefined && folder.state !== 'gone';
}
