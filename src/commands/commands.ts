import * as z from '../base/zod.ts';
import type { ExportSummary } from '../base/exportPlan.ts';
import { ITEM_SOURCES, SORT_KEYS, type UserTagList } from '../base/model.ts';
import type { ConnectionStep } from '../service/connectionCheck.ts';
import { CURL_REQUESTS, CURL_SHELLS } from '../service/writeCurl.ts';
import {
  bot,
  cancellation,
  commandReturning,
  commandReturningEither,
  commandReturningNothing,
  commandReturningText,
  confirmed,
  customerFields,
  folderFields,
  ids,
  itemFields,
  newItemFields,
  planFields,
  refactorFields,
  resumeFields,
  rowFields,
  runFields,
  segment,
  taggingFields,
  text,
  undoneWriteFields,
  user,
} from './argumentParts.ts';
import { EXPORT_COMMANDS } from './exportCommands.ts';
import type {
  CatalogueCounts,
  CopiedTags,
  ScanSummary,
  FilteredCount,
  FoundTag,
  LoadedCustomers,
  PlannedFiles,
  PlanRun,
  RefactorSummary,
  RefreshSummary,
  SavedRows,
  UndoneWrite,
} from './results.ts';

/** Maximum number of days of a scan. With more days, the start time in ms no longer has 13 digits. */
const MAX_DAYS = 9000;

