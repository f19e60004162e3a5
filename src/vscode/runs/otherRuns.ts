import type { RunRecord } from '../../core/journal/journal.ts';

/** Runs that are not of a plan, and know themselves how they go on and are taken back. */
export interface OtherRuns {
  isOne(record: Pick<RunRecord, 'kind'>): boolean;
  /** Those that this window runs now. */
  all(): readonly RunRecord[];
  /** Does nothing when this window does not run it. */
  pause(id: string): Promise<void>;
  /** For a person. Throws `Cancelled`, and `UserError` with what keeps it from that. */
  resume(id: string): Promise<void>;
  undo(id: string): Promise<void>;
  /** For a program, until it is paused or over. Throws what paused it, and `UserError` if it is not confirmed. */
  resumeToEnd(id: string, confirmed: true | undefined): Promise<unknown>;
  undoToEnd(id: string, confirmed: true | undefined): Promise<unknown>;
}
