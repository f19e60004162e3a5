import * as z from '../schema/zod.ts';
import { ITEM_SOURCES, SORT_KEYS, type UserTagList } from '../core/model.ts';
import type { ExportSummary } from '../core/exports/exportPlan.ts';
import type { ConnectionStep } from '../core/service/connectionStep.ts';
import { CURL_REQUESTS } from '../core/service/writeCurl.ts';
import {
  bot,
  cancellation,
  confirmed,
  customers,
  folder,
  goOn,
  items,
  newItem,
  oneBot,
  refactor,
  row,
  run,
  shell,
  tagPlan,
  tagUser,
  text,
  token,
  undoneWrite,
  user,
} from './argumentParts.ts';
import { gives, givesEither, givesNothing, givesText } from './command.ts';
import { EXPORT_COMMANDS } from './exportCommands.ts';
import { RUN_COMMANDS } from './runCommands.ts';
import type {
  CatalogueCounts,
  CopiedTags,
  DiscoverySummary,
  FilteredCount,
  FoundTag,
  LoadedCustomers,
  PlannedFiles,
  PlanRun,
  RefactorSummary,
  RefreshSummary,
  UndoneWrite,
} from './results.ts';

/** Beyond them there is no time in ms with 13 digits. */
const MOST_DAYS = 9000;

/**
 * Every command, said once: the argument object with which other code calls it, and what it then returns. Called so,
 * a command asks nothing and throws when it fails.
 */
