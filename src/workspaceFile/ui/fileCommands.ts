import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { isOnlySeen, type FileChoice, type FileCounts } from '../../catalogue/workspaceFile.ts';
import { Cancelled, NoticeError, UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { sentences } from '../../base/text.ts';
import { botEntry } from '../../catalogue/ui/askBot.ts';
import { askMany } from '../../base/ui/askPick.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { runStep } from '../../base/ui/steps.ts';
import {
  botCountText,
  comma,
  folderCountText,
  itemCountText,
  numberText,
  tagCountText,
} from '../../base/ui/localeTexts.ts';
import { ask, sayDone, showInformation } from '../../base/ui/window.ts';
import { fileIn } from './fileWatch.ts';
import type { WorkspaceFiles } from './workspaceFiles.ts';
import { offerTrust } from './fileDecisions.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly files: WorkspaceFiles;
}

export function registerWorkspaceFiles(
  services: Needs & Pick<CatalogueServices, 'commands'>,
): vscode.Disposable {
  return services.commands.register({
    'botTags.saveCatalogueFile': saveCatalogueFile(services),
    'botTags.loadCatalogueFile': loadCatalogueFile(services),
    'botTags.unloadCatalogueFile': unloadCatalogueFile(services),
  });
}

function saveCatalogueFile(services: Needs): Handler<'botTags.saveCatalogueFile'> {
  return {
    interactive: async (context) => {
      const catalogue = await services.catalogue();
      const contextBots = new Set(context.nodes.map(({ bot }) => bot));
      for (const bot of catalogue.bots()) if (contextBots.has(bot.key)) refuseSandbox(bot);
      const choices = await pickBots(catalogue, contextBots);
      const file = await pickFile();
      saySaved(await services.files.save(file, choices), choices.length, nameOf(file));
      await vscode.window.showTextDocument(file);
    },
    withArguments: async ({ bots, folder, seen = false }) => {
      const catalogue = await services.catalogue();
      const choices = bots.map((reference) => ({
        bot: botByReference(catalogue, reference),
        includesSeen: seen,
      }));
      for (const { bot } of choices) refuseSandbox(bot);
      const file = fileOfFolder(folder);
      await services.files.save(file, choices);
      return file.toString();
    },
  };
}

function loadCatalogueFile(services: Needs): Handler<'botTags.loadCatalogueFile'> {
  const load = async (file: vscode.Uri) => {
    const { bots, items } = await services.files.load(file);
    return { bots, items };
  };
  return {
    interactive: async () => {
      if (!vscode.workspace.isTrusted) return offerTrust();
      const { bots, items } = await load(await pickFile());
      sayDone(vscode.l10n.t('{0} and {1} loaded.', botCountText(bots), itemCountText(items)));
    },
    withArguments: async ({ folder }) => load(fileOfFolder(folder)),
  };
}

function unloadCatalogueFile(services: Needs): Handler<'botTags.unloadCatalogueFile'> {
  return {
    interactive: async () => {
      const file = await pickFile();
      const yes = vscode.l10n.t('Unload');
      const message = vscode.l10n.t('Unload {0}?', nameOf(file));
      const detail = vscode.l10n.t(
        'Bots and tags that came only from this file will be removed from the list. The tokens you entered for these bots will also be removed. The file will not be changed, and later changes to the file will not be loaded.',
      );
      if ((await ask({ message, detail: [detail] }, yes)) !== yes) return;
      await services.files.unload(file);
      sayDone(vscode.l10n.t('{0} unloaded.', nameOf(file)));
    },
    withArguments: async ({ folder }) => services.files.unload(fileOfFolder(folder)),
  };
}

interface BotEntry extends vscode.QuickPickItem {
  readonly bot?: Bot;
  /** Whether this is the option to include tags that were only seen on customers. */
  readonly isSeenOption?: boolean;
}

