import type { UserRef } from './model.ts';

/** Action of a plan: attaching or detaching tags, or deleting items. */
export const PLAN_ACTIONS = ['attach', 'detach', 'attach and detach', 'delete'] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];
export type Tagging = 'attach' | 'detach';

/** Reason why a line of a plan does nothing. `no change`: like the first two, in a plan that attaches and detaches. */
export const SKIPS = [
  'already tagged',
  'not tagged',
  'no change',
  'no ID',
  'duplicate',
  'blocked',
] as const;
export type Skip = (typeof SKIPS)[number];

/** Maximum number of lines of a plan. Further lines go to a second file. */
export const MAX_PLAN_LINES = 100_000;

/** Maximum number of requests of a run at the same time. It leaves room for other requests of the window. */
export const RUN_CONCURRENCY = 4;

export const PLAN_SUFFIX = '.bot-tags-plan.jsonc';

export interface PlanTag {
  readonly id: string;
  /** Name for readers of the plan. Only the ID is used. */
  readonly name: string;
  /** Set only in a plan that attaches and detaches. A tag that some users get and others lose is listed twice. */
  readonly action?: Tagging | undefined;
}

export function taggingOf(
  { action }: { readonly action: PlanAction },
  tag: Pick<PlanTag, 'action'>,
): Tagging {
  return tag.action ?? (action === 'detach' ? 'detach' : 'attach');
}

/** Source of a plan's users. `items`: the plan has no users, because it deletes items. */
export type PlanSource =
  | { readonly kind: 'selected' | 'matching' | 'service' | 'items' }
  | {
      readonly kind: 'file';
      /** Name of the input file in the folder of the plan, or its absolute path. */
      readonly file: string;
    };

/** Fields of a plan that come before its lines in the text. */
export interface PlanHead {
  readonly action: PlanAction;
  readonly botId: string;
  /** `''`: the sandbox. */
  readonly baseUrl: string;
  /** Environment of the bot when the plan was made, for readers of the plan. */
  readonly environment: string;
  /** Empty if items are deleted. */
  readonly tags: readonly PlanTag[];
  /**
   * Whether the run first reads each user's tags, because the source does not contain the current tags. A user who
   * needs no change is skipped, so that Undo removes no earlier tag.
   */
  readonly checkFirst: boolean;
  /** Creation time, in ms. */
  readonly made: number;
  readonly source: PlanSource;
}

export interface UserLine {
  /** `undefined` in a line that was skipped because its ID is missing. */
  readonly user: UserRef | undefined;
  /** `undefined`: the line is carried out. */
  readonly skip: Skip | undefined;
  /** Indexes, from 0, of those tags of the plan that are not changed for this user. */
  readonly except: readonly number[];
  /** Number of the record in the input file, from 1. `undefined`: the input was not a file. */
  readonly row: number | undefined;
  /** Set only if the user chose to include names. */
  readonly name: string | undefined;
}

/** Line about a tag or folder to delete. */
export interface ItemLine {
  readonly id: string;
  readonly name: string;
  /** Number of scanned customers that have the tag. `undefined`: unknown. */
  readonly customers: number | undefined;
}

export interface LinePosition {
  /** Line number, from 1. */
  readonly line: number;
}

/** A plan as parsed from its text. One of the two lists is empty. */
export interface Plan extends PlanHead {
  readonly users: readonly (UserLine & LinePosition)[];
  readonly items: readonly (ItemLine &
    LinePosition & {
      /** Type that the service reported when the plan was checked. Never part of the text. */
      readonly type?: number | undefined;
    })[];
}

export interface PlanProblem {
  /** Line number, from 1. */
  readonly line: number;
  /** Offset in the text, in UTF-16 code units. */
  readonly offset: number;
  readonly length: number;
  readonly kind:
    | 'syntax'
    | 'unknown-field'
    | 'repeated-field'
    | 'missing-field'
    | 'wrong-value'
    | 'version'
    | 'too-many-lines'
    /** A user is in two lines that both do something, or an item is in two lines. */
    | 'twice'
    | 'no-user'
    /** A line has both an unencrypted and an encrypted user ID. */
    | 'two-users';
  /** The field or value in question, as written in the text. The code that displays it must escape it. */
  readonly about: string;
}

export type ReadPlan =
  | { readonly plan: Plan; readonly problems: readonly [] }
  | { readonly plan: undefined; readonly problems: readonly [PlanProblem, ...PlanProblem[]] };

export interface PlanTotals {
  /** Number of lines that do something. */
  readonly users: number;
  /** Number of requests that change something: the sum of each user's changed tags. */
  readonly operations: number;
  readonly detaches: number;
  readonly skipped: Readonly<Record<Skip, number>>;
}