/** When called with an argument, a command shows no prompt and throws if it fails. */
const COMMANDS = {
  'botTags.addBot': commandReturningText({
    baseUrl: text,
    botId: text,
    token: text,
    label: z.optional(text),
    /** `false`: do not check with the service first. */
    check: z.optional(z.boolean()),
    /** Required for plain http to another machine. */
    confirmed: z.optional(confirmed),
  }),
  'botTags.trySandbox': commandReturningText({}),
  'botTags.botSettings': commandReturningNothing(
    {
      bot,
      label: z.optional(text),
      /** Any word; `''`: none. */
      environment: z.optional(z.string()),
      readOnly: z.optional(z.boolean()),
      /** Required to leave production, and to allow changes in production. */
      confirmed: z.optional(confirmed),
    },
    {
      isMet: ({ label, environment, readOnly }) =>
        [label, environment, readOnly].some((value) => value !== undefined),
      message: 'give at least one of label, environment, or readOnly',
    },
  ),
  'botTags.replaceToken': commandReturningNothing({
    bot,
    token: text,
    /** Required if the bot's base URL comes from a file and is not confirmed yet. */
    confirmed: z.optional(confirmed),
  }),
  'botTags.removeBot': commandReturningNothing({ bot, confirmed }),
  'botTags.refresh': commandReturning<RefreshSummary>()({ bot: z.optional(bot) }),
  'botTags.checkConnection': commandReturning<readonly ConnectionStep[]>()({
    bot,
    /** When canceled, the command throws an error named `Cancelled`. */
    cancellation: z.optional(cancellation),
  }),
  'botTags.goToTag': commandReturning<readonly FoundTag[]>()(
    {
      query: z.optional(z.string()),
      /** Absent: all bots. */
      bot: z.optional(bot),
      /** Tag or folder of the bot to select in the tree, instead of a search. */
      id: z.optional(text),
      /** Absent: 200. */
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
    },
    {
      isMet: (argument) =>
        argument.id === undefined
          ? argument.query !== undefined
          : argument.query === undefined && argument.bot !== undefined,
      message: 'give either query, or bot and id',
    },
  ),
  'botTags.sortTags': commandReturningNothing({
    by: z.enum(SORT_KEYS),
    isDescending: z.optional(z.boolean()),
  }),
  'botTags.filterTags': commandReturning<FilteredCount>()({
    text: z.optional(z.string()),
    sources: z.optional(z.readonly(z.array(z.enum(ITEM_SOURCES)))),
    gone: z.optional(z.boolean()),
  }),
  'botTags.clearFilter': commandReturningNothing({}),
  'botTags.createTag': commandReturningText(newItemFields),
  'botTags.createFolder': commandReturningText(newItemFields),
  'botTags.addExisting': commandReturningText({ bot, id: text }),
  'botTags.discoverTags': commandReturning<ScanSummary>()({
    ...customerFields,
    /** Instead of `from`: customers who were active in this number of days. The scan remembers the days. */
    days: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_DAYS))),
    /** Maximum number of pages to read. */
    pages: z.optional(z.int().check(z.minimum(1))),
    /** Resume the last scan with its own `limit` and `from`. */
    resume: z.optional(z.boolean()),
  }),
  'botTags.openOverview': commandReturningNothing({ bot }),
  'botTags.moveToFolder': commandReturning<RefactorSummary | void>()(
    {
      ...itemFields,
      /** `null`: directly below the bot; absent: unknown folder. */
      folderId: z.nullish(text),
      /** Create one tag again in this folder of the service. Absent: only the list changes. */
      recreate: z.optional(z.boolean()),
      /** Required to recreate. */
      confirmed: z.optional(confirmed),
      deleteAnyway: refactorFields.deleteAnyway,
    },
    {
      isMet: ({ recreate, ids, folderId, confirmed: isConfirmed }) =>
        recreate !== true || (ids.length === 1 && folderId !== undefined && isConfirmed === true),
      message: 'give one ID, folderId, and confirmed: true to recreate a tag',
    },
  ),
  'botTags.renameTag': commandReturning<RefactorSummary>()({
    bot,
    tagId: text,
    name: text,
    ...refactorFields,
  }),
  'botTags.mergeTags': commandReturning<RefactorSummary>()({
    bot,
    tagIds: ids,
    /** ID of the tag to keep. */
    into: text,
    ...refactorFields,
  }),
  'botTags.copyTags': commandReturning<CopiedTags>()(
    {
      bot,
      /** Bot to create the items in. */
      to: bot,
      /** Tags and folders, including all items below the folders; absent: all items of the bot. */
      ids: z.optional(ids),
      /** Required if the bot in `to` is in production. */
      confirmed: z.optional(confirmed),
    },
    { isMet: (argument) => argument.bot !== argument.to, message: 'give a different bot in to' },
  ),
  /** @returns lines of a `.env` file */
  'botTags.copySandbox': commandReturningText({ bot }),
  'botTags.openCustomers': commandReturningNothing(customerFields),
  'botTags.showTagCustomers': commandReturningNothing({ ...customerFields, tagId: text }),
  'botTags.saveSegment': commandReturningNothing({
    bot,
    name: text.check(z.maxLength(100)),
    /** Text as typed in the Customers panel. */
    segment,
    /** `file`: `bot-tags.jsonc` of a workspace folder. */
    in: z.enum(['window', 'file']),
    ...folderFields,
    /** Replaces the segment with this name. */
    overwrite: z.optional(z.boolean()),
  }),
  'botTags.loadMore': commandReturning<LoadedCustomers>()({ bot }),
  'botTags.loadAll': commandReturning<LoadedCustomers>()({ bot }),
  'botTags.deleteItem': commandReturning<readonly string[]>()({ bot, id: text, confirmed }),
  'botTags.removeFromList': commandReturningNothing(itemFields),
  'botTags.attachTag': commandReturningNothing(taggingFields),
  'botTags.detachTag': commandReturningNothing(taggingFields),
  'botTags.attachTags': commandReturning<PlannedFiles>()(
    { ...planFields, cancellation: z.optional(cancellation) },
    {
      isMet: ({ action = 'attach', tags, detach = [], from, segment }) => {
        if (action === 'match') {
          const hasSingleTag = tags.length === 1 && detach.length === 0;
          return hasSingleTag && from === 'service' && segment !== undefined;
        }
        if (action === 'detach') return detach.length === 0;
        return !tags.some((id) => detach.includes(id));
      },
      message:
        'give different tags in tags and detach; for match, give one tag, from: service, and a segment',
    },
  ),
  'botTags.runPlan': commandReturning<PlanRun>()({
    /** Absolute path or URI. If the file is open in an editor, the text in the editor is used, saved or not. */
    file: text,
    /** Required if the bot is in production, or if the plan deletes. */
    confirmed: z.optional(confirmed),
    /** Pauses the run after this number of users. */
    users: z.optional(z.int().check(z.minimum(1))),
  }),
  'botTags.listUserTags': commandReturning<readonly UserTagList[]>()({ bot, user }),
  'botTags.copyId': commandReturningText(itemFields),
  'botTags.copyName': commandReturningText(itemFields),
  'botTags.copyConstant': commandReturningText({
    ...itemFields,
    /** Language ID of VS Code, such as `python`; absent: `typescript`. */
    language: z.optional(text),
  }),
  'botTags.findInWorkspace': commandReturningNothing(itemFields),
  'botTags.copyCurl': commandReturningText({
    ...customerFields,
    /** Absent: `listCustomers`. */
    request: z.optional(z.enum(CURL_REQUESTS)),
    /** For `listCustomers`: key of a page other than the first. */
    next: z.optional(text),
    tagId: z.optional(text),
    user: z.optional(user),
    /** Shell for which the command line is quoted. Absent: the value from the settings. */
    shell: z.optional(z.enum(CURL_SHELLS)),
  }),
  'botTags.copyUserId': commandReturningText(rowFields),
  'botTags.copyUserIds': commandReturning<readonly string[]>()({
    bot,
    /** Absent: the selected rows. */
    rows: z.optional(z.readonly(z.array(z.int().check(z.minimum(0))).check(z.minLength(1)))),
  }),
  /** Copies the selection in the bot's open Customers panel. */
  'botTags.copyRange': commandReturningText({ bot }),
  'botTags.openRecord': commandReturningText(rowFields),
  /** Resumes a run, an undo or a refactor by its ID, or the export to a file. */
  'botTags.resume': commandReturningEither<PlanRun | ExportSummary>()(
    { ...runFields, ...resumeFields },
    {
      /** Absolute path or file: URI. */
      file: text,
      /** Write the lists as JSON if the customers have too many tags and parameters for columns. */
      lists: z.optional(z.literal('json')),
    },
  ),
  ...EXPORT_COMMANDS,
  /** @returns the URI of the run's result */
  'botTags.openRun': commandReturningText(runFields),
  'botTags.pauseRun': commandReturning<PlanRun>()(runFields),
  'botTags.retryFailed': commandReturning<PlanRun>()({ ...runFields, ...resumeFields }),
  'botTags.checkUnknown': commandReturning<PlanRun>()(runFields),
  'botTags.saveFailedRows': commandReturning<SavedRows>()({
    ...runFields,
    /** Absolute path or file: URI. */
    file: text,
    overwrite: z.optional(z.boolean()),
  }),
  'botTags.saveCatalogueFile': commandReturningText({
    ...folderFields,
    /** Bots to write. Other content of the file stays. */
    bots: z.readonly(z.array(bot).check(z.minLength(1))),
    /** Include tags without a folder that were only seen on customers. */
    seen: z.optional(z.boolean()),
  }),
  'botTags.loadCatalogueFile': commandReturning<CatalogueCounts>()(folderFields),
  'botTags.unloadCatalogueFile': commandReturningNothing(folderFields),
  'botTags.openJournal': commandReturningText({
    /** ID of a run or a single change; absent: all. */
    entry: z.optional(text),
  }),
  'botTags.clearJournal': commandReturningNothing({ confirmed }),
  /** Undoes a run or a refactor by its ID, or a single change. */
  'botTags.undo': commandReturningEither<PlanRun | UndoneWrite>()(
    { ...runFields, confirmed },
    undoneWriteFields,
  ),
  'botTags.removeAllData': commandReturning<readonly string[]>()({ confirmed }),
  'botTags.showLog': commandReturningNothing({}),
  'botTags.reportIssue': commandReturningNothing({}),
};