async function pickBots(
  catalogue: Catalogue,
  contextBots: ReadonlySet<string>,
): Promise<readonly FileChoice[]> {
  const bots = catalogue.bots().filter(({ kind }) => kind === 'service');
  if (bots.length === 0) {
    throw new NoticeError(
      vscode.l10n.t(
        'There is no bot to save to a file. Add a bot first. A sandbox cannot be saved, because its address is different in each window.',
      ),
    );
  }
  const isChosen = ({ key }: Bot): boolean => contextBots.size === 0 || contextBots.has(key);
  const entries = bots.map((bot): BotEntry => {
    return { ...botEntry(catalogue, bot), picked: isChosen(bot) };
  });
  let seenCount = 0;
  // If the file would be empty without the tags that were only seen on customers, their option is preselected.
  let hasOnlySeen = true;
  for (const bot of bots) {
    const items = catalogue.items(bot.key).filter(({ state }) => state !== 'gone');
    const botSeenCount = items.filter(isOnlySeen).length;
    seenCount += botSeenCount;
    if (isChosen(bot) && items.length > botSeenCount) hasOnlySeen = false;
  }
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const seenOption: BotEntry = {
    label: vscode.l10n.t('Include tags that have no folder and were found only on customers'),
    description: String(seenCount),
    picked: hasOnlySeen,
    isSeenOption: true,
  };
  const title = vscode.l10n.t('Save List to Workspace File');
  const question = {
    placeholder: vscode.l10n.t('Select the bots to save. Tokens are never saved.'),
    items: seenCount === 0 ? entries : [...entries, separator, seenOption],
  };
  const picked = await runStep(title, (position) => askMany<BotEntry>(question, position));
  const chosenBots = picked.flatMap(({ bot }) => bot ?? []);
  if (chosenBots.length === 0) throw new Cancelled();
  const includesSeen = picked.some(({ isSeenOption }) => isSeenOption === true);
  return chosenBots.map((bot) => ({ bot, includesSeen }));
}

async function pickFile(): Promise<vscode.Uri> {
  requireFolder();
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick();
  if (folder === undefined) throw new Cancelled();
  return fileIn(folder);
}

/**
 * @param reference name or URI of a workspace folder; required only if there are several
 * @throws {UserError} if no single folder matches
 */
export function fileOfFolder(reference: string | undefined): vscode.Uri {
  requireFolder();
  const folders = vscode.workspace.workspaceFolders ?? [];
  const matchingFolders = folders.filter(
    ({ name, uri }) =>
      reference === undefined || name === reference || uri.toString() === reference,
  );
  const [folder, ...others] = matchingFolders;
  if (folder !== undefined && others.length === 0) return fileIn(folder);
  throw new UserError(
    vscode.l10n.t(
      'Give the name or URI of one workspace folder. If several folders have the same name, give the URI.',
    ),
  );
}

function requireFolder(): void {
  if ((vscode.workspace.workspaceFolders ?? []).length > 0) return;
  throw new NoticeError(
    vscode.l10n.t('Open a folder first. The workspace file is stored in the folder.'),
  );
}

function nameOf(file: vscode.Uri): string {
  return vscode.workspace.asRelativePath(file);
}

function refuseSandbox({ kind, label }: Bot): void {
  if (kind !== 'sandbox') return;
  throw new UserError(
    vscode.l10n.t(
      'The sandbox "{0}" cannot be saved to a file, because the address of the sandbox is different in each window. Select other bots.',
      label,
    ),
  );
}

/** Shows the result. If items were left out, in a notification, which stays visible longer. */
function saySaved(
  { tags, folders, gone, seen, unfit }: FileCounts,
  botCount: number,
  file: string,
): void {
  const { l10n } = vscode;
  const countText = [tagCountText(tags), ...(folders === 0 ? [] : [folderCountText(folders)])].join(
    comma(),
  );
  const savedText = l10n.t('Saved {0} of {1} to {2}.', countText, botCountText(botCount), file);
  const reasons = [
    ...(seen === 0 ? [] : [l10n.t('{0} found on customers, but in no folder', numberText(seen))]),
    ...(gone === 0 ? [] : [l10n.t('{0} gone', numberText(gone))]),
    ...(unfit === 0 ? [] : [l10n.t('{0} with an invalid ID', numberText(unfit))]),
  ];
  if (reasons.length === 0) return sayDone(savedText);
  void showInformation(sentences([savedText, l10n.t('Left out: {0}.', reasons.join(comma()))]));
}
