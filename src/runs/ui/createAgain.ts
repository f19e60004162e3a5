import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { WriteRecord } from '../../catalogue/journal.ts';
import { TAG, type UserRef } from '../../base/model.ts';
import { whileSaying, whileWorking } from '../../base/ui/progress.ts';
import { hasFolder, isThere, type Undo, type UndoNeeds } from './undoParts.ts';
import { nothingToUndo } from './undoTexts.ts';

/** Creates a deleted tag again, with a new ID, and attaches it to those who are known to have had it. */
export async function createAgain(
  parts: UndoNeeds,
  { write, bot }: Undo,
  holders: readonly UserRef[],
): Promise<{ readonly id: string; readonly users: number }> {
  const { itemName: name, itemId, parentId } = write;
  const catalogue = await parts.catalogue();
  const folder = hasFolder(catalogue, write) ? (parentId ?? undefined) : undefined;
  const id = await whileWorking(vscode.l10n.t('Creating "{0}"…', name), async (signal) => {
    if (await isThere(parts, bot, itemId, signal)) throw nothingToUndo();
    return (await parts.items()).create(bot, { name, type: TAG, parentId: folder }, signal);
  });
  let users = 0;
  if (holders.length === 0) return { id, users };
  const title = vscode.l10n.t('Attaching "{0}"…', name);
  try {
    await whileSaying(title, async (cancel, say) => {
      for (const user of holders) {
        cancel.throwIfAborted();
        say(vscode.l10n.t('{0} of {1}', users + 1, holders.length), 100 / holders.length);
        // What was sent cannot be called back.
        await parts.tags.attach(bot, id, user, new AbortController().signal);
        users++;
      }
    });
  } catch (error) {
    throw new UserError(stoppedText(write, users, holders.length), { cause: error });
  }
  return { id, users };
}

function stoppedText({ itemName }: WriteRecord, users: number, all: number): string {
  return vscode.l10n.t(
    '"{0}" was created again, but was attached to only {1} of {2} customers. Look in the Journal for the error.',
    itemName,
    users,
    all,
  );
}
