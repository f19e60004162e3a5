import type { RunRecord } from '../../catalogue/journal.ts';
import type { Bot } from '../../base/model.ts';
import type { UndoQuestion } from './confirmUndo.ts';

/** Runs that rename, merge, recreate or copy tags, as the commands for all runs see them. */
export interface OtherRuns {
  /** Returns the bot that the run continues with. Throws what prevents that, a lock included. */
  botToGoOn(id: string): Promise<Bot>;
  /** Throws what prevents the undo, a lock included. */
  undoQuestion(id: string): Promise<UndoQuestion>;
  /** For the user, who has agreed and is shown the progress. Not waited for. */
  resume(id: string): Promise<void>;
  undo(id: string): Promise<void>;
  /** For a program, until it is paused or over. Throws what paused it, and `UserError` if it is not confirmed. */
  resumeToEnd(id: string, confirmed: true | undefined): Promise<unknown>;
  undoToEnd(id: string, confirmed: true | undefined): Promise<unknown>;
}

/** Returns what resumes and undoes a run; `undefined` for a run of a plan or its undo. */
export type OtherRunsOf = (run: Pick<RunRecord, 'kind'>) => OtherRuns | undefined;
