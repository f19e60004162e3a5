import type { ImportSummary } from '../core/catalogue/extensionData.ts';
import type { RefreshSummary } from '../core/catalogue/itemActions.ts';
import type {
  ExportField,
  ExportFormat,
  ExportPlan,
  ExportScope,
  ExportSummary,
  PlanChange,
} from '../core/exports/exportPlan.ts';
import type { Differences } from '../core/json/compareRecords.ts';
import type { UserTagList, SortKey } from '../core/model.ts';
import type { ItemFilter } from '../core/search/filteredItems.ts';
import type { ConnectionStep } from '../core/service/connectionStep.ts';
import type { CurlRequest, CurlShell } from '../core/service/writeCurl.ts';

/** A user, as an argument. `channel`: 0 or `facebook`, 1 or `line`. Exactly one of `rawUid` and `uid`. */
export interface UserArgument {
  readonly rawUid?: string | undefined;
  readonly uid?: string | undefined;
  readonly pageId: string;
  readonly channel: 0 | 1 | 'facebook' | 'line';
}

/** `bot` is everywhere the bot's key or its bot ID. */
interface BotArgument {
  readonly bot: string;
}

/** A `vscode.CancellationToken` is one. */
export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}

interface NewItemArgument extends BotArgument {
  readonly name: string;
  /** The folder's ID; absent: right below the bot. */
  readonly parentId?: string | undefined;
}

interface ItemArgument extends BotArgument {
  readonly id: string;
}

interface ItemsArgument extends BotArgument {
  readonly ids: readonly string[];
}

interface TagUserArgument extends BotArgument {
  readonly tagId: string;
  readonly user: UserArgument;
}

interface TokenArgument extends BotArgument {
  readonly token: string;
  /** Needed when the bot's base URL comes from a file and nobody has confirmed it yet. */
  readonly confirmed?: true | undefined;
}

/** Row numbers count from 0 over all loaded pages of the bot's open Customers panel. */
interface RowArgument extends BotArgument {
  readonly row: number;
}

interface ShellArgument {
  /** Absent: as the settings say. */
  readonly shell?: CurlShell | undefined;
}

interface CustomersArgument extends BotArgument {
  /** 1…3086 */
  readonly limit?: number | undefined;
  /** ms timestamp of 13 digits */
  readonly from?: number | undefined;
}

/** An item that a search has found, with the names of the folders above it, outermost first. */
export interface FoundTag {
  readonly bot: string;
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly path: readonly string[];
}

/** How many tags and folders the filter shows, of how many. */
export interface FilteredCount {
  readonly shown: number;
  readonly total: number;
}

/** What is not given is as the dialog proposes it: everything, NDJSON, every field, nothing masked, in a CSV a byte order mark. */
export interface ExportArgument extends CustomersArgument {
  /** Absolute path or file: URI. */
  readonly file: string;
  /** `loaded`, `selected` and `matching` are about the bot's open Customers panel. */
  readonly scope?: ExportScope | undefined;
  readonly format?: ExportFormat | undefined;
  readonly fields?: readonly ExportField[] | undefined;
  readonly masks?: ExportPlan['masks'] | undefined;
  readonly bom?: boolean | undefined;
  readonly lists?: ExportPlan['lists'] | undefined;
  readonly values?: ExportPlan['values'];
  readonly escapeFormulas?: boolean | undefined;
  /** Replaces the file, and an unfinished export to it. */
  readonly overwrite?: boolean | undefined;
}

interface FolderArgument {
  /** Name or URI of a workspace folder; needed when there are several. */
  readonly folder?: string | undefined;
}

interface FileArgument {
  /** With its scheme: `file:///…`. */
  readonly uri: string;
}

interface Command<Argument, Result> {
  readonly argument: Argument;
  readonly result: Result;
}

/**
 * Every command: the argument object with which other code calls it, and what it then returns. Called so, a
 * command asks nothing and throws when it fails; `confirmed` stands for the dialog that a person would see.
 */
