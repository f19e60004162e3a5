import * as z from '../base/zod.ts';
import { MAX_LIMIT, MIN_LIMIT } from '../base/model.ts';
import type { SavedSegment, Vocabulary } from '../search/segment.ts';
import { MAX_SEARCH_LENGTH } from '../search/words.ts';
import { filter } from '../commands/argumentParts.ts';
import { MAX_COPIED_TEXT, type GridRows, type GridStatus, type FilterTag } from './gridRows.ts';

/** Message from the Customers page to its panel. Row numbers count from 0 over all loaded pages. */
export type GridMessage = z.infer<typeof gridMessageSchema>;

/** Number of the set of rows that a message is about: the `generation` of the last `reset` that the page received. */
const generation = z.int();
const rowFields = { generation, row: z.int().check(z.minimum(0)) };

const columnView = z.strictObject({
  id: z.string().check(z.maxLength(50)),
  /** Width in px. The limits are wider than those of the page (`columns.ts`). */
  width: z.int().check(z.minimum(24), z.maximum(2000)),
  hidden: z.boolean(),
  /** Whether the column stays at the left edge while the other columns scroll. */
  pinned: z.boolean(),
});

const viewFields = {
  /** Columns from left to right. Columns that are not listed follow at the end. */
  columns: z.array(columnView).check(z.maxLength(100)),
  sort: z.nullable(
    z.strictObject({ column: z.string().check(z.maxLength(50)), descending: z.boolean() }),
  ),
  /** Whether the details pane, which shows all fields of a record, is open. */
  details: z.boolean(),
  /** Whether a chart is shown below each column header. Early versions did not store this field. */
  statistics: z._default(z.boolean(), false),
};

const view = z.strictObject({
  ...viewFields,
  search: z.string().check(z.maxLength(MAX_SEARCH_LENGTH)),
  /** Conditions of the search that were written by menus and charts. */
  chosen: z.string().check(z.maxLength(MAX_SEARCH_LENGTH)),
});

/** Stored view. Earlier versions stored a filter instead of the search. */
const storedViewSchema = z.union([view, z.strictObject({ ...viewFields, filter })]);

const gridPosition = z.strictObject({
  /** Row number of the row that has the cursor; `null`: none. */
  row: z.nullable(z.int().check(z.minimum(0))),
  /** Index among the visible columns. */
  column: z.int().check(z.minimum(0)),
  /** Whether the keyboard focus is in the row. */
  hasFocus: z.boolean(),
  /** Row number of the row at the top of the viewport; `null`: not scrolled down. */
  first: z.nullable(z.int().check(z.minimum(0))),
  /** Height of the part of the row `first` that is above the viewport, in px. */
  offset: z.int().check(z.minimum(0)),
  /** Horizontal scroll position, in px. */
  left: z.int().check(z.minimum(0)),
});

const gridMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  /** Time zone of the user's clock, such as `Asia/Taipei`. */
  z.strictObject({ type: z.literal('zone'), zone: z.string().check(z.maxLength(100)) }),
  z.strictObject({
    type: z.literal('load'),
    limit: z.int().check(z.minimum(MIN_LIMIT), z.maximum(MAX_LIMIT)),
    /** Time in ms after which customers were active; `null`: all customers. From the year 2001 to 2286 (13 digits). */
    from: z.nullable(z.int().check(z.minimum(1_000_000_000_000), z.maximum(9_999_999_999_999))),
  }),
  z.strictObject({ type: z.enum(['loadMore', 'loadAll', 'cancel', 'copyIds']), generation }),
  z.strictObject({ type: z.literal('loadPages'), generation, pages: z.int().check(z.minimum(1)) }),
  /** Reports the selected rows and the rows that match the search (`null`: all), encoded by `bitsToText`. */
  z.strictObject({
    type: z.literal('scope'),
    generation,
    selected: z.string(),
    matching: z.nullable(z.string()),
  }),
  z.strictObject({ type: z.literal('view'), view }),
  z.strictObject({ type: z.literal('copyText'), text: z.string() }),
  /** Reports the selected range. `cells` is 0 if no range is selected. The text is empty if it would be too large. */
  z.strictObject({
    type: z.literal('copyCells'),
    cells: z.int().check(z.minimum(0)),
    text: z.string().check(z.maxLength(MAX_COPIED_TEXT)),
  }),
  z.strictObject({
    type: z.enum(['openPage', 'openRecord', 'attachTag', 'listTags', 'copyId', 'focusRow']),
    ...rowFields,
  }),
  z.strictObject({
    type: z.literal('detachTag'),
    ...rowFields,
    /** Tag to detach. If absent, the panel prompts for the tag. */
    tag: z.optional(z.strictObject({ id: z.string().check(z.minLength(1)), name: z.string() })),
  }),
  z.strictObject({ type: z.literal('gridPosition'), generation, gridPosition }),
  /** Saves the search as a segment. The panel prompts for the name of the segment and where to save it. */
  z.strictObject({
    type: z.literal('saveSegment'),
    text: z.string().check(z.minLength(1), z.maxLength(MAX_SEARCH_LENGTH)),
  }),
  z.strictObject({
    type: z.literal('removeSegment'),
    name: z.string(),
    from: z.enum(['file', 'window']),
  }),
]);

