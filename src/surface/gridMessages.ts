import * as z from 'zod';
import { MAX_LIMIT, MIN_LIMIT } from '../core/model.ts';

/** What the Customers page asks of its panel. Row numbers count from 0 over all loaded pages. */
export type PageMessage = z.infer<typeof pageMessage>;

const row = { generation: z.int(), row: z.int().min(0) };
const generation = z.int();

const columnView = z.strictObject({
  id: z.string().max(50),
  /** px */
  width: z.int().min(24).max(2000),
  hidden: z.boolean(),
  /** Stays at the left when the others are scrolled. */
  pinned: z.boolean(),
});

const filter = z.strictObject({
  /** Words that all have to stand somewhere in a record. */
  text: z.string().max(1000),
  status: z.array(z.string()),
  platform: z.array(z.string()),
  /** IDs */
  tag: z.array(z.string()),
  /** Last interaction, ms; both ends belong to it. */
  after: z.int().nullable(),
  before: z.int().nullable(),
});

const view = z.strictObject({
  /** From left to right; what is not named comes at the end. */
  columns: z.array(columnView).max(100),
  sort: z.strictObject({ column: z.string().max(50), descending: z.boolean() }).nullable(),
  filter,
  /** The pane with all of a record is open. */
  details: z.boolean(),
});

const spot = z.strictObject({
  /** The row that the person is at. */
  row: z.int().min(0).nullable(),
  /** Counts the shown columns. */
  column: z.int().min(0),
  /** The keyboard is in that row. */
  hasFocus: z.boolean(),
  /** The row at the top of the screen; `null`: nothing is scrolled down. */
  first: z.int().min(0).nullable(),
  /** px of that row above the edge */
  offset: z.int().min(0),
  /** px that are scrolled to the right */
  left: z.int().min(0),
});

const pageMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({
    type: z.literal('load'),
    limit: z.int().min(MIN_LIMIT).max(MAX_LIMIT),
    /** ms; `null`: everybody */
    from: z.int().min(1_000_000_000_000).max(9_999_999_999_999).nullable(),
  }),
  z.strictObject({ type: z.literal('loadMore'), generation }),
  /** Asks the person how many. */
  z.strictObject({ type: z.literal('askPages'), generation }),
  z.strictObject({ type: z.literal('loadPages'), generation, pages: z.int().min(1) }),
  z.strictObject({ type: z.literal('loadAll'), generation }),
  z.strictObject({ type: z.literal('cancel'), generation }),
  /** Which rows are selected and which match the filter (`null`: all), as `bitsToText` writes them. */
  z.strictObject({
    type: z.literal('scope'),
    generation,
    selected: z.string(),
    matching: z.string().nullable(),
  }),
  z.strictObject({ type: z.literal('view'), view }),
  z.strictObject({ type: z.literal('copyText'), text: z.string() }),
  z.strictObject({ type: z.literal('copyIds'), generation }),
  z.strictObject({ type: z.literal('openPage'), ...row }),
  z.strictObject({ type: z.literal('openRecord'), ...row }),
  z.strictObject({ type: z.literal('attachTag'), ...row }),
  z.strictObject({
    type: z.literal('detachTag'),
    ...row,
    /** Which one; it is asked for otherwise. */
    tag: z.strictObject({ id: z.string().min(1), name: z.string() }).optional(),
  }),
  z.strictObject({ type: z.literal('listTags'), ...row }),
  z.strictObject({ type: z.literal('copyId'), ...row }),
  z.strictObject({ type: z.literal('focusRow'), ...row }),
  z.strictObject({ type: z.literal('spot'), generation, spot }),
]);

