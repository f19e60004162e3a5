import type { RunRecord } from '../catalogue/journal.ts';

interface Wanted {
  /** Key of the bot that the text names. */
  readonly bot: string;
  readonly hash: string;
  /** Whether the list has a bot of this key. */
  readonly isListed: (key: string) => boolean;
}

/**
 * The runs of a plan's text that were not taken back, in the order given. Also those of the bot before it was removed and
 * added again: the text names its ID and address, so whom they have tagged has the tag.
 */
export function runsOfText(
  runs: readonly RunRecord[],
  { bot, hash, isListed }: Wanted,
): readonly RunRecord[] {
  return runs.filter(
    (run) =>
      run.hash === hash &&
      run.kind !== 'undo' &&
      (run.bot === bot || !isListed(run.bot)) &&
      undoIn(runs, run) === undefined,
  );
}

/** The run that takes this one back, the latest first; one that never began takes nothing back. */
export function undoIn(
  runs: readonly RunRecord[],
  { id }: Pick<RunRecord, 'id'>,
): RunRecord | undefined {
  return runs.find(({ of, kind, state }) => of === id && kind === 'undo' && state !== 'cancelled');
}

/** It stands still, or its window was killed. */
export function isUnfinished({ state }: Pick<RunRecord, 'state'>): boolean {
  return state === 'paused' || state === 'running';
}
