import type { BotService } from '../base/endpoints.ts';
import { ServiceError } from '../base/errors.ts';
import { TAG } from '../base/model.ts';
import type { ItemToDelete } from '../catalogue/itemActions.ts';
import { requireItem, isFound } from '../service/confirmedItems.ts';
import type { BotItems } from './botItems.ts';
import type { RefactorContext, RefactorPorts } from './refactorPorts.ts';
import { isLost, retryWhileBusy, RunPaused } from './runErrors.ts';

/**
 * Determines which old tags still exist. The refactor pauses (`tag-gone`) if an old tag disappeared before the deleting
 * phase, because its holders can no longer be found.
 * @throws {ServiceError} before anything is written if an item is not a tag of the bot: deleting a folder would delete
 * everything in it
 */
export async function findOldTags({ ports, saved, signal }: RefactorContext): Promise<{
  readonly existing: readonly string[];
  readonly gone: readonly string[];
}> {
  const existing: string[] = [];
  const gone: string[] = [];
  const { old, phase, hasDeleted } = saved.state;
  const { service, botId } = ports;
  for (const id of old.map((tag) => tag.id)) {
    const read = requireItem(service, { id, botId, type: TAG, endpoint: 'deleteItem' }, signal);
    ((await isFound(read)) ? existing : gone).push(id);
  }
  if (gone.length === 0) return { existing, gone };
  if (phase !== 'deleting' && !hasDeleted) throw new RunPaused('tag-gone');
  await saved.save({ hasDeleted: true });
  for (const id of gone) await ports.items.removeFromCatalogue(id);
  return { existing, gone };
}

const MAX_TRIES = 3;

export interface DeletePorts extends Pick<RefactorPorts, 'clock' | 'timeLimitMs'> {
  readonly service: Pick<BotService, 'getItem'>;
  readonly items: Pick<BotItems, 'delete' | 'removeFromCatalogue'>;
}

/**
 * Deletes the item. If the outcome is unknown, checks with the service, and again after the time limit, when the request
 * can no longer be under way. Deleting an item that is already gone is harmless.
 */
export async function deleteAndCheck(
  ports: DeletePorts,
  item: ItemToDelete,
  signal: AbortSignal,
): Promise<void> {
  const { service, items, clock } = ports;
  const { id } = item;
  for (let tries = 1; ; tries++) {
    try {
      return await retryWhileBusy(clock, signal, () => items.delete(item));
    } catch (error) {
      if (ServiceError.isGone(error)) return items.removeFromCatalogue(id);
      if (!isLost(error)) throw error;
      if (!(await isFound(service.getItem(id, signal)))) return items.removeFromCatalogue(id);
      await clock.sleep(ports.timeLimitMs(), signal);
      if (!(await isFound(service.getItem(id, signal)))) return items.removeFromCatalogue(id);
      if (tries === MAX_TRIES) throw error;
    }
  }
}
