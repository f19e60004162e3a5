import { TAG, type UserRef } from '../base/model.ts';
import type { EndedOperation, Operations } from '../base/operation.ts';
import { userKey } from '../base/userCollections.ts';
import type { Holder, Holders } from '../runs/holders.ts';
import type { RunJournal, RunStart } from '../runs/ports.ts';
import {
  isLost,
  isOutcomeUnknown,
  RefactorError,
  RunPaused,
  retryWhileBusy,
} from '../runs/runErrors.ts';
import type { RefactorContext, RefactorMemory, SavedRefactor } from '../runs/refactorPorts.ts';
import { Runner } from '../runs/runner.ts';
import { isFound, requireItem } from '../service/confirmedItems.ts';

/** Checks that the target is a tag, if it has an ID. Asks the user if the outcome of its creation is unknown. */
export async function verifyTarget(context: RefactorContext): Promise<void> {
  const { target, phase } = context.saved.state;
  const isCreationUnknown = target.id === null && phase === 'creating';
  if (isCreationUnknown) await askForTarget(context);
  else if (target.id !== null) await checkTarget(context, target.id);
}

/** Creates the new tag unless it exists. Tries again if the user asks for it. Returns the ID of the tag. */
export async function createTarget(context: RefactorContext): Promise<string> {
  for (;;) {
    const { id } = context.saved.state.target;
    if (id !== null) return id;
    context.signal.throwIfAborted();
    await create(context);
  }
}

/** Returns the ID of the new tag that an undo has to remove; `null` if there is none. */
export async function targetToUndo(context: RefactorContext): Promise<string | null> {
  const { ports, saved } = context;
  const { target, phase } = saved.state;
  if (target.id !== null || phase !== 'creating') return target.id;
  context.progress.fire({ kind: 'asking' });
  const answer = await ports.questions.unknownUndo();
  if (answer === 'stop') throw new RunPaused('person');
  if (answer === 'none') return null;
  await checkTarget(context, answer.id);
  await saved.save({ target: { ...target, id: answer.id } });
  return answer.id;
}

/** Creates the new tag and saves its ID. After a lost response, asks the user. */
async function create(context: RefactorContext): Promise<void> {
  const { ports, saved } = context;
  const { target } = saved.state;
  const tag = { name: target.name, type: TAG, parentId: target.parentId ?? undefined };
  context.progress.fire({ kind: 'creating' });
  await saved.save({ phase: 'creating' });
  let id: string;
  try {
    id = await retryWhileBusy(ports.clock, context.signal, () => ports.items.create(tag));
  } catch (error) {
    if (isLost(error)) return askForTarget(context, error);
    if (!isOutcomeUnknown(error)) await saved.save({ phase: 'scanning' });
    throw error;
  }
  // A service with unique tag names returns the ID of the existing tag.
  requireNewId(saved, id);
  await saved.save({ target: { ...target, id } });
}

/** Asks the user whether the tag was created. */
async function askForTarget(context: RefactorContext, error?: unknown): Promise<void> {
  const { ports, saved } = context;
  context.progress.fire({ kind: 'asking' });
  const answer = await ports.questions.unknownCreate(error);
  if (answer === 'stop') throw new RunPaused('person', error);
  if (answer === 'again') return saved.save({ phase: 'scanning' });
  await checkTarget(context, answer.id);
  await saved.save({ target: { ...saved.state.target, id: answer.id } });
}

async function checkTarget({ ports, saved, signal }: RefactorContext, id: string): Promise<void> {
  requireNewId(saved, id);
  const item = await ports.service.getItem(id, signal);
  if (item.botId !== ports.botId) throw new RefactorError('other-bot', id);
  if (item.type !== TAG) throw new RefactorError('no-tag', id);
}

function requireNewId({ state }: SavedRefactor, id: string): void {
  if (state.old.some((tag) => tag.id === id)) throw new RefactorError('same-tag', id);
}

/** Tagging of many customers: `attach` for the waiting holders, `detach` for the customers in the memory. */
export type Tagging =
  | { readonly kind: 'attach'; readonly tagId: string; readonly holders: Holders }
  | { readonly kind: 'detach'; readonly tagId: string };

/** Starts a run that attaches or detaches the tag. Records each customer in the memory before the request is sent. */
export function runTagging(context: RefactorContext, tagging: Tagging, memory: RefactorMemory) {
  const { step, users, ...checks } =
    tagging.kind === 'attach'
      ? attachSteps(context, tagging.holders, memory)
      : detachSteps(context, memory);
  const { ports, progress } = context;
  const { kind, tagId } = tagging;
  const operations: Operations = {
    count: users.length,
    at: (index) => ({ kind, tagId, user: elementAt(users, index), line: 0 }),
  };
  const start = { operations, states: new Map(), ...checks };
  const runner = new Runner({ ...ports, journal: { step } }, start);
  const ended = runner.run((run) =>
    progress.fire({ kind: kind === 'attach' ? 'attaching' : 'detaching', run }),
  );
  return { runner, ended };
}

interface TaggingSteps extends Pick<RunStart, 'checkFirst' | 'waitsBeforeFirstReads'> {
  readonly users: readonly UserRef[];
  readonly step: RunJournal['step'];
}

/** An operation index is a position among the waiting holders. The Journal has the index among all holders. */
function attachSteps(
  { ports }: RefactorContext,
  holders: Holders,
  { attached }: RefactorMemory,
): TaggingSteps {
  const waiting = holders.waitingHolders();
  const rememberUser = ({ user }: Holder, isSure: boolean): void =>
    void attached.set(userKey(user), { user, isSure });
  const recordEnd = (holder: Holder, state: EndedOperation['state']): void => {
    holders.setOutcome(holder, state);
    if (state === 'done') return rememberUser(holder, true);
    // An undo must not detach this customer: the tag was attached in another way, or not at all.
    if (state !== 'unknown') attached.delete(userKey(holder.user));
  };
  return {
    users: waiting.map(({ user }) => user),
    step: async (begun, ended) => {
      for (const { index, state } of ended) recordEnd(elementAt(waiting, index), state);
      for (const index of begun) rememberUser(elementAt(waiting, index), false);
      const holderIndexOf = (index: number): number => elementAt(waiting, index).index;
      const completed = ended.map((change) => ({ ...change, index: holderIndexOf(change.index) }));
      await ports.journal.step(begun.map(holderIndexOf), completed, holders.runCounts);
    },
    checkFirst: false,
  };
}

function detachSteps({ ports }: RefactorContext, { attached }: RefactorMemory): TaggingSteps {
  const entries = [...attached];
  return {
    users: entries.map(([, { user }]) => user),
    step: async (_begun, ended, counts) => {
      for (const { index, state } of ended) {
        if (state === 'done' || state === 'skipped') attached.delete(elementAt(entries, index)[0]);
      }
      // The operations in the Journal are those of attaching. Of detaching, only the counts are saved.
      await ports.journal.step([], [], counts);
    },
    checkFirst: (index) => !elementAt(entries, index)[1].isSure,
    // Requests with unknown outcomes may still be carried out.
    waitsBeforeFirstReads: entries.some(([, { isSure }]) => !isSure),
  };
}

function elementAt<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`there is no operation ${index}`);
  return value;
}

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
