import * as z from '../base/zod.ts';
import { MAX_LIMIT, MIN_LIMIT } from '../base/model.ts';
import type { SavedSegment, Vocabulary } from '../search/segment.ts';
import { MOST_CHARACTERS } from '../search/words.ts';
import { filter } from '../commands/filter.ts';
import { MOST_COPIED_TEXT, type GridRows, type GridStatus, type ShownTag } from './gridRows.ts';

/** What the Customers page asks of its panel. Row numbers count from 0 over all loaded pages. */
export type GridMessage = z.infer<typeof gridMessage>;

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

const viewParts = {
  /** From left to right; what is not named comes at the end. */
  columns: z.array(columnView).max(100),
  sort: z.strictObject({ column: z.string().max(50), descending: z.boolean() }).nullable(),
  /** The pane with all of a record is open. */
  details: z.boolean(),
  /** A chart stands below each column header; early versions had none. */
  statistics: z.boolean().default(false),
};

const view = z.strictObject({
  ...viewParts,
  /** Text of the search. */
  search: z.string().max(MOST_CHARACTERS),
  /** Parts of the search that menus and charts wrote. */
  chosen: z.string().max(MOST_CHARACTERS),
});

/** View on disk. Earlier versions had a filter instead of the search. */
const keptView = z.union([view, z.strictObject({ ...viewParts, filter })]);

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

const gridMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  /** The time zone of the person's clock, such as `Asia/Taipei`. */
  z.strictObject({ type: z.literal('zone'), zone: z.string().max(100) }),
  z.strictObject({
    type: z.literal('load'),
    limit: z.int().min(MIN_LIMIT).max(MAX_LIMIT),
    /** ms; `null`: everybody */
    from: z.int().min(1_000_000_000_000).max(9_999_999_999_999).nullable(),
  }),
  z.strictObject({ type: z.literal('loadMore'), generation }),
  /** Asks the person how many. */
  z.strictObject({ type: z.literal('loadPages'), generation, pages: z.int().min(1) }),
  z.strictObject({ type: z.literal('loadAll'), generation }),
  z.strictObject({ type: z.literal('cancel'), generation }),
  /** Which rows are selected and which match the search (`null`: all), as `bitsToText` writes them. */
  z.strictObject({
    type: z.literal('scope'),
    generation,
    selected: z.string(),
    matching: z.string().nullable(),
  }),
  z.strictObject({ type: z.literal('view'), view }),
  z.strictObject({ type: z.literal('copyText'), text: z.string() }),
  /** `cells`: 0 when there is no range; without a text when it is too large. */
  z.strictObject({
    type: z.literal('copyCells'),
    cells: z.int().min(0),
    text: z.string().max(MOST_COPIED_TEXT),
  }),
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
  /** Asks the person for a name, and where to. */
  z.strictObject({ type: z.literal('saveSegment'), text: z.string().min(1).max(MOST_CHARACTERS) }),
  z.strictObject({
    type: z.literal('removeSegment'),
    name: z.string(),
    from: z.enum(['file', 'window']),
  }),
]);

/** @returns `undefined` for anything that is no such message */
export function parseGridMessage(value: unknown): GridMessage | undefined {
  const parsed = gridMessage.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

export type ColumnView = z.infer<typeof columnView>;
/** How the rows are shown. Of the customers it has only what the user typed: see `keptView`. */
export type View = z.infer<typeof view>;

/** Where the person is among the rows, in numbers of rows: sorting does not change them. */
export type Spot = z.infer<typeof spot>;

export type KeptView = z.infer<typeof keptView>;

/** State that the grid writes to disk for a reload of the window. Nothing of a customer is in it. */
export type GridState = Omit<KeptState, 'view'> & {
  /** `null`: as it was last for this bot. */
  readonly view: View | null;
};

/** State on disk, of this version or an earlier one. */
type KeptState = z.infer<typeof keptState>;

const keptState = z.object({
  bot: z.string(),
  limit: z.int().min(MIN_LIMIT).max(MAX_LIMIT),
  from: z.int().nullable(),
  /** How many pages were loaded; early versions did not say. */
  pages: z.int().min(0).catch(0),
  view: keptView.nullable().catch(null),
});

export function parseGridState(value: unknown): KeptState | undefined {
  const parsed = keptState.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

export function parseView(value: unknown): KeptView | undefined {
  const parsed = keptView.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** What the panel tells its grid. Messages of another generation than the last `reset` are stale. */
export type PanelMessage =
  | {
      readonly type: 'reset';
      readonly generation: number;
      readonly state: GridState;
      readonly status: GridStatus;
      /** How many pages there were before the window was reloaded. */
      readonly pagesBefore: number;
      /** What was selected before the tab was hidden, as `bitsToText` writes it. */
      readonly selected: string;
      /**
       * Rows that matched the search before the tab was hidden, as `bitsToText` writes them. `null`: there was no search, or
       * rows or the search changed since.
       */
      readonly matching: string | null;
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
      readonly rows: GridRows;
      readonly status: GridStatus;
    }
  | {
      readonly type: 'patch';
      readonly generation: number;
      readonly row: number;
      /** The record as JSON, with its tags as they are now; it can be tagged. */
      readonly json: string;
    }
  | { readonly type: 'status'; readonly generation: number; readonly status: GridStatus }
  /** Why no tag can be attached to or detached from the customers of this bot; `null`: it can. */
  | { readonly type: 'lock'; readonly reason: string | null }
  /** Answered with `scope`, once the search is through. */
  | { readonly type: 'askScope'; readonly generation: number }
  /** Answered with `copyCells`, as CSV. */
  | { readonly type: 'copyRange'; readonly generation: number }
  /** Replaces the search by one for customers with any of these tags. */
  | { readonly type: 'showTags'; readonly generation: number; readonly tags: readonly ShownTag[] }
  /** Replaces the search by this segment. */
  | { readonly type: 'showSegment'; readonly generation: number; readonly text: string }
  | SegmentsMessage;

/** What segments are made of: it is about the bot, whatever rows are shown. */
export type SegmentsMessage =
  | { readonly type: 'vocabulary'; readonly vocabulary: Vocabulary }
  | { readonly type: 'segments'; readonly saved: readonly SavedSegment[] };
