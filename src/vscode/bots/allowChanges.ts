import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import { unlockBot } from '../../core/catalogue/botChanges.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { UserError } from '../../core/errors.ts';
import type { Bot } from '../../core/model.ts';
import { botInHand, botNamed, type Handler } from '../input/handler.ts';
import { agreeInProduction, requireAgreed } from '../input/writeGuard.ts';
import { nameOfBot } from '../kit/botLooks.ts';
import { sayDone, showInformation } from '../kit/window.ts';
import { isThere } from '../workspaceFile/readFile.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
}

/** Takes back the person's lock. That of a workspace file stays: whoever may change the file may take it out there. */
export function allowChanges(parts: Needs): Handler<'botTags.allowChanges'> {
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const bot = await botInHand(catalogue, hand, vscode.l10n.t('Allow Changes'), {
        accepts: ({ key }) => catalogue.isReadOnly(key),
        none: vscode.l10n.t('No bot is read-only.'),
      });
      await allowByPerson(parts, bot.key);
    },
    byProgram: async ({ bot: reference, confirmed }) => {
      const catalogue = await parts.catalogue();
      const bot = botNamed(catalogue, reference);
      if (!catalogue.isReadOnly(bot.key)) return;
      const file = await lockingFile(catalogue, bot.key);
      if (file !== undefined) throw new UserError(lockedText(bot, file));
      requireAgreed(bot, confirmed);
      await unlock(catalogue, bot.key);
    },
  };
}

/** Also for the button of an error. */
export async function allowByPerson(parts: Needs, botKey: string): Promise<void> {
  const catalogue = await parts.catalogue();
  const bot = botNamed(catalogue, botKey);
  const name = nameOfBot(bot);
  if (!catalogue.isReadOnly(botKey)) {
    return showInformation(vscode.l10n.t('"{0}" is not read-only.', name)).then(() => undefined);
  }
  const file = await lockingFile(catalogue, botKey);
  if (file !== undefined) return void offerFile(bot, file);
  await agreeInProduction(catalogue, bot, {
    message: vscode.l10n.t('Allow changes to "{0}"?', bot.label),
    yes: vscode.l10n.t('Allow Changes'),
  });
  await unlock(catalogue, botKey);
  sayDone(vscode.l10n.t('Changes to "{0}" are allowed.', name));
}

/** A workspace file that makes the bot read-only; one that was deleted does so no longer. */
async function lockingFile(catalogue: Catalogue, bot: string): Promise<vscode.Uri | undefined> {
  for (const address of catalogue.lockedBy(bot)) {
    const file = vscode.Uri.parse(address);
    if (await isThere(file)) return file;
  }
  return undefined;
}

async function unlock(catalogue: Catalogue, key: string): Promise<void> {
  const gone = catalogue.lockedBy(key);
  await catalogue.whenFree(() => unlockBot(catalogue, key, gone));
}

async function offerFile(bot: Bot, file: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open File');
  const choice = await showInformation(lockedText(bot, file), open);
  if (choice === open) await vscode.window.showTextDocument(file);
}

function lockedText(bot: Bot, file: vscode.Uri): string {
  return vscode.l10n.t(
    '"{0}" is read-only because the workspace file {1} says so. Take out its "readOnly" there, then use "Allow Changes…" again.',
    nameOfBot(bot),
    vscode.workspace.asRelativePath(file),
  );
}
