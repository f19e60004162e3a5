import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { ItemActions } from '../../catalogue/itemActions.ts';
import type { TagActions } from '../../service/tagActions.ts';
import { ServiceError } from '../../base/errors.ts';
import type { JournalStore, WriteRecord } from '../../catalogue/journal.ts';
import type { Recorder } from '../recorder.ts';
import type { Undoing } from '../undoing.ts';
import type { Bot, UserRef } from '../../base/model.ts';
import type { BotServices } from '../../catalogue/ui/services.ts';
import type { KnownUsers } from './knownUsers.ts';

export interface UndoNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  readonly items: Lazy<ItemActions>;
  readonly tags: TagActions;
  readonly services: BotServices;
  readonly recorder: Recorder;
  readonly users: KnownUsers;
}

/** Write that can be undone, with the data that the undo needs. */
export interface Undo {
  readonly write: WriteRecord;
  readonly bot: Bot;
  readonly by: Undoing;
  /** Customer of an attached or detached tag; otherwise `null`. */
  readonly user: UserRef | null;
}

/** Returns whether the item exists in the service. */
export async function isThere(
  { services }: Pick<UndoNeeds, 'services'>,
  bot: Bot,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await (await services.of(bot)).getItem(id, signal);
    return true;
  } catch (error) {
    if (ServiceError.isGone(error)) return false;
    throw error;
  }
}

/** Returns whether the folder of a deleted item still exists, according to the list. */
export function hasFolder(
  catalogue: Catalogue,
  { bot, parentId }: Pick<WriteRecord, 'bot' | 'parentId'>,
): boolean {
  if (parentId === null) return true;
  const folder = catalogue.item(bot, parentId);
  return folder !== undefined && folder.state !== 'gone';
}
