import type { Findings } from '../../runs/refactorPorts.ts';
import type { RefactorSummary } from '../../commands/results.ts';
import type { EndedRefactor, RefactorTalk } from './refactorNeeds.ts';

/** When a program lets the old tags be deleted: `complete`: when nobody would be left without a tag. */
export type MayDelete = 'always' | 'complete' | 'never';

/** For a program, which has confirmed what a person would be asked. */
export function talkToProgram(mayDelete: MayDelete): RefactorTalk {
  return {
    questions: {
      start: async () => 'attach',
      // Nothing but a list of tags, which the service does not have, could say whether the lost request created the tag.
      // Never in the call that lost it: a program that is told so may know better.
      unknownCreate: async (error) => (error === undefined ? 'again' : 'stop'),
      unknownUndo: async () => 'stop',
      deleteOld: async ({ isComplete }: Findings) => {
        const isWanted = mayDelete === 'always' || (mayDelete === 'complete' && isComplete);
        return isWanted ? 'delete' : 'keep';
      },
    },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  };
}

/** Throws what made it stand still. */
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
