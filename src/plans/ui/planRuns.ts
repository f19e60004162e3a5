import type { EarlierTaggings } from '../earlierTaggings.ts';
import type { Bot } from '../../base/model.ts';
import type { Plan } from '../../base/plan.ts';
import type { PlanRun } from '../../commands/results.ts';

/** What is run. */
export interface RunRequest {
  readonly bot: Bot;
  readonly plan: Plan;
  /** Of the plan's file. */
  readonly uri: string;
  /** Of the text that was read. */
  readonly hash: string;
  /** It pauses once so many users are through; absent: at its end. */
  readonly users: number | undefined;
  /** What `before` said when the person agreed; absent: nobody was asked. */
  readonly before?: RunBefore | null | undefined;
}

/** An earlier run of the same text. */
export interface RunBefore {
  readonly id: string;
  /** It stands still, and running the plan goes on with it. */
  readonly isUnfinished: boolean;
  /** Requests that are through. */
  readonly through: number;
  /** ms */
  readonly started: number;
  /** See `PlanHead.checkFirst`. */
  readonly checkFirst: boolean;
}

/** What runs plans. */
export interface PlanRuns {
  /** For a person, who is shown how far it is; returns when it has begun. */
  follow(request: RunRequest): Promise<void>;
  /** For a program: returns when it stands still. */
  end(request: RunRequest): Promise<PlanRun>;
  /** The latest run of this text that was not taken back. */
  before(bot: string, hash: string): Promise<RunBefore | undefined>;
  /** What may have changed the tags of the plan's users since it was made. @param resumed ID of the run that goes on */
  earlier(
    request: Pick<RunRequest, 'bot' | 'plan' | 'uri'>,
    resumed: string | undefined,
  ): Promise<EarlierTaggings | undefined>;
}