/** @returns `undefined` for anything that is no such message */
export function parsePageMessage(value: unknown): PageMessage | undefined {
  const parsed = pageMessage.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

export type ColumnView = z.infer<typeof columnView>;
/** What a person wants to see of the loaded rows. */
export type Filter = z.infer<typeof filter>;
/** How the rows are shown. Of the customers it has what the person typed, and nothing else. */
export type View = z.infer<typeof view>;

/** Where the person is among the rows, in numbers of rows: sorting does not change them. */
export type Spot = z.infer<typeof spot>;

/** What the page keeps over a reload of the window. Nothing of a customer is in it. */
export type PageState = z.infer<typeof pageState>;

const pageState = z.object({
  bot: z.string(),
  limit: z.int().min(MIN_LIMIT).max(MAX_LIMIT),
  from: z.int().nullable(),
  /** How many pages were loaded; earlier versions did not say. */
  pages: z.int().min(0).catch(0),
  /** `null`: as it was last for this bot. */
  view: view.nullable().catch(null),
});

export function parsePageState(value: unknown): PageState | undefined {
  const parsed = pageState.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

export function parsePageView(value: unknown): View | undefined {
  const parsed = view.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** A field that came as something else than the contract says. */
export interface RowProblem {
  /** `null`: the record as a whole, which is no object. */
  readonly field: string | null;
  /** A sentence for a person. */
  readonly text: string;
}

/** One page of customers for the page, as few and large pieces, since there may be 100,000 rows. */
export interface PageRows {
  /** From 1. */
  readonly page: number;
  /** The records as they were sent (JSON, UTF-8), and what stands between them. */
  readonly json: Uint8Array;
  /** Where each record begins in `json`, and the byte after it: two numbers a record. */
  readonly spans: Uint32Array;
  /** Index of a record that is not as the contract has it, and what is wrong with it. */
  readonly problems: readonly (readonly [number, readonly RowProblem[]])[];
  /** For each record 0, or which of `PageStrings.untaggable` (from 1) tells why it cannot be tagged. */
  readonly untaggable: Uint8Array;
}

export interface PageStatus {
  /** `idle`: more can be loaded; `end`: nothing is left. */
  readonly state: 'idle' | 'loading' | 'error' | 'end';
  readonly loaded: number;
  /** Pages loaded. */
  readonly pages: number;
  /** How many of the loaded records are not as the contract has them. */
  readonly bad: number;
  /** Set in state `error`. */
  readonly error: string | null;
  /** Set while several pages are being loaded; `of` is `null` when it is all. */
  readonly progress: { readonly pages: number; readonly of: number | null } | null;
  /** A request waits to be sent again. */
  readonly isWaiting: boolean;
  /** More to say about it. */
  readonly note: string | null;
}

/** What the panel tells its page. Messages of another generation than the last `reset` are stale. */
export type PanelMessage =
  | {
      readonly type: 'reset';
      readonly generation: number;
      readonly state: PageState;
      readonly status: PageStatus;
      /** How many pages there were before the window was reloaded. */
      readonly pagesBefore: number;
      /** What was selected before the tab was hidden, as `bitsToText` writes it. */
      readonly selected: string;
      /** Where the person was before the tab was hidden. */
      readonly spot: Spot | null;
      /** Whether pictures are shown. */
      readonly pictures: boolean;
    }
  | {
      readonly type: 'append';
      readonly generation: number;
      /** Number of the first of `rows`. */
      readonly start: number;
      readonly rows: PageRows;
      readonly status: PageStatus;
    }
  | {
      readonly type: 'patch';
      readonly generation: number;
      readonly row: number;
      /** The record as JSON, with its tags as they are now; it can be tagged. */
      readonly json: string;
    }
  | { readonly type: 'status'; readonly generation: number; readonly status: PageStatus }
  /** Answered with `scope`, once the filter is through. */
  | { readonly type: 'askScope'; readonly generation: number }
  /** Shows who has any of these tags, in place of any other filter. */
  | { readonly type: 'showTags'; readonly generation: number; readonly tags: readonly ShownTag[] };

/** A tag to filter by; its name is shown where no loaded customer tells it. */
export interface ShownTag {
  readonly id: string;
  readonly name: string;
}

/** The page's texts, translated by the panel, handed over in the HTML. `{0}`, `{1}` are filled by the page. */
export interface PageStrings {
  readonly limit: string;
  readonly limitError: string;
  readonly from: string;
  readonly load: string;
  /** `{0}`: customers, `{1}`: the time */
  readonly asked: string;
  readonly askedAfter: string;
  readonly change: string;
  readonly changeTitle: string;
  readonly loadMore: string;
  readonly loading: string;
  readonly retry: string;
  /** `{0}`: rows */
  readonly loadedMore: string;
  /** `{0}`: rows */
  readonly loadedAll: string;
  /** `{0}`: pages loaded so far, `{1}`: pages wanted */
  readonly loadingPages: string;
  /** `{0}`: pages loaded so far */
  readonly loadingAll: string;
  readonly loadPages: string;
  readonly loadAll: string;
  /** `{0}`: pages */
  readonly loadAgain: string;
  readonly cancel: string;
  /** `{0}`: rows that match, `{1}`: loaded rows */
  readonly matching: string;
  /** `{0}`: rows */
  readonly selected: string;
  /** `{0}`: rows */
  readonly selectAll: string;
  readonly clearSelection: string;
  readonly filter: string;
  readonly clearFilter: string;
  /** `{0}`: what is filtered by */
  readonly removeFilter: string;
  /** `{0}` in these two: the time */
  readonly activeAfter: string;
  readonly activeBefore: string;
  readonly facets: {
    readonly status: string;
    readonly platform: string;
    readonly tag: string;
    readonly active: string;
  };
  readonly findTag: string;
  readonly noValue: string;
  readonly noValues: string;
  readonly after: string;
  readonly before: string;
  readonly lastDay: string;
  /** `{0}`: days */
  readonly lastDays: string;
  readonly noMatch: string;
  readonly more: string;
  readonly noRow: string;
  readonly severalSelected: string;
  readonly columnsMenu: string;
  readonly columnsEntry: string;
  readonly sortUp: string;
  readonly sortDown: string;
  readonly unsort: string;
  readonly lastColumn: string;
  /** `{0}` in these five: the column */
  readonly hide: string;
  readonly pin: string;
  readonly unpin: string;
  readonly moveLeft: string;
  readonly moveRight: string;
  readonly resetColumns: string;
  /** `{0}` in these two: the column */
  readonly sortedUp: string;
  readonly sortedDown: string;
  readonly unsorted: string;
  readonly details: string;
  readonly closeDetails: string;
  readonly noDetails: string;
  readonly otherFields: string;
  readonly picture: string;
  /** `{0}`: how long ago */
  readonly activeAgo: string;
  /** `{0}`: the tag */
  readonly detach: string;
  readonly showTag: string;
  readonly rawJson: string;
  /** `{0}`: number */
  readonly appliedOnce: string;
  readonly timesApplied: string;
  /** `{0}`: what */
  readonly copy: string;
  /** As `PageRows.untaggable` numbers them, from 1. */
  readonly untaggable: readonly string[];
  /** `{0}`: records */
  readonly bad: string;
  readonly none: string;
  /** `{0}`: page number */
  readonly openPage: string;
  readonly openRecord: string;
  readonly attachTag: string;
  readonly detachTag: string;
  readonly listTags: string;
  readonly copyId: string;
  readonly unexpected: string;
  /** `{0}`: number */
  readonly statusUnknown: string;
  /** Texts of status 1…5. */
  readonly status: readonly string[];
  readonly male: string;
  readonly female: string;
  readonly grid: string;
  readonly columns: {
    readonly name: string;
    readonly platform: string;
    readonly page: string;
    readonly status: string;
    readonly created: string;
    readonly lastActive: string;
    readonly tags: string;
    readonly params: string;
    readonly email: string;
    readonly phone: string;
    readonly birthday: string;
    readonly gender: string;
    readonly extId: string;
    readonly id: string;
  };
}
