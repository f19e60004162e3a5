import * as vscode from 'vscode';
import type { EndpointName } from '../../core/endpoints.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { Cancelled, ServiceError, UserError } from '../../core/errors.ts';
import { undoingOf, type Undoing } from '../../core/journal/undoing.ts';
import type { Bot, UserRef } from '../../core/model.ts';
import type { UndoneWrite } from '../../surface/results.ts';
import { goneBotText } from '../errors/goneBotText.ts';
import type { Handler } from '../input/handler.ts';
import { foldersToName, folderText, typeFolderNames } from '../input/typeToAgree.ts';
import { needsConfirmed, requireAgreed, requireUnlocked } from '../input/writeGuard.ts';
import { nameOfBot } from '../kit/botLooks.ts';
import { whileWorking } from '../kit/progress.ts';
import { ask, sayDone } from '../kit/window.ts';
import { createAgain } from './createAgain.ts';
import { notThere } from './openJournal.ts';
import { notUndoableText } from './rowTexts.ts';
import { hasFolder, type Undo, type UndoNeeds } from './undoParts.ts';
import * as texts from './undoTexts.ts';

const ENDPOINTS = {
  ...{ attach: 'attachTag', detach: 'detachTag' },
  ...{ create: 'createItem', delete: 'deleteItem' },
} as const satisfies Record<Undoing, EndpointName>;

/** Takes back a single write, if it still stands. */
export function undoWrite(parts: UndoNeeds): Handler<'botTags.undoWrite'> {
  return {
    byPerson: async ({ journal: row }) => {
      if (row?.kind !== 'write') {
        throw new UserError(vscode.l10n.t('Use "Undo" on a change in the Journal view.'));
      }
      const undo = await undoOf(parts, row.id);
      const holders = undo.by === 'create' ? await parts.holders(undo.write) : [];
      const catalogue = await parts.catalogue();
      const below = catalogue.below(undo.bot.key, undo.write.itemId).length;
      const who = undo.user === null ? '' : parts.who(undo.bot.key, undo.user);
      const { yes, ...dialog } = texts.questionOf(undo, who, {
        users: holders.length,
        hasFolder: hasFolder(catalogue, undo.write),
        below,
      });
      const folders = foldersOf(catalogue, undo);
      if (folders.length > 0)
        await typeFolderNames(
          { title: dialog.message, about: aboutFolder(undo.bot, below) },
          folders,
        );
      else if ((await ask(dialog, yes)) !== yes) throw new Cancelled();
      await perform(parts, undo, holders);
      sayDone(texts.doneText(undo, who));
    },
    byProgram: async ({ write, confirmed }) => {
      const undo = await undoOf(parts, write);
      requireAgreed(undo.bot, confirmed);
      if (undo.by === 'delete' && confirmed !== true) {
        throw needsConfirmed();
      }
      const holders = undo.by === 'create' ? await parts.holders(undo.write) : [];
      return perform(parts, undo, holders);
    },
  };
}

/** Throws `UserError` with what keeps the write from being taken back. */
async function undoOf(parts: UndoNeeds, id: string): Promise<Undo> {
  const [catalogue, journal] = [await parts.catalogue(), await parts.journal()];
  const write = journal.write(id);
  if (write === undefined) throw notThere();
  const user = parts.recorder.userOf(write);
  const undoing = undoingOf(write, user, parts.recorder.isSending(id));
  if ('not' in undoing) throw new UserError(notUndoableText(undoing.not));
  const bot = catalogue.bot(write.bot);
  if (bot === undefined) {
    throw new UserError(goneBotText(write.botLabel));
  }
  const ids = undoing.by === 'create' ? [] : [write.itemId];
  requireUnlocked(catalogue, bot, ENDPOINTS[undoing.by], ids);
  return { write, bot, by: undoing.by, user };
}

/** The folder that is deleted, if its name has to be typed. */
function foldersOf(catalogue: Catalogue, { write, bot, by }: Undo) {
  const { itemId: id, itemName: name, itemType: type } = write;
  return by === 'delete' ? foldersToName(catalogue, bot, [{ id, name, type }]) : [];
}

/** Sentences, as an input box shows them on one line. */
function aboutFolder(bot: Bot, below: number): readonly string[] {
  return [vscode.l10n.t('This is about the bot "{0}".', nameOfBot(bot)), folderText(below)];
}

/** Writes that are being taken back: twice at once would attach twice, or create two tags. */
const underWay = new Set<string>();

async function perform(
  parts: UndoNeeds,
  undo: Undo,
  holders: readonly UserRef[],
): Promise<UndoneWrite> {
  const { id } = undo.write;
  if (underWay.has(id)) {
    throw new UserError(vscode.l10n.t('This is being undone already: wait until that is done.'));
  }
  underWay.add(id);
  try {
    // Another window may have done it while the question was open.
    await undoOf(parts, id);
    return await performOnce(parts, undo, holders);
  } finally {
    underWay.delete(id);
  }
}

async function performOnce(
  parts: UndoNeeds,
  undo: Undo,
  holders: readonly UserRef[],
): Promise<UndoneWrite> {
  const by: string[] = [];
  // The write that takes it back is recorded as any other.
  const listening = parts.recorder.onDidComplete((done) => {
    const isIt = done.bot === undo.bot.key && done.kind === undo.by && done.result === 'done';
    const user = parts.recorder.userOf(done);
    const isAbout =
      undo.by === 'create'
        ? done.itemName === undo.write.itemName
        : done.itemId === undo.write.itemId && isSameUser(user, undo.user);
    if (isIt && isAbout) by.push(done.id);
  });
  try {
    if (undo.by === 'create') {
      return await createAgain(parts, undo, holders);
    }
    await whileWorking(texts.workingText(), (signal) => takeBack(parts, undo, signal));
    return {};
  } finally {
    listening.dispose();
    if (by[0] !== undefined) await mark(parts, undo.write.id, by[0]);
  }
}

async function takeBack(parts: UndoNeeds, undo: Undo, signal: AbortSignal): Promise<void> {
  const { write, bot, by, user } = undo;
  if (by === 'delete') {
    const items = await parts.items();
    try {
      await items.delete(bot, { id: write.itemId, type: write.itemType }, signal);
    } catch (error) {
      throw ServiceError.isGone(error) ? texts.nothingToUndo() : error;
    }
    return;
  }
  if (user === null || by === 'create') return;
  const isOn = await parts.tags.check(bot, write.itemId, user, signal);
  if (isOn !== (by === 'detach')) throw texts.nothingToUndo();
  await parts.tags[by](bot, write.itemId, user, signal);
}

async function mark(parts: UndoNeeds, id: string, undoneBy: string): Promise<void> {
  const [catalogue, journal] = [await parts.catalogue(), await parts.journal()];
  await catalogue.whenFree(() => {
    const write = journal.write(id);
    if (write !== undefined) journal.updateWrite({ ...write, undoneBy });
  });
}

function isSameUser(one: UserRef | null, other: UserRef | null): boolean {
  if (one === null || other === null) return one === other;
  const { channel, pageId, rawUid, uid } = one;
  return (
    channel === other.channel &&
    pageId === other.pageId &&
    rawUid === other.rawUid &&
    uid === other.uid
  );
}
