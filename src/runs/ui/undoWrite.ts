import * as vscode from 'vscode';
import * as texts from './undoTexts.ts';
import { NoticeError, ServiceError, UserError } from '../../base/errors.ts';
import { type Bot, TAG } from '../../base/model.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { confirm, sayDone, showInformation } from '../../base/ui/window.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { WriteRecord } from '../../catalogue/journal.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import {
  foldersToName,
  folderText,
  askToTypeCustomerCount,
  askToTypeFolderNames,
} from '../../catalogue/ui/typeToAgree.ts';
import { needsConfirmed, requireAgreed, requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import type { UndoneWrite } from '../../commands/results.ts';
import { goneBotText } from '../../errors/ui/refusalTexts.ts';
import { isSameUser, undoingOf } from '../undoing.ts';
import { entryNotFound } from './journalCommands.ts';
import { notUndoableText } from './rowTexts.ts';
import type { RunServices } from './runServices.ts';
import type { Undo } from './undoTexts.ts';
import { isFound } from '../../service/confirmedItems.ts';
import { WRITE_ENDPOINTS } from '../recorder.ts';

export type UndoNeeds = Pick<
  RunServices,
  'catalogue' | 'journal' | 'items' | 'tags' | 'botServices' | 'recorder' | 'users'
>;

/** Undoes the writes of one command after one question. Throws a `UserError` if a write cannot be undone. */
export async function undoWithQuestion(services: UndoNeeds, ids: readonly string[]): Promise<void> {
  const catalogue = await services.catalogue();
  const undos = await Promise.all(
    ids.map(async (id) => {
      const undo = await undoOf(services, id);
      const customerName = undo.user === null ? '' : services.users.nameOf(undo.bot.key, undo.user);
      const itemCountBelow = catalogue.below(undo.bot.key, undo.write.itemId).length;
      return {
        ...undo,
        customerName,
        itemCountBelow,
        folderExists: folderExists(catalogue, undo.write),
      };
    }),
  );
  await confirmUndos(catalogue, undos);
  const undone: texts.UndoToConfirm[] = [];
  let notice: NoticeError | undefined;
  for (const undo of undos.toReversed()) {
    try {
      await undoGuarded(services, undo);
      undone.push(undo);
    } catch (error) {
      // A change that is no longer in effect must not prevent the undo of the others.
      if (!(error instanceof NoticeError)) throw error;
      notice = error;
    }
  }
  if (notice !== undefined && undone.length === 0) throw notice;
  sayDone(texts.doneText(undone));
}

/** If an undo deletes a tag or folder, it is the only one in `undos`. */
async function confirmUndos(
  catalogue: Catalogue,
  undos: readonly texts.UndoToConfirm[],
): Promise<void> {
  const { yes, ...dialog } = texts.questionOf(undos);
  const [first] = undos;
  const folders = first === undefined ? [] : foldersToType(catalogue, first);
  if (first !== undefined && folders.length > 0) {
    const about = folderLines(first.bot, first.itemCountBelow);
    await askToTypeFolderNames({ title: dialog.message, about }, folders);
    return;
  }
  await confirm(dialog, yes);
  if (first?.undoAction === 'delete')
    await askToTypeCustomerCount(catalogue, first.bot, [first.write.itemId], dialog.message);
}

export async function undoForProgram(
  services: UndoNeeds,
  { write, confirmed }: { readonly write: string; readonly confirmed?: true | undefined },
): Promise<UndoneWrite> {
  const undo = await undoOf(services, write);
  requireAgreed(undo.bot, confirmed);
  if (undo.undoAction === 'delete' && confirmed !== true) throw needsConfirmed();
  return undoGuarded(services, undo);
}

/** @throws {UserError} if the write cannot be undone */
async function undoOf(services: UndoNeeds, id: string): Promise<Undo> {
  const undo = await requireUndoableWrite(services, id);
  const holders = undo.undoAction === 'create' ? await services.users.holdersOf(undo.write) : [];
  return { ...undo, holders };
}

/** @throws {UserError} if the write cannot be undone */
async function requireUndoableWrite(
  services: UndoNeeds,
  id: string,
): Promise<Omit<Undo, 'holders'>> {
  const [catalogue, journal] = [await services.catalogue(), await services.journal()];
  const write = journal.write(id);
  if (write === undefined) throw entryNotFound();
  const user = services.recorder.userOf(write);
  const undoing = undoingOf(write, user, services.recorder.isSending(id));
  if ('notUndoableReason' in undoing)
    throw new UserError(notUndoableText(undoing.notUndoableReason));
  const bot = catalogue.bot(write.bot);
  if (bot === undefined) {
    throw new UserError(goneBotText(write.botLabel));
  }
  const ids = undoing.undoAction === 'create' ? [] : [write.itemId];
  requireUnlocked(catalogue, bot, WRITE_ENDPOINTS[undoing.undoAction], ids);
  return { write, bot, undoAction: undoing.undoAction, user };
}

/** Returns the folder to delete, if its name has to be typed; otherwise nothing. */
function foldersToType(catalogue: Catalogue, { write, bot, undoAction }: Undo) {
  const { itemId: id, itemName: name, itemType: type } = write;
  return undoAction === 'delete' ? foldersToName(catalogue, bot, [{ id, name, type }]) : [];
}

/** Returns sentences that an input box shows on one line. */
function folderLines(bot: Bot, itemCountBelow: number): readonly string[] {
  return [vscode.l10n.t('This affects the bot "{0}".', nameOfBot(bot)), folderText(itemCountBelow)];
}

function folderExists(
  catalogue: Catalogue,
  { bot, parentId }: Pick<WriteRecord, 'bot' | 'parentId'>,
): boolean {
  if (parentId === null) return true;
  const folder = catalogue.item(bot, parentId);
  return folder !== undefined && folder.state !== 'gone';
}

/** Writes that are being undone. A concurrent second undo would attach twice or create two tags. */
const undosUnderWay = new Set<string>();

/** Carries out an undo, unless it is already under way in this window. */
async function undoGuarded(services: UndoNeeds, undo: Undo): Promise<UndoneWrite> {
  const { id } = undo.write;
  if (undosUnderWay.has(id)) {
    throw new UserError(notUndoableText('sending'));
  }
  undosUnderWay.add(id);
  try {
    // Another window may have undone the write while the question was open.
    await requireUndoableWrite(services, id);
    return await sendAndMark(services, undo);
  } finally {
    undosUnderWay.delete(id);
  }
}

/** Carries out an undo, and marks the write as undone once a request has succeeded. */
async function sendAndMark(services: UndoNeeds, undo: Undo): Promise<UndoneWrite> {
  // The write that undoes is recorded, too. Its ID is collected here.
  const undoWrites = services.recorder.collectIds((write) => {
    if (write.bot !== undo.bot.key || write.kind !== undo.undoAction) return false;
    return undo.undoAction === 'create'
      ? write.hasEffect && write.itemName === undo.write.itemName
      : write.itemId === undo.write.itemId &&
          isSameUser(services.recorder.userOf(write), undo.user);
  });
  try {
    if (undo.undoAction === 'create') {
      return await recreateTag(services, undo);
    }
    const title = vscode.l10n.t('Undoing…');
    await withProgress({ title, location: 'status' }, ({ signal }) =>
      undoInService(services, undo, signal),
    );
    return {};
  } finally {
    undoWrites.dispose();
    if (undoWrites.ids[0] !== undefined)
      await markUndone(services, undo.write.id, undoWrites.ids[0]);
  }
}

/** Sends the request of an undo that does not create a tag. */
async function undoInService(services: UndoNeeds, undo: Undo, signal: AbortSignal): Promise<void> {
  const { write, bot, undoAction, user } = undo;
  if (undoAction === 'delete') {
    const items = await services.items();
    try {
      await items.delete(bot, { id: write.itemId, type: write.itemType }, signal);
    } catch (error) {
      throw ServiceError.isGone(error) ? texts.nothingToUndo() : error;
    }
    return;
  }
  // Never true, because `sendAndMark` handles `create`, and every other write that is left has a customer.
  if (user === null || undoAction === 'create') return;
  const isAttached = await services.tags.check(bot, write.itemId, user, signal);
  const needsAttached = undoAction === 'detach';
  if (isAttached !== needsAttached) throw texts.nothingToUndo();
  await services.tags[undoAction](bot, write.itemId, user, signal);
}

async function markUndone(services: UndoNeeds, id: string, undoneBy: string): Promise<void> {
  const [catalogue, journal] = [await services.catalogue(), await services.journal()];
  await catalogue.whenFree(() => {
    const write = journal.write(id);
    if (write !== undefined) journal.updateWrite({ ...write, undoneBy });
  });
}

/** Creates a deleted tag with a new ID, and attaches it to the customers who are known to have had it. */
async function recreateTag(
  services: UndoNeeds,
  { write, bot, holders }: Undo,
): Promise<{ readonly id: string; readonly users: number }> {
  const { itemName: name, itemId, parentId } = write;
  const catalogue = await services.catalogue();
  const folder = folderExists(catalogue, write) ? (parentId ?? undefined) : undefined;
  const id = await withProgress(
    { title: vscode.l10n.t('Creating "{0}"…', name), location: 'status' },
    async ({ signal }) => {
      const service = await services.botServices.of(bot);
      if (await isFound(service.getItem(itemId, signal))) throw texts.nothingToUndo();
      return (await services.items()).create(bot, { name, type: TAG, parentId: folder }, signal);
    },
  );
  let attachedCount = 0;
  if (holders.length === 0) return { id, users: attachedCount };
  const title = vscode.l10n.t('Attaching "{0}"…', name);
  try {
    await withProgress({ title, location: 'notification' }, async ({ signal, reportCount }) => {
      for (const user of holders) {
        signal.throwIfAborted();
        reportCount(attachedCount + 1, holders.length);
        // A request that was sent cannot be canceled.
        await services.tags.attach(bot, id, user, new AbortController().signal);
        attachedCount++;
      }
    });
  } catch (error) {
    throw new UserError(incompleteText(write, attachedCount, holders.length), { cause: error });
  }
  return { id, users: attachedCount };
}

function incompleteText({ itemName }: WriteRecord, attachedCount: number, total: number): string {
  return vscode.l10n.t(
    '"{0}" was created again, but was attached to only {1} of {2} customers. Look in the Journal for the error.',
    itemName,
    attachedCount,
    total,
  );
}

/** Shows the result, with an Undo button if the Journal can undo at least one of the writes with these IDs. */
export async function offerUndo(
  services: UndoNeeds,
  text: string,
  ids: readonly string[],
): Promise<void> {
  const journal = await services.journal();
  const isUndoable = (id: string): boolean => {
    const write = journal.write(id);
    return write !== undefined && 'undoAction' in undoingOf(write, services.recorder.userOf(write));
  };
  const undoable = ids.filter(isUndoable);
  if (undoable.length === 0) return sayDone(text);
  const undo = vscode.l10n.t('Undo');
  if ((await showInformation(text, undo)) !== undo) return;
  // Some of the changes may have been undone in the Journal while the message was open.
  const remaining = undoable.filter(isUndoable);
  await undoWithQuestion(services, remaining.length === 0 ? undoable : remaining);
}
