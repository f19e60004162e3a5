import * as z from '../base/zod.ts';
import type { CustomerAggregate } from '../catalogue/scanCounts.ts';

/** What the counts are of: the newest scan that was kept, or what the Customers panel has loaded. */
const OVERVIEW_SOURCES = ['scan', 'loaded'] as const;
export type OverviewSource = (typeof OVERVIEW_SOURCES)[number];

/** What is done to tags from the Tag Overview: by the commands that do it everywhere else. */
const OVERVIEW_ACTIONS = [
  'customers',
  'tree',
  'merge',
  'verify',
  'planDelete',
  'moveToFolder',
  'remove',
] as const;
export type OverviewAction = (typeof OVERVIEW_ACTIONS)[number];

/** Charts of customers by value. */
const VALUE_CHARTS = ['last', 'first', 'status', 'platform', 'page'] as const;
export type ValueChart = (typeof VALUE_CHARTS)[number];

/** What the Tag Overview asks of its panel. */
export type OverviewRequest = z.infer<typeof request>;

const id = z.string().min(1).max(1000);
const ignored = z.array(z.string().max(100_000)).max(100_000);

const request = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('source'), source: z.enum(OVERVIEW_SOURCES) }),
  z.strictObject({
    type: z.literal('command'),
    command: z.enum(['scan', 'cancel', 'openCustomers', 'export']),
  }),
  z.strictObject({
    type: z.literal('tags'),
    action: z.enum(OVERVIEW_ACTIONS),
    ids: z.array(id).min(1).max(100_000),
  }),
  /** Shows who has the value. */
  z.strictObject({ type: z.literal('value'), chart: z.enum(VALUE_CHARTS), value: z.string() }),
  /** What is to be told no more, all of it. */
  z.strictObject({ type: z.literal('ignore'), ignored }),
]);

/** @returns `undefined` for anything that is no such message */
export function parseOverviewRequest(value: unknown): OverviewRequest | undefined {
  const parsed = request.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** What the page keeps over a reload of the window. */
export type OverviewState = z.infer<typeof state>;

const state = z.object({
  bot: z.string(),
  source: z.enum(OVERVIEW_SOURCES).nullable().catch(null),
});

export function parseOverviewState(value: unknown): OverviewState | undefined {
  const parsed = state.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** What a person ignores; nothing when it cannot be read. */
export function parseIgnored(value: unknown): readonly string[] {
  const parsed = ignored.safeParse(value);
  return parsed.success ? parsed.data : [];
}

/** A tag or folder of the list, or a tag that only customers told of. */
export interface OverviewTag {
  readonly id: string;
  readonly name: string;
  /** The folders above, outermost first; `''`: none, or none that is known. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly isListed: boolean;
  readonly isGone: boolean;
  readonly isPlaced: boolean;
  /** When it was created, or came into the list, ms. */
  readonly since: number | null;
}

/** Earlier scans that can be compared with the shown one. */
export interface OverviewHistory {
  /** The oldest first, the shown one last. */
  readonly scans: readonly { readonly time: number; readonly customers: number }[];
  /** On how many customers of each of them a tag stood. */
  readonly tags: readonly (readonly [id: string, customers: readonly number[]])[];
}

/** What the counts are of. */
export interface OverviewScope {
  readonly source: OverviewSource;
  /** Which customers, as a person reads it: "everybody". */
  readonly choice: string;
  /** They are all customers of the bot. */
  readonly isWhole: boolean;
}

export interface OverviewData {
  /** Key of the bot. */
  readonly bot: string;
  readonly label: string;
  /** Why nothing may be written; `null`: it may. */
  readonly locked: string | null;
  /** What there is to choose from. */
  readonly sources: readonly OverviewSource[];
  /** `null`: nobody was counted. */
  readonly scope: OverviewScope | null;
  readonly aggregate: CustomerAggregate | null;
  readonly tags: readonly OverviewTag[];
  /** At first of the scan before alone, the whole of it in a message of its own; `null`: there is none. */
  readonly history: OverviewHistory | null;
  /** What is not to be told, as `src/overview` writes it. */
  readonly ignored: readonly string[];
}

/** What the panel tells its page. */
export type OverviewMessage =
  | { readonly type: 'show'; readonly data: OverviewData }
  | { readonly type: 'history'; readonly history: OverviewHistory | null }
  /** How far the scan or the counting is; `null`: it is over. */
  | {
      readonly type: 'progress';
      readonly text: string | null;
      readonly canCancel: boolean;
    };
