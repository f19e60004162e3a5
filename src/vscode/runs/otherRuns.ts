import type { RunRecord } from '../../core/journal/journal.ts';
import type { Bot } from '../../core/model.ts';
import { REFACTOR_KINDS } from '../../core/refactor/refactorState.ts';
import type { ToUndo } from './confirmUndo.ts';

/** Runs that rename, merge or recreate tags, as the commands for all runs see them. */
export interface OtherRuns {
  /** Returns the bot that the run continues with. Throws `UserError` with what prevents that. */
  botToGoOn(id: string): Promise<Bot>;
  /** Throws `UserError` with what prevents it. */
  toUndo(id: string): Promise<ToUndo>;
  /** For the user, who has agreed and is shown the progress. Not waited for. */
  resume(id: string): Promise<void>;
  undo(id: string): Promise<void>;
  /** For a program, until it is paused or over. Throws what paused it, and `UserError` if it is not confirmed. */
  resumeToEnd(id: string, confirmed: true | undefined): Promise<unknown>;
  undoToEnd(id: string, confirmed: true | undefined): Promise<unknown>;
}

export function isRefactor({ kind }: Pick<RunRecord, 'kind'>): boolean {
  return REFACTOR_KINDS.some((one) => one === kind);
}
