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

/** Who had the deleted tag, as far as is known. */
export type Holders = (deleted: WriteRecord) => Promise<readonly UserRef[]>;

export interface UndoNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  readonly items: Lazy<ItemActions>;
  readonly tags: TagActions;
  readonly services: BotServices;
  readonly recorder: Recorder;
  readonly holders: Holders;
  readonly who: (bot: string, user: UserRef) => string;
}

/** A write that can be taken back, and what that takes. */
export interface Undo {
  readonly write: WriteRecord;
  readonly bot: Bot;
  readonly by: Undoing;
  /** Of a tag that was attached or detached. */
  readonly user: UserRef | null;
}

/** Whether the service has the item. */
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

/** Whether the folder that a deleted item stood in is still there, as far as the list knows. */
export function hasFolder(
  catalogue: Catalogue,
  { bot, parentId }: Pick<WriteRecord, 'bot' | 'parentId'>,
): boolean {
  if (parentId === null) return true;
  const folder = catalogue.item(bot, parentId);
  return folder !== undefined && folder.state !== 'gone';
}
