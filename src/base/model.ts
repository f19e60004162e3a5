import type { CustomerRecord, EntryOf, FieldName } from './customerFields.ts';
import type { Span } from './jsonScan.ts';

export type { CustomerRecord };

/** Kinds of item, as the service numbers them (contract, section 2.1). Other numbers are kept and shown raw. */
export const TAG = 0;
export const FOLDER = 1;

/** Channel codes of a user (contract, section 2.2). Other numbers are kept and shown raw. */
export const FACEBOOK = 0;
export const LINE = 1;

/** The range of `limit` (contract, section 8). */
export const MIN_LIMIT = 1;
export const MAX_LIMIT = 3086;

/** Customers per page unless a `limit` is given. */
export const DEFAULT_LIMIT = 100;

/** A bot that the person added. Its token is not here: it lives in the `TokenStore` under the same key. */
export interface Bot {
  /** Unique in the catalogue; made by the extension. */
  readonly key: string;
  /** Empty for the sandbox, whose port is another one in every window. */
  readonly baseUrl: string;
  readonly botId: string;
  readonly label: string;
  readonly kind: 'service' | 'sandbox';
  /** What the person calls it ("production"); `''`: nothing. */
  readonly environment: string;
  /** The person made it read-only here. A workspace file may do so too: `Catalogue.isReadOnly` knows of both. */
  readonly isReadOnly: boolean;
  readonly origin: 'added' | 'sandbox' | 'file';
  /** `false`: the base URL comes from a file, and nobody has agreed to it yet. */
  readonly isConfirmed: boolean;
  /** When it was added, ms. */
  readonly created: number;
}

/** How an item came into the catalogue: `seen` on customers, or named in a workspace `file`. */
export const ITEM_SOURCES = ['created', 'added', 'sandbox', 'seen', 'file'] as const;
export type ItemSource = (typeof ITEM_SOURCES)[number];

/**
 * How an item's place is known, which the service never tells: it was created there through the `service`, or the
 * `user` said so here or in a workspace file.
 */
export type FolderKnown = 'service' | 'user' | 'no';

/** What the last look at the service said of an item. */
export type ItemState = 'ok' | 'gone' | 'error';

/** A tag or folder that the catalogue knows. */
export interface CatalogueItem {
  readonly bot: string;
  readonly id: string;
  /** `TAG`, `FOLDER`, or whatever the service sent. */
  readonly type: number;
  readonly name: string;
  /** When the service had it under this name, ms: a name seen with an earlier time is not taken over. */
  readonly namedAt: number | null;
  /** `null`: right below the bot, or nowhere when the folder is not known. */
  readonly parentId: string | null;
  readonly folderKnown: FolderKnown;
  readonly source: ItemSource;
  /** Creation time as the service tells it, ms. */
  readonly created: number | null;
  /** When it came into the catalogue, ms. */
  readonly firstSeen: number | null;
  /** When the service last returned it, ms. */
  readonly lastSeen: number | null;
  /** The `Scan.id` that `seenOn` belongs to; `null`: no scan has met it. */
  readonly scan: string | null;
  /** On how many of that scan's customers it stands. */
  readonly seenOn: number;
  readonly state: ItemState;
  /** Why `state` is `error`. */
  readonly reason: string | null;
}

export const SORT_KEYS = ['name', 'created', 'lastSeen', 'customers'] as const;

/** What the tree is sorted by. `customers`: on how many of the scanned ones a tag stands. */
export type SortKey = (typeof SORT_KEYS)[number];
export type ValueKey = Exclude<SortKey, 'name'>;

/** How far a bot's customers were walked to discover tags. It holds counts and a key, and no customer's data. */
export interface Scan {
  readonly bot: string;
  /** Made anew for each scan that starts with the first page. */
  readonly id: string;
  readonly limit: number;
  readonly from: number | null;
  /** As it was chosen: `from` is so many days before the scan began. `null`: it was not chosen so. */
  readonly days: number | null;
  /** The key to go on from; `null`: from the first page, or nowhere when `done`. */
  readonly next: string | null;
  /** Pages that one run may read. */
  readonly budget: number;
  readonly pages: number;
  /** Each counted once. */
  readonly customers: number;
  /** Records that are no objects. */
  readonly skipped: number;
  /** Different tags that stood on the customers. */
  readonly tags: number;
  /** Those of them that the catalogue did not know. */
  readonly newTags: number;
  /** `running` is also what a window leaves that was closed in the middle. */
  readonly state: 'running' | 'paused' | 'done' | 'failed';
  /** ms */
  readonly started: number;
  /** ms */
  readonly updated: number;
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
  /** When it was applied, ms; absent: not known. */
  readonly timestamp?: number | undefined;
}