const COMMANDS = {
  'botTags.addBot': givesText({
    baseUrl: text,
    botId: text,
    token: text,
    label: text.optional(),
    /** `false`: do not ask the service first. */
    check: z.boolean().optional(),
    /** Needed for plain http to another machine. */
    confirmed: confirmed.optional(),
  }),
  'botTags.trySandbox': givesText({}),
  'botTags.botSettings': givesNothing(
    {
      bot,
      label: text.optional(),
      /** Any word; `''`: none. */
      environment: z.string().optional(),
      readOnly: z.boolean().optional(),
      /** Needed to leave production, and to allow changes in production. */
      confirmed: confirmed.optional(),
    },
    {
      isMet: ({ label, environment, readOnly }) =>
        [label, environment, readOnly].some((value) => value !== undefined),
      says: 'give at least one of label, environment and readOnly',
    },
  ),
  'botTags.replaceToken': givesNothing(token.shape),
  'botTags.removeBot': givesNothing({ bot, confirmed }),
  'botTags.refresh': gives<RefreshSummary>()({ bot: bot.optional() }),
  'botTags.checkConnection': gives<readonly ConnectionStep[]>()({
    bot,
    /** Cancelled, the command throws an error named `Cancelled`. */
    cancellation: cancellation.optional(),
  }),
  'botTags.goToTag': gives<readonly FoundTag[]>()(
    {
      query: z.string().optional(),
      /** Absent: all bots. */
      bot: bot.optional(),
      /** Tag or folder of the bot to select in the tree, instead of a search. */
      id: text.optional(),
      /** 200 when absent */
      limit: z.int().min(1).max(1000).optional(),
    },
    {
      isMet: ({ query, bot: named, id }) =>
        id === undefined ? query !== undefined : query === undefined && named !== undefined,
      says: 'give query, or bot and id',
    },
  ),
  'botTags.sortTags': givesNothing({
    by: z.enum(SORT_KEYS),
    isDescending: z.boolean().optional(),
  }),
  'botTags.filterTags': gives<FilteredCount>()({
    text: z.string().optional(),
    sources: z.array(z.enum(ITEM_SOURCES)).readonly().optional(),
    gone: z.boolean().optional(),
  }),
  'botTags.clearFilter': givesNothing({}),
  'botTags.createTag': givesText(newItem.shape),
  'botTags.createFolder': givesText(newItem.shape),
  'botTags.addExisting': givesText({ bot, id: text }),
  'botTags.discoverTags': gives<DiscoverySummary>()({
    ...customers,
    /** In the place of `from`: who was active in so many days, which is kept as chosen so. */
    days: z.int().min(1).max(MOST_DAYS).optional(),
    /** Pages to read at most. */
    pages: z.int().min(1).optional(),
    /** Go on with the last scan, by its own `limit` and `from`. */
    resume: z.boolean().optional(),
  }),
  'botTags.openOverview': givesNothing({ bot }),
  'botTags.moveToFolder': gives<RefactorSummary | void>()(
    {
      ...items,
      /** `null`: directly below the bot; absent: not known. */
      folderId: text.nullish(),
      /** Create one tag again in that folder of the service. Absent: only the list changes. */
      recreate: z.boolean().optional(),
      /** Needed to recreate. */
      confirmed: confirmed.optional(),
      deleteAnyway: refactor.deleteAnyway,
    },
    {
      isMet: ({ recreate, ids, folderId, confirmed: isConfirmed }) =>
        recreate !== true || (ids.length === 1 && folderId !== undefined && isConfirmed === true),
      says: 'give one ID, folderId and confirmed: true to recreate a tag',
    },
  ),
  'botTags.renameTag': gives<RefactorSummary>()({ bot, tagId: text, name: text, ...refactor }),
  'botTags.mergeTags': gives<RefactorSummary>()({
    bot,
    tagIds: z.array(text).min(1).readonly(),
    /** The tag that stays. */
    into: text,
    ...refactor,
  }),
  'botTags.copyTags': gives<CopiedTags>()(
    {
      bot,
      /** The bot to create them in. */
      to: bot,
      /** Tags and folders with all below them; absent: all of the bot. */
      ids: items.ids.optional(),
      /** Needed when that bot is in production. */
      confirmed: confirmed.optional(),
    },
    { isMet: ({ bot: from, to }) => from !== to, says: 'give another bot in to' },
  ),
  /** Lines of a `.env` file. */
  'botTags.copySandbox': givesText({ bot }),
  'botTags.openCustomers': givesNothing(customers),
  'botTags.showTagCustomers': givesNothing({ ...customers, tagId: text }),
  'botTags.saveSegment': givesNothing({
    bot,
    name: text.max(100),
    /** As typed in the Customers panel. */
    segment: text.max(10_000),
    /** `file`: `bot-tags.jsonc` of a workspace folder. */
    in: z.enum(['window', 'file']),
    ...folder,
    /** Replaces the one of that name. */
    overwrite: z.boolean().optional(),
  }),
  'botTags.loadMore': gives<LoadedCustomers>()(oneBot),
  'botTags.loadAll': gives<LoadedCustomers>()(oneBot),
  'botTags.deleteItem': gives<readonly string[]>()({ bot, id: text, confirmed }),
  'botTags.removeFromList': givesNothing(items),
  'botTags.attachTag': givesNothing(tagUser.shape),
  'botTags.detachTag': givesNothing(tagUser.shape),
  'botTags.attachTags': gives<PlannedFiles>()(
    { ...tagPlan.shape, cancellation: cancellation.optional() },
    {
      isMet: ({ action = 'attach', tags, detach = [], from, segment }) => {
        if (action === 'match') {
          const isOne = tags.length === 1 && detach.length === 0;
          return isOne && from === 'service' && segment !== undefined;
        }
        if (action === 'detach') return detach.length === 0;
        return !tags.some((id) => detach.includes(id));
      },
      says: 'give other tags in detach; for match, one tag, service and a segment',
    },
  ),
  'botTags.runPlan': gives<PlanRun>()({
    /** Absolute path or URI; what an editor holds of it counts, saved or not. */
    file: text,
    /** Needed when the bot is in production, or the plan deletes. */
    confirmed: confirmed.optional(),
    /** Pauses once so many users are through. */
    users: z.int().min(1).optional(),
  }),
  'botTags.listUserTags': gives<readonly UserTagList[]>()({ bot, user }),
  'botTags.copyId': givesText(items),
  'botTags.copyName': givesText(items),
  'botTags.copyConstant': givesText({
    ...items,
    /** VS Code's ID of a language, such as `python`; absent: `typescript`. */
    language: text.optional(),
  }),
  'botTags.findInWorkspace': givesNothing(items),
  'botTags.copyCurl': givesText({
    ...customers,
    /** Absent: `listCustomers`. */
    request: z.enum(CURL_REQUESTS).optional(),
    /** Of `listCustomers`: the key of another page than the first. */
    next: text.optional(),
    tagId: text.optional(),
    user: user.optional(),
    ...shell,
  }),
  'botTags.copyUserId': givesText(row),
  'botTags.copyUserIds': gives<readonly string[]>()({
    bot,
    /** Absent: the rows that are selected. */
    rows: z.array(z.int().min(0)).min(1).readonly().optional(),
  }),
  /** What is selected in the bot's open Customers panel. */
  'botTags.copyRange': givesText({ bot }),
  'botTags.openRecord': givesText(row),
  /** A run, an undo or a refactor, by its ID; or the export to a file. */
  'botTags.resume': givesEither<PlanRun | ExportSummary>()(
    { ...run, ...goOn },
    {
      /** Absolute path or file: URI. */
      file: text,
      /** Write the lists as JSON where the customers have too many tags and parameters for columns. */
      lists: z.literal('json').optional(),
    },
  ),
  ...EXPORT_COMMANDS,
  ...RUN_COMMANDS,
  'botTags.saveCatalogueFile': givesText({
    ...folder,
    /** What the file has besides stays. */
    bots: z.array(bot).min(1).readonly(),
    /** Include tags that were only seen on customers, and whose folder nobody has set. */
    seen: z.boolean().optional(),
  }),
  'botTags.loadCatalogueFile': gives<CatalogueCounts>()(folder),
  'botTags.unloadCatalogueFile': givesNothing(folder),
  'botTags.openJournal': givesText({
    /** ID of a run or a single change; absent: all. */
    entry: text.optional(),
  }),
  'botTags.clearJournal': givesNothing({ confirmed }),
  /** A run or a refactor, by its ID; or a single change. */
  'botTags.undo': givesEither<PlanRun | UndoneWrite>()({ ...run, confirmed }, undoneWrite),
  'botTags.removeAllData': gives<readonly string[]>()({ confirmed }),
  'botTags.showLog': givesNothing({}),
  'botTags.reportIssue': givesNothing({}),
};

type Commands = typeof COMMANDS;
export type CommandId = keyof Commands;
export type ArgumentOf<K extends CommandId> = Readonly<z.infer<Commands[K]['argument']>>;
export type ResultOf<K extends CommandId> = Exclude<Commands[K]['result'], undefined>;

/** Every command there is. */
export const commandIds = Object.keys(COMMANDS) as readonly CommandId[];

/** Throws an error that names each wrong field; values are not repeated, since one of them may be a token. */
export function parseArguments<K extends CommandId>(command: K, value: unknown): ArgumentOf<K> {
  const parsed = COMMANDS[command].argument.safeParse(value);
  if (parsed.success) return parsed.data as ArgumentOf<K>;
  const issues = parsed.error.issues
    .flatMap(issuesOf)
    .map((issue) => [issue.path.join('.'), issue.message].filter((part) => part !== '').join(': '));
  throw new TypeError(`${command}: ${issues.join('; ')}`);
}

/** Those of an argument that may have one of several forms: of the form to which it comes closest. */
function issuesOf(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.path.length > 0) return [issue];
  const [closest = [issue]] = issue.errors.toSorted((a, b) => a.length - b.length);
  return closest;
}
