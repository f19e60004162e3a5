import type { RefactorSummary } from '../../commands/results.ts';
import type { EndedRefactor, RefactorCallbacks } from './refactorPorts.ts';

/** `complete`: if no customer would be left without a tag. `never`: for an undo, which keeps the old tags. */
type DeleteCondition = 'always' | 'complete' | 'never';

/** Returns answers for a refactor that a program starts, and that therefore cannot ask the user. */
export function answersForProgram(deleteCondition: DeleteCondition): RefactorCallbacks {
  return {
    questions: {
      start: async () => 'attach',
      // The service cannot list its tags, so it is unknown whether the lost request created the tag. The call that sent
      // the lost request stops, because the calling program may know more. A later call creates the tag again.
      unknownCreate: async (error) => (error === undefined ? 'again' : 'stop'),
      unknownUndo: async () => 'stop',
      deleteOld: async ({ isComplete }) => {
        const mayDelete =
          deleteCondition === 'always' || (deleteCondition === 'complete' && isComplete);
        return mayDelete ? 'delete' : 'keep';
      },
    },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  };
}

/** Returns the summary of a refactor. Throws the error that caused a pause. */
export function summaryOf({ record, end }: EndedRefactor): RefactorSummary {
  if (end.kind === 'paused' && end.error instanceof Error) throw end.error;
  const { counts, state } = end;
  return {
    run: record.id,
    tagId: state.target.id ?? '',
    ...counts,
    deleted: end.kind === 'done' ? end.deleted : [],
    isDone: end.kind === 'done',
    reason: end.kind === 'paused' ? end.reason : null,
  };
}
