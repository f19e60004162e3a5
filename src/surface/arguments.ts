import * as z from 'zod';
import {
  EXPORT_FIELDS,
  EXPORT_FORMATS,
  EXPORT_SCOPES,
  EXPORT_VALUES,
  PERSONAL_FIELDS,
} from '../core/exports/exportPlan.ts';
import { ITEM_SOURCES, MAX_LIMIT, MIN_LIMIT, SORT_KEYS } from '../core/model.ts';
import { CURL_REQUESTS, CURL_SHELLS } from '../core/service/writeCurl.ts';
import type { ArgumentOf, Cancellation, CommandId } from './commandTypes.ts';

const text = z.string().min(1);
const bot = text;
const user = z.strictObject({
  rawUid: z.string().optional(),
  uid: z.string().optional(),
  pageId: text,
  channel: z.literal([0, 1, 'facebook', 'line']),
});
const newItem = z.strictObject({ bot, name: text, parentId: text.optional() });
const items = z.strictObject({ bot, ids: z.array(text).min(1) });
const token = z.strictObject({ bot, token: text, confirmed: z.literal(true).optional() });
const folder = { folder: text.optional() };
const tagUser = z.strictObject({ bot, tagId: text, user });
const row = z.strictObject({ bot, row: z.int().min(0) });
const shell = z.enum(CURL_SHELLS).optional();
const confirmed = z.literal(true);
const cancellation = z.custom<Cancellation>(isCancellation, 'give a CancellationToken');
const customers = {
  bot,
  limit: z.int().min(MIN_LIMIT).max(MAX_LIMIT).optional(),
  from: z.int().min(1_000_000_000_000).max(9_999_999_999_999).optional(),
};

const page = z.union([
  z.strictObject({ bot, page: z.int().min(1) }),
  z.strictObject({ uri: text }),
]);

const schemas: { readonly [K in CommandId]: z.ZodType<ArgumentOf<K>> } = {
  'botTags.addBot': z.strictObject({
    baseUrl: text,
    botId: text,
    token: text,
    label: text.optional(),
    check: z.boolean().optional(),
    confirmed: confirmed.optional(),
  }),
  'botTags.trySandbox': z.strictObject({}),
  'botTags.editBotLabel': z.strictObject({ bot, label: text }),
  'botTags.replaceToken': token,
  'botTags.enterToken': token,
  'botTags.removeBot': z.strictObject({ bot, confirmed }),
  'botTags.refresh': z.strictObject({ bot: bot.optional() }),
  'botTags.checkConnection': z.strictObject({ bot, cancellation: cancellation.optional() }),
  'botTags.goToTag': z.strictObject({
    query: z.string(),
    bot: bot.optional(),
    limit: z.int().min(1).max(1000).optional(),
  }),
  'botTags.sortTags': z.strictObject({
    by: z.enum(SORT_KEYS),
    isDescending: z.boolean().optional(),
  }),
  'botTags.filterTags': z.strictObject({
    text: z.string().optional(),
    sources: z.array(z.enum(ITEM_SOURCES)).optional(),
    gone: z.boolean().optional(),
  }),
  'botTags.clearFilter': z.strictObject({}),
  'botTags.createTag': newItem,
  'botTags.createFolder': newItem,
  'botTags.createSubfolder': newItem,
  'botTags.addExisting': z.strictObject({ bot, id: text }),
  'botTags.discoverTags': z.strictObject({
    ...customers,
    pages: z.int().min(1).optional(),
    resume: z.boolean().optional(),
  }),
  'botTags.verifyDiscovered': z.strictObject({ bot }),
  'botTags.setFolder': z.strictObject({ ...items.shape, folderId: text.nullish() }),
  'botTags.openCustomers': z.strictObject(customers),
  'botTags.showTagCustomers': z.strictObject({ ...customers, tagId: text }),
  'botTags.loadMore': z.strictObject({ bot }),
  'botTags.loadPages': z.strictObject({ bot, pages: z.int().min(1) }),
  'botTags.loadAll': z.strictObject({ bot }),
  'botTags.deleteItem': z.strictObject({ bot, id: text, confirmed }),
  'botTags.removeFromList': items,
  'botTags.attachTag': tagUser,
  'botTags.attachThisTag': tagUser,
  'botTags.detachTag': tagUser,
  'botTags.detachThisTag': tagUser,
  'botTags.listUserTags': z.strictObject({ bot, user }),
  'botTags.copyId': items,
  'botTags.copyName': items,
  'botTags.copyCurl': z.strictObject({
    ...customers,
    request: z.enum(CURL_REQUESTS).optional(),
    next: text.optional(),
    tagId: text.optional(),
    user: user.optional(),
    shell,
  }),
  'botTags.copyPageCurl': z.strictObject({ ...row.shape, shell }),
  'botTags.copyUserId': row,
  'botTags.copyUserIds': z.strictObject({
    bot,
    rows: z.array(z.int().min(0)).min(1).optional(),
  }),
  'botTags.openPage': row,
  'botTags.openRecord': row,
  'botTags.exportPage': z.strictObject({ ...customers, page: z.int().min(1).optional() }),
  'botTags.exportCustomers': z.strictObject({
    ...customers,
    file: text,
    scope: z.enum(EXPORT_SCOPES).optional(),
    format: z.enum(EXPORT_FORMATS).optional(),
    fields: z.array(z.enum(EXPORT_FIELDS)).min(1).optional(),
    masks: z.partialRecord(z.enum(PERSONAL_FIELDS), z.enum(['keep', 'hash', 'drop'])).optional(),
    bom: z.boolean().optional(),
    lists: z.enum(['json', 'columns']).optional(),
    values: z.enum(EXPORT_VALUES).optional(),
    escapeFormulas: z.boolean().optional(),
    overwrite: z.boolean().optional(),
  }),
  'botTags.resumeExport': z.strictObject({ file: text, lists: z.literal('json').optional() }),
  'botTags.comparePages': z.strictObject({ earlier: page, later: page }),
  'botTags.comparePageNow': row,
  'botTags.compareUserTags': z.strictObject({
    bot,
    user,
    earlier: z.strictObject({ uri: text }).optional(),
  }),
  'botTags.editCopy': z.strictObject({ uri: text }),
  'botTags.saveCatalogueFile': z.strictObject({
    ...folder,
    bots: z.array(bot).min(1),
    seen: z.boolean().optional(),
  }),
  'botTags.loadCatalogueFile': z.strictObject(folder),
  'botTags.unloadCatalogueFile': z.strictObject(folder),
  'botTags.reconcile': z.strictObject({ bot: bot.optional() }),
  'botTags.exportData': z.strictObject({ uri: text }),
  'botTags.importData': z.strictObject({ uri: text, confirmed }),
  'botTags.removeAllData': z.strictObject({ confirmed }),
  'botTags.showLog': z.strictObject({}),
};

/** By shape: the class of VS Code's token is nobody's to see. */
function isCancellation(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { isCancellationRequested, onCancellationRequested } = value as Partial<Cancellation>;
  return (
    typeof isCancellationRequested === 'boolean' && typeof onCancellationRequested === 'function'
  );
}

/** Every command there is. */
export const commandIds = Object.keys(schemas) as readonly CommandId[];

/** Throws an error that names each wrong field; values are not repeated, since one of them may be a token. */
export function parseArguments<K extends CommandId>(command: K, value: unknown): ArgumentOf<K> {
  const parsed = schemas[command].safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) =>
    [issue.path.join('.'), issue.message].filter((part) => part !== '').join(': '),
  );
  throw new TypeError(`${command}: ${issues.join('; ')}`);
}