export interface Commands {
  'botTags.addBot': Command<
    {
      readonly baseUrl: string;
      readonly botId: string;
      readonly token: string;
      readonly label?: string | undefined;
      /** `false`: do not ask the service first. */
      readonly check?: boolean | undefined;
      /** Needed for plain http to another machine. */
      readonly confirmed?: true | undefined;
    },
    string
  >;
  'botTags.trySandbox': Command<Record<string, never>, string>;
  'botTags.editBotLabel': Command<BotArgument & { readonly label: string }, void>;
  'botTags.replaceToken': Command<TokenArgument, void>;
  'botTags.enterToken': Command<TokenArgument, void>;
  'botTags.removeBot': Command<BotArgument & { readonly confirmed: true }, void>;
  'botTags.refresh': Command<{ readonly bot?: string | undefined }, RefreshSummary>;
  'botTags.checkConnection': Command<
    BotArgument & {
      /** Cancelled, the command throws an error named `Cancelled`. */
      readonly cancellation?: Cancellation | undefined;
    },
    readonly ConnectionStep[]
  >;
  'botTags.goToTag': Command<
    {
      readonly query: string;
      /** Absent: all bots. */
      readonly bot?: string | undefined;
      /** 1…1000; 200 when absent */
      readonly limit?: number | undefined;
    },
    readonly FoundTag[]
  >;
  'botTags.sortTags': Command<
    { readonly by: SortKey; readonly isDescending?: boolean | undefined },
    void
  >;
  'botTags.filterTags': Command<ItemFilter, FilteredCount>;
  'botTags.clearFilter': Command<Record<string, never>, void>;
  'botTags.createTag': Command<NewItemArgument, string>;
  'botTags.createFolder': Command<NewItemArgument, string>;
  'botTags.createSubfolder': Command<NewItemArgument, string>;
  'botTags.addExisting': Command<ItemArgument, string>;
  'botTags.discoverTags': Command<
    CustomersArgument & {
      /** Pages to read at most. */
      readonly pages?: number | undefined;
      /** Go on with the last scan, by its own `limit` and `from`. */
      readonly resume?: boolean | undefined;
    },
    DiscoverySummary
  >;
  'botTags.verifyDiscovered': Command<BotArgument, RefreshSummary>;
  'botTags.setFolder': Command<
    ItemsArgument & {
      /** `null`: right below the bot; absent: not known. */
      readonly folderId?: string | null | undefined;
    },
    void
  >;
  'botTags.openCustomers': Command<CustomersArgument, void>;
  'botTags.showTagCustomers': Command<CustomersArgument & { readonly tagId: string }, void>;
  'botTags.loadMore': Command<BotArgument, LoadedCustomers>;
  'botTags.loadPages': Command<
    BotArgument & {
      /** How many more. */
      readonly pages: number;
    },
    LoadedCustomers
  >;
  'botTags.loadAll': Command<BotArgument, LoadedCustomers>;
  'botTags.deleteItem': Command<ItemArgument & { readonly confirmed: true }, readonly string[]>;
  'botTags.removeFromList': Command<ItemsArgument, void>;
  'botTags.attachTag': Command<TagUserArgument, void>;
  'botTags.attachThisTag': Command<TagUserArgument, void>;
  'botTags.detachTag': Command<TagUserArgument, void>;
  'botTags.detachThisTag': Command<TagUserArgument, void>;
  'botTags.listUserTags': Command<
    BotArgument & { readonly user: UserArgument },
    readonly UserTagList[]
  >;
  'botTags.copyId': Command<ItemsArgument, string>;
  'botTags.copyName': Command<ItemsArgument, string>;
  'botTags.copyCurl': Command<
    CustomersArgument &
      ShellArgument & {
        /** Absent: `listCustomers`. */
        readonly request?: CurlRequest['request'] | undefined;
        /** Of `listCustomers`: the key of another page than the first. */
        readonly next?: string | undefined;
        readonly tagId?: string | undefined;
        readonly user?: UserArgument | undefined;
      },
    string
  >;
  'botTags.copyPageCurl': Command<RowArgument & ShellArgument, string>;
  'botTags.copyUserId': Command<RowArgument, string>;
  'botTags.copyUserIds': Command<
    BotArgument & {
      /** Absent: the rows that are selected. */
      readonly rows?: readonly number[] | undefined;
    },
    readonly string[]
  >;
  'botTags.openPage': Command<RowArgument, string>;
  'botTags.openRecord': Command<RowArgument, string>;
  'botTags.exportPage': Command<
    CustomersArgument & {
      /** The page's number, from 1. */
      readonly page?: number | undefined;
    },
    string
  >;
  'botTags.exportCustomers': Command<ExportArgument, ExportSummary>;
  'botTags.resumeExport': Command<PlanChange & { readonly file: string }, ExportSummary>;
  'botTags.comparePages': Command<
    { readonly earlier: PageArgument; readonly later: PageArgument },
    ComparedPages
  >;
  'botTags.comparePageNow': Command<RowArgument, ComparedPages>;
  'botTags.compareUserTags': Command<
    BotArgument & {
      readonly user: UserArgument;
      /** JSON with tags; absent: what this window was told last. */
      readonly earlier?: { readonly uri: string } | undefined;
    },
    ComparedTags
  >;
  'botTags.editCopy': Command<{ readonly uri: string }, string>;
  'botTags.saveCatalogueFile': Command<
    FolderArgument & {
      /** Keys or bot IDs; what the file has besides stays. */
      readonly bots: readonly string[];
      /** Include tags that were only seen on customers, and whose folder nobody has set. */
      readonly seen?: boolean | undefined;
    },
    string
  >;
  'botTags.loadCatalogueFile': Command<FolderArgument, CatalogueCounts>;
  'botTags.unloadCatalogueFile': Command<FolderArgument, void>;
  'botTags.reconcile': Command<{ readonly bot?: string | undefined }, ReconcileSummary>;
  'botTags.exportData': Command<FileArgument, CatalogueCounts>;
  'botTags.importData': Command<FileArgument & { readonly confirmed: true }, ImportSummary>;
  'botTags.removeAllData': Command<{ readonly confirmed: true }, readonly string[]>;
  'botTags.showLog': Command<Record<string, never>, void>;
}