export function parseGridMessage(value: unknown): GridMessage | undefined {
  return gridMessageSchema.safeParse(value).data;
}

export type ColumnView = z.infer<typeof columnView>;
/** Presentation of the rows. The search is the only part that can contain customer data, because the user types it. */
export type View = z.infer<typeof view>;

/** Scroll position and cursor. Rows are given by row number, which sorting does not change. */
export type GridPosition = z.infer<typeof gridPosition>;

/** View as this or an earlier version stored it. */
export type StoredView = z.infer<typeof storedViewSchema>;

/** State of the grid. To survive a window reload, it is stored without the typed search, and so without customer data. */
export type GridState = Omit<StoredGridState, 'view'> & {
  /** View to restore; `null`: the last view of this bot. */
  readonly view: View | null;
};

type StoredGridState = z.infer<typeof storedStateSchema>;

const storedStateSchema = z.object({
  bot: z.string(),
  limit: z.int().check(z.minimum(MIN_LIMIT), z.maximum(MAX_LIMIT)),
  from: z.nullable(z.int()),
  /** Number of loaded pages. Early versions did not store it. */
  pages: z.orElse(z.int().check(z.minimum(0)), 0),
  view: z.orElse(z.nullable(storedViewSchema), null),
});

export function parseGridState(value: unknown): StoredGridState | undefined {
  return storedStateSchema.safeParse(value).data;
}

export function parseView(value: unknown): StoredView | undefined {
  return storedViewSchema.safeParse(value).data;
}

/** Message from the panel to its grid. A message whose generation differs from that of the last `reset` is stale. */
export type PanelMessage =
  | {
      readonly type: 'reset';
      readonly generation: number;
      readonly state: GridState;
      readonly status: GridStatus;
      /** Number of pages that were loaded before the window was reloaded. */
      readonly pagesBefore: number;
      /** Rows that were selected before the tab was hidden, encoded by `bitsToText`. */
      readonly selected: string;
      /** Like `selected`, for the rows that matched. `null`: there was no search, or it or the rows have changed. */
      readonly matching: string | null;
      readonly gridPosition: GridPosition | null;
      readonly pictures: boolean;
    }
  | {
      readonly type: 'append';
      readonly generation: number;
      /** Rows that follow the rows of all earlier `append` messages. */
      readonly rows: GridRows;
      readonly status: GridStatus;
    }
  | {
      readonly type: 'patch';
      readonly generation: number;
      readonly row: number;
      /** Record as JSON, with its current tags. Only records that can be tagged are patched. */
      readonly json: string;
    }
  | { readonly type: 'status'; readonly generation: number; readonly status: GridStatus }
  /** Reason why tags of this bot's customers cannot be changed; `null`: tags can be changed. */
  | { readonly type: 'lock'; readonly reason: string | null }
  /** Requests a `scope` message, which is sent when the search has finished. */
  | { readonly type: 'askScope'; readonly generation: number }
  /** Requests a `copyCells` message with the selected range as CSV. */
  | { readonly type: 'copyRange'; readonly generation: number }
  /** Replaces the search by a search for customers with any of these tags. */
  | { readonly type: 'showTags'; readonly generation: number; readonly tags: readonly FilterTag[] }
  | { readonly type: 'showSegment'; readonly generation: number; readonly text: string }
  /** Names and saved segments for searches. They depend on the bot only, not on the rows. */
  | { readonly type: 'vocabulary'; readonly vocabulary: Vocabulary }
  | { readonly type: 'segments'; readonly saved: readonly SavedSegment[] };
