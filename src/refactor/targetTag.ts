import { TAG } from '../base/model.ts';
import type { KeptState } from '../runs/keptState.ts';
import { isUnknown, patiently, RefactorError, StandsStill } from '../runs/refactorErrors.ts';
import type { RefactorPorts } from '../runs/refactorPorts.ts';

/** Makes sure that the tag to attach is one, if it has an ID already. What became of a create is asked for. */
export async function knowTarget(
  ports: RefactorPorts,
  kept: KeptState,
  signal: AbortSignal,
): Promise<void> {
  const { target, phase } = kept.now;
  const isLost = target.id === null && phase === 'creating';
  if (isLost) await askForTarget({ ports, kept, signal });
  else if (target.id !== null) await checkTarget({ ports, kept, signal }, target.id);
}

/** @returns the ID of the new tag, which is created unless it is there */
export async function createTarget(
  ports: RefactorPorts,
  kept: KeptState,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    const { id } = kept.now.target;
    if (id !== null) return id;
    signal.throwIfAborted();
    await create({ ports, kept, signal });
  }
}

/** @returns the ID of the new tag that an undo is about; `null`: there is none */
export async function targetToUndo(
  ports: RefactorPorts,
  kept: KeptState,
  signal: AbortSignal,
): Promise<string | null> {
  const { target, phase } = kept.now;
  if (target.id !== null || phase !== 'creating') return target.id;
  ports.onProgress({ kind: 'asking' });
  const answer = await ports.questions.unknownUndo();
  if (answer === 'stop') throw new StandsStill('person');
  if (answer === 'none') return null;
  await checkTarget({ ports, kept, signal }, answer.id);
  await kept.save({ target: { ...target, id: answer.id } });
  return answer.id;
}

interface Creating {
  readonly ports: RefactorPorts;
  readonly kept: KeptState;
  readonly signal: AbortSignal;
}

async function create(creating: Creating): Promise<void> {
  const { ports, kept } = creating;
  const { target } = kept.now;
  ports.onProgress({ kind: 'creating' });
  await kept.save({ phase: 'creating' });
  let id: string;
  try {
    id = await patiently(ports, creating.signal, () => ports.create(target));
  } catch (error) {
    if (isUnknown(error)) return askForTarget(creating, error);
    await kept.save({ phase: 'scanning' });
    throw error;
  }
  // A service that knows tags by their names gives the one that is there.
  requireOther(kept, id);
  await kept.save({ target: { ...target, id } });
}

/** @param error as `RefactorQuestions.unknownCreate` has it */
async function askForTarget(creating: Creating, error?: unknown): Promise<void> {
  const { ports, kept } = creating;
  ports.onProgress({ kind: 'asking' });
  const answer = await ports.questions.unknownCreate(error);
  if (answer === 'stop') throw new StandsStill('person', error);
  if (answer === 'again') return kept.save({ phase: 'scanning' });
  await checkTarget(creating, answer.id);
  await kept.save({ target: { ...kept.now.target, id: answer.id } });
}

async function checkTarget({ ports, kept, signal }: Creating, id: string): Promise<void> {
  requireOther(kept, id);
  const item = await ports.service.getItem(id, signal);
  if (item.botId !== ports.botId) throw new RefactorError('other-bot', id);
  if (item.type !== TAG) throw new RefactorError('no-tag', id);
}

function requireOther({ now }: KeptState, id: string): void {
  if (now.old.some((tag) => tag.id === id)) throw new RefactorError('same-tag', id);
}