/** How far a scan is, over all its runs. */
export interface DiscoverySummary {
  readonly customers: number;
  readonly tags: number;
  readonly newTags: number;
  /** Records that are no objects. */
  readonly skipped: number;
  readonly pages: number;
  /** `false`: there are more pages, and `resume` goes on with them. */
  readonly isDone: boolean;
}

/** A page of the bot's open Customers panel, from 1, or anything that can be opened. */
export type PageArgument = (BotArgument & { readonly page: number }) | { readonly uri: string };

interface Compared {
  /** Addresses of the two documents in the diff editor. */
  readonly left: string;
  readonly right: string;
}

export interface ComparedPages extends Compared, Differences {}

/** IDs of tags. */
export interface ComparedTags extends Compared {
  readonly attached: readonly string[];
  readonly detached: readonly string[];
}

export interface CatalogueCounts {
  readonly bots: number;
  readonly items: number;
}

export interface ReconcileSummary {
  readonly checked: number;
  readonly renamed: number;
  readonly gone: number;
  readonly wrongBot: number;
  readonly failed: number;
  /** Problems that loaded workspace files have now. */
  readonly problems: number;
  /** Labels of bots that could not be asked: without a token, or with an address that nobody confirmed. */
  readonly left: readonly string[];
}

export interface LoadedCustomers {
  readonly loaded: number;
  readonly hasMore: boolean;
}

export type CommandId = keyof Commands;
export type ArgumentOf<K extends CommandId> = Commands[K]['argument'];
export type ResultOf<K extends CommandId> = Commands[K]['result'];
