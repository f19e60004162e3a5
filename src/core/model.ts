/** Kinds of item, as the service numbers them (contract, section 2.1). Other numbers are kept and shown raw. */
export const TAG = 0;
export const FOLDER = 1;

/** Channel codes of a user (contract, section 2.2). Other numbers are kept and shown raw. */
export const FACEBOOK = 0;
export const LINE = 1;

/** The range of `limit` (contract, section 8). */
export const MIN_LIMIT = 1;
export const MAX_LIMIT = 3086;

/** A bot that the user added. Its token is not here: it lives in the `TokenStore` under the same key. */
export interface Bot {
  /** Unique in the catalogue; made by the extension. */
  readonly key: string;
  /** Empty for the sandbox, whose port is another one in every window. */
  readonly baseUrl: string;
  readonly botId: string;
  readonly label: string;
  readonly kind: 'service' | 'sandbox';
  /** When it was added, ms. */
  readonly created: number;
}

/** How an item came into the catalogue. */
export type ItemSource = 'created' | 'added' | 'sandbox';

/** What the last look at the service said of an item. */
export type ItemState = 'ok' | 'gone' | 'error';

/** A tag or folder that the catalogue knows. */
export interface CatalogueItem {
  readonly bot: string;
  readonly id: string;
  /** `TAG`, `FOLDER`, or whatever the service sent. */
  readonly type: number;
  readonly name: string;
  /** `null`: right below the bot, which is also where an item stands whose folder is not known. */
  readonly parentId: string | null;
  readonly source: ItemSource;
  /** Creation time as the service tells it, ms. */
  readonly created: number | null;
  /** When the service last returned it, ms. */
  readonly lastSeen: number | null;
  readonly state: ItemState;
  /** Why `state` is `error`. */
  readonly reason: string | null;
}

/** What "get tag" returns (contract, section 4.2). */
export interface RemoteItem {
  readonly id: string;
  readonly name: string;
  readonly botId: string;
  readonly type: number;
  /** ms */
  readonly created?: number | undefined;
}

export interface NewItem {
  readonly name: string;
  readonly type: number;
  readonly parentId?: string | undefined;
}

/** A user on a channel (contract, section 2.2). Exactly one of `rawUid` and `uid` is there. */
export interface UserRef {
  /** `bot_raw_uid`: unencrypted. */
  readonly rawUid?: string | undefined;
  /** `bot_uid`: encrypted. */
  readonly uid?: string | undefined;
  readonly pageId: string;
  readonly channel: number;
}

/** A tag in a user's tag list (contract, section 2.3). */
export interface UserTag {
  readonly id: string;
  readonly name: string;
  /** When it was applied, ms. */
  readonly timestamp: number;
}

/** An element of the answer of "list tags of a user" (contract, section 4.6). */
export interface UserTagList {
  readonly bot_uid?: string | null | undefined;
  readonly bot_raw_uid?: string | null | undefined;
  readonly bot_pid?: string | null | undefined;
  readonly bot_channel?: number | null | undefined;
  readonly tags: readonly UserTag[];
}

export interface CustomerTag extends UserTag {
  /** How many times the tag was applied. */
  readonly count?: number | null | undefined;
}

export interface CustomerParam {
  readonly name: string;
  readonly value: string;
  /** ms */
  readonly timestamp?: number | null | undefined;
}

/** A customer record that matches the contract (section 2.4); unknown fields are kept. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly platform: string;
  readonly pageId: string;
  readonly status: number;
  /** ms */
  readonly created: number;
  /** ms */
  readonly lastActive: number;
  readonly pic?: string | null | undefined;
  readonly tags?: readonly CustomerTag[] | null | undefined;
  readonly params?: readonly CustomerParam[] | null | undefined;
  readonly email?: string | null | undefined;
  readonly gender?: string | null | undefined;
  readonly birthday?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly extId?: string | null | undefined;
}

export interface CustomerQuery {
  readonly botId: string;
  /** Records per page, `MIN_LIMIT`…`MAX_LIMIT`. */
  readonly limit: number;
  /** Only users whose last interaction is after it; a 13-digit ms timestamp. */
  readonly from?: number | undefined;
  /** The key that the previous page gave. */
  readonly next?: string | undefined;
}

export interface CustomerPage {
  /** Every record as it was sent. One that is not in `problems` is a `Customer`. */
  readonly records: readonly unknown[];
  /** Index of a record → what is wrong with it. */
  readonly problems: ReadonlyMap<number, string>;
  /** `undefined` on the last page. */
  readonly next: string | undefined;
  /** The answer's body, byte for byte. */
  readonly body: Uint8Array;
}

/** The record at `index` when it matches the contract. */
export function customerAt(page: CustomerPage, index: number): Customer | undefined {
  if (page.problems.has(index)) return undefined;
  return page.records[index] as Customer | undefined;
}
