import { TAG } from '../base/model.ts';
import { requireItem, isFound } from '../service/confirmedItems.ts';
import type { RefactorContext } from './refactorPorts.ts';
import { RunPaused } from './runErrors.ts';

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
