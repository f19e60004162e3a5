import type { PlanTotals } from '../core/plans/plan.ts';
import type { PauseReason, RunCounts } from '../core/runs/operation.ts';

/** An item that a search has found, with the names of the folders above it, outermost first. */
export interface FoundTag {
  readonly bot: string;
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly path: readonly string[];
}

/** How many tags and folders the filter shows, of how many. */
export interface FilteredCount {
  readonly shown: number;
  readonly total: number;
}

/** How far a scan is, over all its runs. */
export interface DiscoverySummary {
  readonly customers: number;
  readonly tags: number;
  readonly newTags: number;
  /** Records that are no objects. */
  readonly skipped: number;
  readonly pages: number;
  /** `false`: there are more pages, and `resume` goes on with them. */
  readonly isDone: boolean;
}

export interface CatalogueCounts {
  readonly bots: number;
  readonly items: number;
}

/** What asking the service about items found. */
export interface RefreshSummary {
  readonly checked: number;
  readonly renamed: number;
  readonly gone: number;
  /** Items that belong to another bot. */
  readonly wrongBot: number;
  /** Items that could not be read. */
  readonly failed: number;
  /** Problems of the loaded workspace files after the refresh. */
  readonly problems: number;
  /** Labels of the bots that were left out: without a token, or with an address that nobody confirmed. */
  readonly left: readonly string[];
}

export interface LoadedCustomers {
  readonly loaded: number;
  readonly hasMore: boolean;
}

/** A plan that was written. */
export interface PlannedFiles {
  /** URIs; of more than 100,000 lines several. */
  readonly files: readonly string[];
  /** Over all files. */
  readonly totals: PlanTotals;
}

/** How far a run is when its command returns. */
export interface PlanRun {
  /** The run's ID in the journal. */
  readonly run: string;
  readonly state: 'paused' | 'done' | 'cancelled';
  readonly reason: PauseReason | null;
  readonly counts: RunCounts;
}

export interface CopiedTags extends PlanRun {
  /** The new ID by the old one, also of what was there before. */
  readonly ids: Readonly<Record<string, string>>;
}

export interface SavedRows {
  /** Absolute path. */
  readonly file: string;
  readonly rows: number;
}

/** One tag in the place of others. */
export interface RefactorSummary {
  /** ID of the run in the journal. */
  readonly run: string;
  /** Of the tag that everybody has now. */
  readonly tagId: string;
  /** Users who had an old tag. */
  readonly holders: number;
  /** Those of them who have the new tag. */
  readonly withNew: number;
  /** Those of them who came while it went on. */
  readonly late: number;
  readonly failed: number;
  /** Nobody knows whether they have the new tag. */
  readonly unknown: number;
  /** Customers with an old tag who cannot be tagged. */
  readonly untaggable: number;
  /** Customers whose tags could not be read. */
  readonly unread: number;
  /** IDs of the old tags that are gone. */
  readonly deleted: readonly string[];
  /** `false`: the old tags are there as before, and the run is paused. */
  readonly isDone: boolean;
  /** Why it stands still; `person`: somebody would have been left without a tag. `null`: it is done. */
  readonly reason: PauseReason | null;
}

/** What it took to take a change back. */
export interface UndoneWrite {
  /** Of what was created again. */
  readonly id?: string;
  /** Users to whom that was attached. */
  readonly users?: number;
}
