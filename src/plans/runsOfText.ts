import type { RunRecord } from '../catalogue/journal.ts';

interface RunsQuery {
  /** Key of the bot to which the bot ID and base URL in the text refer. */
  readonly bot: string;
  /** Hash of the text. */
  readonly hash: string;
  /** Whether the catalogue has a bot with this key. */
  readonly isListed: (key: string) => boolean;
}

/**
 * Returns the runs of a plan's text that were not undone, in the given order. Includes runs from before the bot was
 * removed and added again: the text contains the bot's ID and base URL, so those runs tagged the same customers.
 */
export function runsOfText(
  runs: readonly RunRecord[],
  { bot, hash, isListed }: RunsQuery,
): readonly RunRecord[] {
  return runs.filter(
    (run) =>
      run.hash === hash &&
      run.kind !== 'undo' &&
      (run.bot === bot || !isListed(run.bot)) &&
      undoIn(runs, run) === undefined,
  );
}

/** Returns the latest run that undoes this run. Ignores an undo that was canceled before it started. */
export function undoIn(
  runs: readonly RunRecord[],
  { id }: Pick<RunRecord, 'id'>,
): RunRecord | undefined {
  return runs.find(
    ({ undoes, kind, state }) => undoes === id && kind === 'undo' && state !== 'cancelled',
  );
}

/** Whether the run is paused, or still marked as running because its window was killed. */
export function isUnfinished({ state }: Pick<RunRecord, 'state'>): boolean {
  return state === 'paused' || state === 'running';
}
