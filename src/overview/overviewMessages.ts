import * as z from '../base/zod.ts';
import type { CustomerAggregate } from '../catalogue/scanCounts.ts';

/** Sources of the counts: the newest stored scan, or the customers that the Customers panel has loaded. */
const OVERVIEW_SOURCES = ['scan', 'loaded'] as const;
export type OverviewSource = (typeof OVERVIEW_SOURCES)[number];

/** Actions on tags. `verify`: read the tags from the service again; `planDelete`: create a plan that deletes them. */
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

/** `last` and `first`: month of the last and of the first interaction; `page`: ID of the account page (`pageId`). */
const VALUE_CHARTS = ['last', 'first', 'status', 'platform', 'page'] as const;
export type ValueChart = (typeof VALUE_CHARTS)[number];

/** Message from the Tag Overview page to its panel. */
export type OverviewRequest = z.infer<typeof requestSchema>;

const id = z.string().check(z.minLength(1), z.maxLength(1000));
/** Keys (`IgnoredKey` in `tidyUp.ts`) of findings, such as unused tags or similar names, that the user ignores. */
const ignoredSchema = z.array(z.string().check(z.maxLength(100_000))).check(z.maxLength(100_000));

const requestSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('source'), source: z.enum(OVERVIEW_SOURCES) }),
  z.strictObject({
    type: z.literal('command'),
    command: z.enum(['scan', 'cancel', 'openCustomers', 'export']),
  }),
  z.strictObject({
    type: z.literal('tags'),
    action: z.enum(OVERVIEW_ACTIONS),
    ids: z.array(id).check(z.minLength(1), z.maxLength(100_000)),
  }),
  z.strictObject({ type: z.literal('value'), chart: z.enum(VALUE_CHARTS), value: z.string() }),
  /** Complete list of the findings that the user ignores. */
  z.strictObject({ type: z.literal('ignore'), ignored: ignoredSchema }),
]);

export function parseOverviewRequest(value: unknown): OverviewRequest | undefined {
  return requestSchema.safeParse(value).data;
}

/** State of the page that survives a window reload. */
type OverviewState = z.infer<typeof stateSchema>;

const stateSchema = z.object({
  bot: z.string(),
  source: z.orElse(z.nullable(z.enum(OVERVIEW_SOURCES)), null),
});

export function parseOverviewState(value: unknown): OverviewState | undefined {
  return stateSchema.safeParse(value).data;
}

export function parseIgnored(value: unknown): readonly string[] {
  return ignoredSchema.safeParse(value).data ?? [];
}

/** Tag or folder of the catalogue, or a tag that was found only on customers. */
export interface OverviewTag {
  readonly id: string;
  readonly name: string;
  /** Names of the parent folders, outermost first, as one text; `''`: no parent, or an unknown parent. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Whether the tag is in the catalogue. Other tags were found only on customers. */
  readonly isListed: boolean;
  /** Whether the service no longer has the tag. */
  readonly isGone: boolean;
  /** Whether the folder of the tag is known. */
  readonly isPlaced: boolean;
  /** Time at which the tag was created or first listed, in ms; `null`: unknown. */
  readonly since: number | null;
}

/** The shown scan, and the earlier scans with which it can be compared. */
export interface OverviewHistory {
  /** Scans, the oldest first. The shown scan is the last. */
  readonly scans: readonly { readonly time: number; readonly customers: number }[];
  /** Tag ID, and the number of customers with this tag in each of `scans`. */
  readonly tags: readonly (readonly [id: string, customers: readonly number[]])[];
}

/** Customers that were counted. */
export interface OverviewScope {
  readonly source: OverviewSource;
  /** Text that describes the customers, such as "All customers". */
  readonly choice: string;
  /** Whether these are all customers of the bot. */
  readonly isWhole: boolean;
}

export interface OverviewData {
  /** Key of the bot. */
  readonly bot: string;
  readonly label: string;
  /** Reason why the bot is read-only; `null`: the bot can be changed. */
  readonly readOnlyReason: string | null;
  /** Sources from which the user can choose. */
  readonly sources: readonly OverviewSource[];
  /** Customers that were counted; `null`: none yet, and then `aggregate` is `null` too. */
  readonly scope: OverviewScope | null;
  readonly aggregate: CustomerAggregate | null;
  readonly tags: readonly OverviewTag[];
  /** The shown scan and the one before it; `null`: there is no earlier one. A `history` message with all scans follows. */
  readonly history: OverviewHistory | null;
  /** Keys of the findings that are not shown, as `ignoreKeysOf` in `tidyUp.ts` returns them. */
  readonly ignored: readonly string[];
}

/** Message from the panel to the Tag Overview page. */
export type OverviewMessage =
  | { readonly type: 'show'; readonly data: OverviewData }
  | { readonly type: 'history'; readonly history: OverviewHistory | null }
  /** Progress of the scan or of the counting; `null`: finished. */
  | { readonly type: 'progress'; readonly text: string | null };
