import { ServiceError } from '../errors.ts';
import type { KeptState } from './keptState.ts';
import { isUnknown, StandsStill } from './refactorErrors.ts';
import type { RefactorPorts } from './refactorPorts.ts';

/** Which old tags are there: one that is gone before it was to be deleted takes its holders with it. */
export async function oldTags(
  ports: RefactorPorts,
  kept: KeptState,
  signal: AbortSignal,
): Promise<{ readonly standing: readonly string[]; readonly gone: readonly string[] }> {
  const standing: string[] = [];
  const gone: string[] = [];
  const { old, phase, hasDeleted } = kept.now;
  for (const { id } of old) {
    ((await stands(ports, id, signal)) ? standing : gone).push(id);
  }
  if (gone.length === 0) return { standing, gone };
  if (phase !== 'deleting' && !hasDeleted) throw new StandsStill('tag-gone');
  await kept.save({ hasDeleted: true });
  for (const id of gone) await ports.takeOff(id);
  return { standing, gone };
}

/** Deletes the tag. When nobody knows whether it was deleted, the service is asked. */
export async function removeTag(
  ports: RefactorPorts,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await ports.remove(id);
  } catch (error) {
    const isGone =
      ServiceError.isGone(error) || (isUnknown(error) && !(await stands(ports, id, signal)));
    if (!isGone) throw error;
    await ports.takeOff(id);
  }
}

export async function stands(
  { service }: RefactorPorts,
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
