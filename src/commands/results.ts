import type { PlanTotals } from '../base/plan.ts';
import type { PauseReason, RunCounts } from '../base/operation.ts';

/** An item found by a search, with the names of its parent folders, outermost first. */
export interface FoundTag {
  readonly bot: string;
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly path: readonly string[];
}

/** Number of tags and folders that the filter shows, and the total number. */
export interface FilteredCount {
  readonly shown: number;
  readonly total: number;
}

/** Progress of a scan since its start, including the parts before it was paused and resumed. */
export interface ScanSummary {
  readonly customers: number;
  readonly tags: number;
  readonly newTags: number;
  /** Records that are not objects. */
  readonly skipped: number;
  readonly pages: number;
  /** `false`: there are more pages, and `resume` continues with them. */
  readonly isDone: boolean;
}

export interface CatalogueCounts {
  readonly bots: number;
  readonly items: number;
}

export interface RefreshSummary {
  readonly checked: number;
  readonly renamed: number;
  readonly gone: number;
  readonly wrongBot: number;
  readonly failed: number;
  /** Problems of the loaded workspace files after the refresh. */
  readonly problems: number;
  /** Labels of the bots that were left out because the token is missing or the address is not confirmed. */
  readonly left: readonly string[];
}

export interface LoadedCustomers {
  readonly loaded: number;
  readonly hasMore: boolean;
}

export interface PlannedFiles {
  /** URIs; several if there are more than 100,000 lines. */
  readonly files: readonly string[];
  /** Totals over all files. */
  readonly totals: PlanTotals;
}

/** State of a run when its command returns. */
export interface PlanRun {
  /** The run's ID in the Journal. */
  readonly run: string;
  readonly state: 'paused' | 'done' | 'cancelled';
  readonly reason: PauseReason | null;
  readonly counts: RunCounts;
}

export interface CopiedTags extends PlanRun {
  /** New IDs by old ID, including items that already existed. */
  readonly ids: Readonly<Record<string, string>>;
}

export interface SavedRows {
  /** Absolute path. */
  readonly file: string;
  readonly rows: number;
}

/** Result of replacing tags with one tag. */
export interface RefactorSummary {
  readonly run: string;
  /** ID of the tag that replaces the others. */
  readonly tagId: string;
  /** Users who had an old tag. */
  readonly holders: number;
  /** Holders who have the new tag. */
  readonly withNew: number;
  /** Holders who were not in the first list of customers, and were found later in the run. */
  readonly late: number;
  readonly failed: number;
  /** Holders where it is unknown whether they have the new tag. */
  readonly unknown: number;
  /** Customers with an old tag who cannot be tagged. */
  readonly untaggable: number;
  /** Customers whose tags could not be read. */
  readonly unread: number;
  /** IDs of the old tags that were deleted. */
  readonly deleted: readonly string[];
  /** `false`: the old tags still exist, and the run is paused. */
  readonly isDone: boolean;
  /** Reason why the run is paused; `person`: a customer would lose the tag. `null`: the run is done. */
  readonly reason: PauseReason | null;
}

export interface UndoneWrite {
  /** ID of the item that was created again. */
  readonly id?: string;
  /** Number of users who got the item again. */
  readonly users?: number;
}
