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
  readonly users: number | undefined;
  /**
   * Result of `before` at the time when the user confirmed the run; `null` if there was no earlier run. Absent if there
   * was no confirmation.
   */
  readonly before?: PreviousRun | null | undefined;
}

/** Earlier run of the same text. */
export interface PreviousRun {
  readonly id: string;
  /** Whether the run is paused. Running the plan again resumes this run. */
  readonly isUnfinished: boolean;
  /** Number of completed requests. */
  readonly through: number;
  /** Start time, in ms. */
  readonly started: number;
  /** Whether the run reads each user's tags first; see `PlanHead.checkFirst`. */
  readonly checkFirst: boolean;
}

/** Runs plans. */
export interface PlanRuns {
  /** Starts a run and shows its progress to the user. Resolves when the run has started. */
  follow(request: RunRequest): Promise<void>;
  /** Runs a plan for a command with arguments. Resolves when the run has ended or paused. */
  end(request: RunRequest): Promise<PlanRun>;
  /**
   * Returns the latest run of a text that was not undone.
   * @param bot key of the bot
   */
  before(bot: string, hash: string): Promise<PreviousRun | undefined>;
  /**
   * Returns the writes that may have changed the tags of the plan's users after the plan was created.
   * @param resumed ID of the run to resume, which is ignored
   */
  earlier(
    request: Pick<RunRequest, 'bot' | 'plan' | 'uri'>,
    resumed: string | undefined,
  ): Promise<EarlierTaggings | undefined>;
}
