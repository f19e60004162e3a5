import * as vscode from 'vscode';
import { Cancelled, UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { sayDone, showInformation } from '../../base/ui/window.ts';
import { lockBot, unlockBot } from '../../catalogue/botChanges.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { botByReference } from '../../catalogue/ui/handler.ts';
import { agreeInProduction, requireAgreed } from '../../catalogue/ui/writeGuard.ts';
import { fileExists } from '../../workspaceFile/ui/readFile.ts';

type Needs = Pick<CatalogueServices, 'catalogue'>;

/** Makes the bot read-only in all VS Code windows. */
export async function makeReadOnly(services: Needs, bot: Bot): Promise<void> {
  const catalogue = await services.catalogue();
  await catalogue.whenFree(() => lockBot(catalogue, bot.key));
  sayDone(vscode.l10n.t('The bot "{0}" is read-only.', nameOfBot(bot)));
}

/** Removes the user's lock. If a workspace file locks the bot, a message offers that file and `Cancelled` is thrown. */
export async function allowChanges(services: Needs, botKey: string): Promise<void> {
  const catalogue = await services.catalogue();
  const bot = botByReference(catalogue, botKey);
  const name = nameOfBot(bot);
  if (!catalogue.isReadOnly(botKey)) {
    await showInformation(vscode.l10n.t('Changes to "{0}" are allowed.', name));
    return;
  }
  const { file, deletedFiles } = await findLocks(catalogue, botKey);
  if (file !== undefined) {
    void offerFile(bot, file);
    throw new Cancelled();
  }
  await agreeInProduction(catalogue, bot, {
    message: vscode.l10n.t('Allow changes to "{0}"?', bot.label),
    yes: vscode.l10n.t('Allow Changes'),
  });
  await catalogue.whenFree(() => unlockBot(catalogue, botKey, deletedFiles));
  sayDone(vscode.l10n.t('Changes to "{0}" are allowed.', name));
}

/**
 * @returns the workspace files that locked the bot and no longer exist
 * @throws {UserError} if a workspace file locks the bot, or in production without `confirmed`
 */
export async function requireUnlockable(
  catalogue: Catalogue,
  bot: Bot,
  confirmed: true | undefined,
): Promise<readonly string[]> {
  if (!catalogue.isReadOnly(bot.key)) return [];
  const { file, deletedFiles } = await findLocks(catalogue, bot.key);
  if (file !== undefined) throw new UserError(lockedText(bot, file));
  requireAgreed(bot, confirmed);
  return deletedFiles;
}

/** Finds the first existing file that makes the bot read-only, and the deleted files that were listed before it. */
async function findLocks(catalogue: Catalogue, botKey: string) {
  const deletedFiles: string[] = [];
  for (const uri of catalogue.filesMakingReadOnly(botKey)) {
    const file = vscode.Uri.parse(uri);
    if (await fileExists(file)) return { file, deletedFiles };
    deletedFiles.push(uri);
  }
  return { file: undefined, deletedFiles };
}

async function offerFile(bot: Bot, file: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open File');
  const choice = await showInformation(lockedText(bot, file), open);
  if (choice === open) await vscode.window.showTextDocument(file);
}

function lockedText(bot: Bot, file: vscode.Uri): string {
  return vscode.l10n.t(
    'The workspace file {1} makes "{0}" read-only. Remove "readOnly" from that file, then use "Bot Settings…" again.',
    nameOfBot(bot),
    vscode.workspace.asRelativePath(file),
  );
}