type Commands = typeof COMMANDS;
export type CommandId = keyof Commands;
/** Argument of a command as a program passes it. */
export type InputOf<K extends CommandId> = Readonly<z.input<Commands[K]['argument']>>;
/** Argument of a command after it was checked. */
export type ArgumentOf<K extends CommandId> = Readonly<z.infer<Commands[K]['argument']>>;
export type ResultOf<K extends CommandId> = Exclude<Commands[K]['result'], undefined>;

export const commandIds = Object.keys(COMMANDS) as readonly CommandId[];

/** @throws {TypeError} if a field is wrong; the message names the field but no value, because it may be a token */
export function parseArguments<K extends CommandId>(command: K, value: unknown): ArgumentOf<K> {
  const parsed = COMMANDS[command].argument.safeParse(value);
  if (parsed.success) return parsed.data as ArgumentOf<K>;
  const issues = parsed.error.issues
    .flatMap(issuesOf)
    .map((issue) => [issue.path.join('.'), issue.message].filter((part) => part !== '').join(': '));
  throw new TypeError(`${command}: ${issues.join('; ')}`);
}

/** Returns the issues to report: if the argument has several possible forms, those of the form with fewest issues. */
function issuesOf(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.path.length > 0) return [issue];
  const [closest = [issue]] = issue.errors.toSorted((a, b) => a.length - b.length);
  return closest;
}
