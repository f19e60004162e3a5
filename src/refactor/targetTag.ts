import { TAG } from '../base/model.ts';
import type { SavedRefactor } from '../runs/keptState.ts';
import {
  isUnknown,
  retryWhileBusy,
  RefactorError,
  RefactorPaused,
} from '../runs/refactorErrors.ts';
import type { RefactorPorts } from '../runs/refactorPorts.ts';

/** Checks that the target is a tag, if it has an ID. Asks the user if the outcome of its creation is unknown. */
export async function verifyTarget(
  ports: RefactorPorts,
  kept: SavedRefactor,
  signal: AbortSignal,
): Promise<void> {
  const { target, phase } = kept.now;
  const isLost = target.id === null && phase === 'creating';
  if (isLost) await askForTarget({ ports, kept, signal });
  else if (target.id !== null) await checkTarget({ ports, kept, signal }, target.id);
}

/** Creates the new tag unless it exists. @returns its ID */
export async function createTarget(
  ports: RefactorPorts,
  kept: SavedRefactor,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    const { id } = kept.now.target;
    if (id !== null) return id;
    signal.throwIfAborted();
    await create({ ports, kept, signal });
  }
}

/** Determines the new tag that an undo has to remove. @returns its ID; `null` if there is none */
export async function targetToUndo(
  ports: RefactorPorts,
  kept: SavedRefactor,
  signal: AbortSignal,
): Promise<string | null> {
  const { target, phase } = kept.now;
  if (target.id !== null || phase !== 'creating') return target.id;
  ports.onProgress({ kind: 'asking' });
  const answer = await ports.questions.unknownUndo();
  if (answer === 'stop') throw new RefactorPaused('person');
  if (answer === 'none') return null;
  await checkTarget({ ports, kept, signal }, answer.id);
  await kept.save({ target: { ...target, id: answer.id } });
  return answer.id;
}

interface Creating {
  readonly ports: RefactorPorts;
  readonly kept: SavedRefactor;
  readonly signal: AbortSignal;
}

async function create(creating: Creating): Promise<void> {
  const { ports, kept } = creating;
  const { target } = kept.now;
  ports.onProgress({ kind: 'creating' });
  await kept.save({ phase: 'creating' });
  let id: string;
  try {
    id = await retryWhileBusy(ports, creating.signal, () => ports.create(target));
  } catch (error) {
    if (isUnknown(error)) return askForTarget(creating, error);
    await kept.save({ phase: 'scanning' });
    throw error;
  }
  // A service with unique tag names returns the ID of the existing tag.
  requireNewId(kept, id);
  await kept.save({ target: { ...target, id } });
}

/** Asks the user whether the tag was created. @param error see `RefactorQuestions.unknownCreate` */
async function askForTarget(creating: Creating, error?: unknown): Promise<void> {
  const { ports, kept } = creating;
  ports.onProgress({ kind: 'asking' });
  const answer = await ports.questions.unknownCreate(error);
  if (answer === 'stop') throw new RefactorPaused('person', error);
  if (answer === 'again') return kept.save({ phase: 'scanning' });
  await checkTarget(creating, answer.id);
  await kept.save({ target: { ...kept.now.target, id: answer.id } });
}

async function checkTarget({ ports, kept, signal }: Creating, id: string): Promise<void> {
  requireNewId(kept, id);
  const item = await ports.service.getItem(id, signal);
  if (item.botId !== ports.botId) throw new RefactorError('other-bot', id);
  if (item.type !== TAG) throw new RefactorError('no-tag', id);
}

function requireNewId({ now }: SavedRefactor, id: string): void {
  if (now.old.some((tag) => tag.id === id)) throw new RefactorError('same-tag', id);
}
