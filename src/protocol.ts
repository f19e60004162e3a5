import * as z from 'zod';
import { MAX_LIMIT, MIN_LIMIT } from './core/model.ts';

/** What the Customers page asks of its panel. Row numbers count from 0 over all loaded pages. */
export type PageMessage = z.infer<typeof pageMessage>;

const row = { generation: z.int(), row: z.int().min(0) };

const pageMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({
    type: z.literal('load'),
    limit: z.int().min(MIN_LIMIT).max(MAX_LIMIT),
    /** ms; `null`: everybody */
    from: z.int().min(1_000_000_000_000).max(9_999_999_999_999).nullable(),
  }),
  z.strictObject({ type: z.literal('loadMore'), generation: z.int() }),
  z.strictObject({ type: z.literal('openPage'), ...row }),
  z.strictObject({ type: z.literal('openRecord'), ...row }),
  z.strictObject({ type: z.literal('attachTag'), ...row }),
  z.strictObject({ type: z.literal('detachTag'), ...row }),
  z.strictObject({ type: z.literal('listTags'), ...row }),
  z.strictObject({ type: z.literal('copyId'), ...row }),
  z.strictObject({ type: z.literal('focusRow'), ...row }),
]);

/** @returns `undefined` for anything that is no such message */
export function parsePageMessage(value: unknown): PageMessage | undefined {
  const parsed = pageMessage.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** What the page keeps over a reload of the window. Nothing of a customer is in it. */
export type PageState = z.infer<typeof pageState>;

const pageState = z.object({
  bot: z.string(),
  limit: z.int().min(MIN_LIMIT).max(MAX_LIMIT),
  from: z.int().nullable(),
});

export function parsePageState(value: unknown): PageState | undefined {
  const parsed = pageState.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** One customer for the page. */
export interface Row {
  /** The record as it was sent; a `Customer` when `problem` is `null`. */
  readonly record: unknown;
  /** Number of the page it came with, from 1. */
  readonly page: number;
  /** What does not match the contract, or `null`. */
  readonly problem: string | null;
  /** Why this customer cannot be tagged, or `null`. */
  readonly untaggable: string | null;
}

export interface PageStatus {
  /** `idle`: more can be loaded; `end`: nothing is left. */
  readonly state: 'idle' | 'loading' | 'error' | 'end';
  readonly loaded: number;
  /** Pages loaded. */
  readonly pages: number;
  /** How many of the loaded records do not match the contract. */
  readonly bad: number;
  /** Set in state `error`. */
  readonly error: string | null;
  /** Set while a request waits to be sent again. */
  readonly note?: string;
}

/** What the panel tells its page. Messages of another generation than the last `reset` are stale. */
export type PanelMessage =
  | {
      readonly type: 'reset';
      readonly generation: number;
      readonly state: PageState;
      readonly status: PageStatus;
    }
  | {
      readonly type: 'append';
      readonly generation: number;
      /** Number of the first of `rows`. */
      readonly start: number;
      readonly rows: readonly Row[];
      readonly status: PageStatus;
    }
  | {
      readonly type: 'patch';
      readonly generation: number;
      readonly row: number;
      readonly value: Row;
    }
  | { readonly type: 'status'; readonly generation: number; readonly status: PageStatus };

/** The page's texts, translated by the panel, handed over in the HTML. `{0}`, `{1}` are filled by the page. */
export interface PageStrings {
  readonly limit: string;
  readonly limitError: string;
  readonly from: string;
  readonly load: string;
  readonly loadMore: string;
  readonly loading: string;
  readonly retry: string;
  /** `{0}`: rows */
  readonly loadedMore: string;
  /** `{0}`: rows */
  readonly loadedAll: string;
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
  readonly badRecord: string;
  /** `{0}`: number */
  readonly statusUnknown: string;
  /** Texts of status 1…5. */
  readonly status: readonly string[];
  readonly male: string;
  readonly female: string;
  readonly grid: string;
  readonly columns: {
    readonly picture: string;
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
    readonly id: string;
  };
}
