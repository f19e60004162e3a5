import { ServiceError } from '../base/errors.ts';
import { TAG } from '../base/model.ts';
import { requireItem } from '../service/confirmedItems.ts';
import type { KeptState } from './keptState.ts';
import { isUnknown, patiently, StandsStill } from './refactorErrors.ts';
import type { RefactorPorts } from './refactorPorts.ts';

/**
 * Which old tags are there: one that is gone before it was to be deleted takes its holders with it. Throws `ServiceError`
 * before anything is written when one of them is no tag of the bot: deleting a folder would delete all below it.
 */
export async function oldTags(
  ports: RefactorPorts,
  kept: KeptState,
  signal: AbortSignal,
): Promise<{ readonly standing: readonly string[]; readonly gone: readonly string[] }> {
  const standing: string[] = [];
  const gone: string[] = [];
  const { old, phase, hasDeleted } = kept.now;
  for (const { id } of old) {
    ((await isTagThere(ports, id, signal)) ? standing : gone).push(id);
  }
  if (gone.length === 0) return { standing, gone };
  if (phase !== 'deleting' && !hasDeleted) throw new StandsStill('tag-gone');
  await kept.save({ hasDeleted: true });
  for (const id of gone) await ports.takeOff(id);
  return { standing, gone };
}

const MOST_TRIES = 3;

type RemovePorts = Pick<RefactorPorts, 'service' | 'remove' | 'takeOff' | 'sleep' | 'timeLimitMs'>;

/**
 * Deletes the tag. When nobody knows whether it was deleted, the service is asked, once the request can no longer be on
 * its way; deleting what is gone already does no harm.
 */
export async function removeTag(
  ports: RemovePorts,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await patiently(ports, signal, () => ports.remove(id));
    } catch (error) {
      if (ServiceError.isGone(error)) return ports.takeOff(id);
      if (!isUnknown(error)) throw error;
      if (!(await stands(ports, id, signal))) return ports.takeOff(id);
      await ports.sleep(ports.timeLimitMs(), signal);
      if (!(await stands(ports, id, signal))) return ports.takeOff(id);
      if (tries === MOST_TRIES) throw error;
    }
  }
}

/** Throws `ServiceError` when it is there, and is no tag or another bot's. */
async function isTagThere(
  { service, botId }: RefactorPorts,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await requireItem(service, { id, botId, type: TAG, endpoint: 'deleteItem' }, signal);
    return true;
  } catch (error) {
    if (ServiceError.isGone(error)) return false;
    throw error;
  }
}

export async function stands(
  { service }: Pick<RefactorPorts, 'service'>,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await service.getItem(id, signal);
    return true;
  } catch (error) {
    if (ServiceError.isGone(error)) return false;
    throw error;
  }
}
