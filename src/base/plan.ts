import type { UserRef } from './model.ts';

/** What a plan does: tags go on or off users, or items are deleted. */
export const PLAN_ACTIONS = ['attach', 'detach', 'attach and detach', 'delete'] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];
export type Tagging = 'attach' | 'detach';

/** Why a line of a plan does nothing. */
export const SKIPS = [
  'already tagged',
  'not tagged',
  'no change',
  'no ID',
  'duplicate',
  'blocked',
] as const;
export type Skip = (typeof SKIPS)[number];

/** A plan has at most so many lines; more become a second file. */
export const MAX_PLAN_LINES = 100_000;

/** Maximum number of requests of a run at the same time. It leaves room for other requests of the window. */
export const RUN_CONCURRENCY = 4;

/** How the name of a plan's file ends. */
export const PLAN_SUFFIX = '.bot-tags-plan.jsonc';

export interface PlanTag {
  readonly id: string;
  /** For who reads the plan; the ID decides. */
  readonly name: string;
  /** Set only in a plan that attaches and detaches. A tag that some users get and others lose is listed twice. */
  readonly action?: Tagging | undefined;
}

/** Returns what a plan that tags users does with one of its tags. */
export function taggingOf(
  { action }: { readonly action: PlanAction },
  tag: Pick<PlanTag, 'action'>,
): Tagging {
  return tag.action ?? (action === 'detach' ? 'detach' : 'attach');
}

/** Where a plan's users come from. */
export type PlanSource =
  | { readonly kind: 'selected' | 'matching' | 'service' | 'items' | 'retry' }
  | {
      readonly kind: 'file';
      /** Name of the input beside the plan, or its absolute path. */
      readonly file: string;
    };

/** What stands in a plan above its lines. */
export interface PlanHead {
  readonly action: PlanAction;
  readonly botId: string;
  /** `''`: the sandbox. */
  readonly baseUrl: string;
  /** The bot's word when the plan was made; for who reads it. */
  readonly environment: string;
  /** None when items are deleted. */
  readonly tags: readonly PlanTag[];
  /**
   * Each user's tags are asked for before they are changed: what stood on them is not known from the source. Whoever has
   * the tag already (or, to detach, has not) is left as they are, so that Undo takes nothing that was there before.
   */
  readonly checkFirst: boolean;
  /** When it was made, ms. */
  readonly made: number;
  readonly source: PlanSource;
}

/** A line that is about a user. */
export interface UserLine {
  /** `undefined` in a line that was skipped for its missing ID. */
  readonly user: UserRef | undefined;
  /** `undefined`: it does what the plan does. */
  readonly skip: Skip | undefined;
  /** Indexes into the plan's tags, from 0: those that stay as they are for this user. */
  readonly except: readonly number[];
  /** Number of the record in the input, from 1; `undefined`: the input was no file. */
  readonly row: number | undefined;
  /** Only when the person asked for names. */
  readonly name: string | undefined;
}

/** A line that is about a tag or folder to delete. */
export interface ItemLine {
  readonly id: string;
  readonly name: string;
  /** Scanned customers it stands on; `undefined`: nobody knows. */
  readonly customers: number | undefined;
}

/** Where a line stands in the text, from 1. */
export interface Placed {
  readonly line: number;
}

/** A plan as its text says it. One of the two lists is empty. */
export interface Plan extends PlanHead {
  readonly users: readonly (UserLine & Placed)[];
  readonly items: readonly (ItemLine &
    Placed & {
      /** As the service said when the plan was checked; no text has it. */
      readonly type?: number | undefined;
    })[];
}

/** What keeps a plan from being run, at its place in the text. */
export interface PlanProblem {
  /** From 1. */
  readonly line: number;
  /** UTF-16 units in the text. */
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
    /** The same user stands in two lines that both do something. */
    | 'twice'
    | 'no-user'
    | 'two-users';
  /** The field or value it is about, as it stands in the text; made plain by who shows it. */
  readonly about: string;
}

export type ReadPlan =
  | { readonly plan: Plan; readonly problems: readonly [] }
  | { readonly plan: undefined; readonly problems: readonly [PlanProblem, ...PlanProblem[]] };

export interface PlanTotals {
  /** Lines that do something. */
  readonly users: number;
  /** Requests that change something: users times their tags. */
  readonly operations: number;
  /** Requests that detach a tag. */
  readonly detaches: number;
  readonly skipped: Readonly<Record<Skip, number>>;
}
