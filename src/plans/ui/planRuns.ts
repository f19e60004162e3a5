import type { EarlierTaggings } from '../earlierTaggings.ts';
import type { Bot } from '../../base/model.ts';
import type { Plan } from '../../base/plan.ts';
import type { PlanRun } from '../../commands/results.ts';

export interface RunRequest {
  readonly bot: Bot;
  readonly plan: Plan;
  readonly uri: string;
  /** SHA-256 of the plan's text, hex. */
  readonly hash: string;
  /** Number of users after which the run pauses. Absent to run all users. */
  readonly maxUsers?: number | undefined;
  /** Result of `latestRun` when the user confirmed; `null` if there was no earlier run. Absent without confirmation. */
  readonly previousRun?: PreviousRun | null | undefined;
}

/** Earlier run of the same text. */
export interface PreviousRun {
  readonly id: string;
  /** Whether the run is paused. Running the plan again resumes this run. */
  readonly isUnfinished: boolean;
  /** Number of completed requests. */
  readonly completedCount: number;
  /** Whether the run reads the tags of each user before it changes them. */
  readonly checkFirst: boolean;
}

export interface PlanRuns {
  /** Starts a run and shows its progress to the user. Resolves when the run has started. */
  startAndShow(request: RunRequest): Promise<void>;
  /** Runs a plan for a command with arguments. Resolves when the run has ended or paused. */
  runToEnd(request: RunRequest): Promise<PlanRun>;
  /** Returns the latest run of the text with this SHA-256 (hex) that was not undone. `bot` is the key of the bot. */
  latestRun(bot: string, hash: string): Promise<PreviousRun | undefined>;
  /** Returns writes since the plan was made that may have changed its users' tags, except those of the resumed run. */
  earlierTaggings(
    request: Pick<RunRequest, 'bot' | 'plan' | 'uri'>,
    resumedId: string | undefined,
  ): Promise<EarlierTaggings | undefined>;
}
