import type { LoadedUsers } from '../../customers/ui/loadedUsers.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import type { RefactorEnd, RefactorProgress, RefactorQuestions } from '../../runs/refactorPorts.ts';
import type { RunServices } from '../../runs/ui/runServices.ts';

export interface RefactorNeeds extends Pick<
  RunServices,
  | 'catalogue'
  | 'journal'
  | 'botServices'
  | 'items'
  | 'known'
  | 'owner'
  | 'clock'
  | 'activeRuns'
  | 'readSetting'
> {
  readonly loaded: Pick<LoadedUsers, 'removeLoadTimes' | 'showTagged'>;
}

export interface RefactorCallbacks {
  readonly questions: RefactorQuestions;
  readonly onProgress: (progress: RefactorProgress) => void;
  /** Pauses the refactor when aborted. */
  readonly signal: AbortSignal;
}

/** Refactor that has ended or is paused. */
export interface EndedRefactor {
  readonly record: RunRecord;
  readonly end: RefactorEnd;
}