/** An element of the answer of "list tags of a user" (contract, section 4.6). */
export interface UserTagList {
  readonly bot_uid?: string | null | undefined;
  readonly bot_raw_uid?: string | null | undefined;
  readonly bot_pid?: string | null | undefined;
  readonly bot_channel?: number | null | undefined;
  readonly tags: readonly UserTag[];
}

/** A tag on a customer, as far as it can be read. */
export interface CustomerTag extends UserTag {
  /** How many times the tag was applied; absent: not known. */
  readonly count?: number | undefined;
}

export type CustomerParam = EntryOf<'params'>;

/**
 * What can be read of a customer record. Absent is what was not sent, or came as something else than the contract says;
 * among the tags are those that have an ID and a name.
 */
export type Customer = {
  readonly [Field in Exclude<FieldName, 'tags'>]?: CustomerRecord[Field] | undefined;
} & { readonly tags?: readonly CustomerTag[] | undefined };

/** What the contract says that a value is. */
export type ExpectedKind = 'text' | 'number' | 'list' | 'object';

/** What a value is instead; `too-large`: a number beyond those that can be kept. */
export type FoundKind = ExpectedKind | 'boolean' | 'null' | 'missing' | 'empty' | 'too-large';

/** A field that came as something else than the contract says. The value itself is not in here. */
export interface FieldProblem {
  /** The record's field; `undefined`: the record as a whole, which is no object. */
  readonly field: FieldName | undefined;
  /** Where in the record it is: `phone`, `tags[2].timestamp`. */
  readonly place: string;
  readonly expected: ExpectedKind;
  readonly found: FoundKind;
  /** How many more places within the same field are wrong. */
  readonly more: number;
}

/** What is not as the contract has it in a record. */
export interface RecordProblems {
  /** What can be read all the same; `undefined`: the record is no object. */
  readonly customer: Customer | undefined;
  /** At least one; one for each field. */
  readonly fields: readonly FieldProblem[];
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
  /** Every record as it was sent. One that is not in `problems` is a `CustomerRecord`. */
  readonly records: readonly unknown[];
  /** Index of a record → what is wrong with it. */
  readonly problems: ReadonlyMap<number, RecordProblems>;
  /** `undefined` on the last page. */
  readonly next: string | undefined;
  /** The answer's body, byte for byte. */
  readonly body: Uint8Array;
}

/** A page whose records were found and not parsed. */
export interface RecordPage {
  /** UTF-8. It is the reader's, to overwrite or to release. */
  readonly body: Uint8Array;
  /** Where the JSON of each record stands in `body`, in order; behind each there is at least one byte more. */
  readonly records: readonly Span[];
  /** `undefined` on the last page. */
  readonly next: string | undefined;
}

/** What can be read of the record at `index`; `undefined` when it is no object, or when there is none. */
export function customerAt(page: CustomerPage, index: number): Customer | undefined {
  const problems = page.problems.get(index);
  if (problems !== undefined) return problems.customer;
  return page.records[index] as CustomerRecord | undefined;
}

/** Those that the extension knows; any other word is as good. */
const ENVIRONMENTS = ['development', 'staging', 'production'] as const;
type KnownEnvironment = (typeof ENVIRONMENTS)[number];

/** `other`: a word of the person's own; `none`: none was given. */
export type EnvironmentKind = KnownEnvironment | 'other' | 'none';

const SHORT: ReadonlyMap<string, KnownEnvironment> = new Map([
  ['dev', 'development'],
  ['stage', 'staging'],
  ['prod', 'production'],
]);

/** In capitals or short, it is the same environment. */
export function environmentKind({ environment }: Pick<Bot, 'environment'>): EnvironmentKind {
  const word = environment.trim().toLowerCase();
  if (word === '') return 'none';
  return ENVIRONMENTS.find((known) => known === word) ?? SHORT.get(word) ?? 'other';
}

/** Writes to such a bot are asked about. */
export function isProduction(bot: Pick<Bot, 'environment'>): boolean {
  return environmentKind(bot) === 'production';
}
