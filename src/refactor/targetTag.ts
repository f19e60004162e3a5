import { TAG } from '../base/model.ts';
import type { SavedRefactor } from '../runs/savedRefactor.ts';
import {
  isLost,
  isUnknown,
  retryWhileBusy,
  RefactorError,
  RefactorPaused,
} from '../runs/refactorErrors.ts';
import type { RefactorPorts } from '../runs/refactorPorts.ts';

/** Checks that the target is a tag, if it has an ID. Asks the user if the outcome of its creation is unknown. */
export async function verifyTarget(
  ports: RefactorPorts,
  saved: SavedRefactor,
  signal: AbortSignal,
): Promise<void> {
  const { target, phase } = saved.state;
  const isCreationUnknown = target.id === null && phase === 'creating';
  if (isCreationUnknown) await askForTarget({ ports, saved, signal });
  else if (target.id !== null) await checkTarget({ ports, saved, signal }, target.id);
}

/**
 * Creates the new tag unless it exists.
 * @returns its ID
 */
export async function createTarget(
  ports: RefactorPorts,
  saved: SavedRefactor,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    const { id } = saved.state.target;
    if (id !== null) return id;
    signal.throwIfAborted();
    await create({ ports, saved, signal });
  }
}

/**
 * Determines the new tag that an undo has to remove.
 * @returns its ID; `null` if there is none
 */
export async function targetToUndo(
  ports: RefactorPorts,
  saved: SavedRefactor,
  signal: AbortSignal,
): Promise<string | null> {
  const { target, phase } = saved.state;
  if (target.id !== null || phase !== 'creating') return target.id;
  ports.onProgress({ kind: 'asking' });
  const answer = await ports.questions.unknownUndo();
  if (answer === 'stop') throw new RefactorPaused('person');
  if (answer === 'none') return null;
  await checkTarget({ ports, saved, signal }, answer.id);
  await saved.save({ target: { ...target, id: answer.id } });
  return answer.id;
}

interface CreationContext {
  readonly ports: RefactorPorts;
  readonly saved: SavedRefactor;
  readonly signal: AbortSignal;
}

async function create(context: CreationContext): Promise<void> {
  const { ports, saved } = context;
  const { target } = saved.state;
  ports.onProgress({ kind: 'creating' });
  await saved.save({ phase: 'creating' });
  let id: string;
  try {
    id = await retryWhileBusy(ports, context.signal, () => ports.create(target));
  } catch (error) {
    if (isLost(error)) return askForTarget(context, error);
    if (!isUnknown(error)) await saved.save({ phase: 'scanning' });
    throw error;
  }
  // A service with unique tag names returns the ID of the existing tag.
  requireNewId(saved, id);
  await saved.save({ target: { ...target, id } });
}

/**
 * Asks the user whether the tag was created.
 * @param error see `RefactorQuestions.unknownCreate`
 */
async function askForTarget(context: CreationContext, error?: unknown): Promise<void> {
  const { ports, saved } = context;
  ports.onProgress({ kind: 'asking' });
  const answer = await ports.questions.unknownCreate(error);
  if (answer === 'stop') throw new RefactorPaused('person', error);
  if (answer === 'again') return saved.save({ phase: 'scanning' });
  await checkTarget(context, answer.id);
  await saved.save({ target: { ...saved.state.target, id: answer.id } });
}

async function checkTarget({ ports, saved, signal }: CreationContext, id: string): Promise<void> {
  requireNewId(saved, id);
  const item = await ports.service.getItem(id, signal);
  if (item.botId !== ports.botId) throw new RefactorError('other-bot', id);
  if (item.type !== TAG) throw new RefactorError('no-tag', id);
}

function requireNewId({ state }: SavedRefactor, id: string): void {
  if (state.old.some((tag) => tag.id === id)) throw new RefactorError('same-tag', id);
}
