import type { EarlierTaggings } from '../earlierTaggings.ts';
import type { Bot } from '../../base/model.ts';
import type { Plan } from '../../base/plan.ts';
import type { PlanRun } from '../../commands/results.ts';

/** Request to run a plan. */
export interface RunRequest {
  readonly bot: Bot;
  readonly plan: Plan;
  /** URI of the plan's file. */
  readonly uri: string;
  /** SHA-256 of the plan's text, hex. */
  readonly hash: string;
  /** Number of users after which the run pauses; `undefined` to run all users. */
  readonly maxUsers: number | undefined;
  /**
   * Result of `latestRun` at the time when the user confirmed the run; `null` if there was no earlier run. Absent if
   * there was no confirmation.
   */
  readonly previousRun?: PreviousRun | null | undefined;
}

/** Earlier run of the same text. */
export interface PreviousRun {
  readonly id: string;
  /** Whether the run is paused. Running the plan again resumes this run. */
  readonly isUnfinished: boolean;
  /** Number of completed requests. */
  readonly completedCount: number;
  /** Start time, in ms. */
  readonly started: number;
  /** Whether the run reads each user's tags first; see `PlanHead.checkFirst`. */
  readonly checkFirst: boolean;
}

/** Runs plans. */
export interface PlanRuns {
  /** Starts a run and shows its progress to the user. Resolves when the run has started. */
  startAndShow(request: RunRequest): Promise<void>;
  /** Runs a plan for a command with arguments. Resolves when the run has ended or paused. */
  runToEnd(request: RunRequest): Promise<PlanRun>;
  /**
   * Returns the latest run of this plan text. Ignores runs that were undone.
   * @param bot key of the bot
   * @param hash SHA-256 of the text, hex
   */
  latestRun(bot: string, hash: string): Promise<PreviousRun | undefined>;
  /**
   * Returns the writes that may have changed the tags of the plan's users after the plan was created.
   * @param resumedId ID of the run to resume. Its own writes are not returned.
   */
  earlierTaggings(
    request: Pick<RunRequest, 'bot' | 'plan' | 'uri'>,
    resumedId: string | undefined,
  ): Promise<EarlierTaggings | undefined>;
}
