import * as vscode from 'vscode';
import { Cancelled, UserError } from '../base/errors.ts';
import { DATABASE_FILE, SUMMARY } from '../base/manifest.ts';
import { botCountText, comma, itemCountText } from '../base/ui/localeTexts.ts';
import { ask, sayDone, showWarning } from '../base/ui/window.ts';
import { BY_NAME } from '../catalogue/itemOrder.ts';
import type { Handler } from '../catalogue/ui/handler.ts';
import type { Services } from './services.ts';

/**
 * Clears the states and files that VS Code stores for the extension, except tokens, the database and the summary of the
 * database (`StoredSummary`). The summary says that the list is empty. Without it, a new window would think that an
 * earlier version wrote the database.
 */
async function clearStoredData(context: vscode.ExtensionContext): Promise<readonly string[]> {
  for (const state of [context.globalState, context.workspaceState]) {
    for (const key of state.keys()) if (key !== SUMMARY) await state.update(key, undefined);
  }
  return deleteFiles(context.globalStorageUri);
}

/**
 * Deletes files next to the database, such as a damaged database that was moved aside. The database itself is not
 * deleted but emptied, because all windows have it open.
 */
async function deleteFiles(folder: vscode.Uri): Promise<readonly string[]> {
  const fileNames = await vscode.workspace.fs.readDirectory(folder).then(
    (entries) => entries.map(([name]) => name),
    () => [],
  );
  const databaseFiles = ['', '-wal', '-shm'].map((suffix) => DATABASE_FILE + suffix);
  const undeletedFiles: string[] = [];
  for (const name of fileNames.filter((entry) => !databaseFiles.includes(entry))) {
    const file = vscode.Uri.joinPath(folder, name);
    try {
      await vscode.workspace.fs.delete(file, { recursive: true });
    } catch {
      undeletedFiles.push(file.fsPath);
    }
  }
  return undeletedFiles;
}

/** Removes all data of the extension from this machine. Sends nothing to the service. */
export function removeAllData(services: Services): Handler<'botTags.removeAllData'> {
  return {
    interactive: async () => {
      await requireIdle(services);
      await confirm(services);
      const undeletedFiles = await remove(services);
      sayDone(vscode.l10n.t('All data of Bot Tag Explorer was removed from this machine.'));
      if (undeletedFiles.length === 0) return;
      const text = vscode.l10n.t(
        'These files could not be deleted. Delete them yourself: {0}',
        undeletedFiles.join(comma()),
      );
      void showWarning(text);
    },
    withArguments: () => remove(services),
  };
}

/** @returns files that could not be deleted */
async function remove(services: Services): Promise<readonly string[]> {
  await requireIdle(services);
  // The exports come first, because discarding them fails if another window is writing an export.
  const undeletedExports = await services.exports.discardAll();
  for (const { panel } of services.panels.all()) panel.dispose();
  await services.sandbox.stop();
  const catalogue = await services.catalogue();
  const journal = await services.journal();
  // A workspace file that is still being loaded would restore erased data.
  services.files.clearAll();
  await catalogue.whenFree(() => journal.eraseAll());
  services.recorder.clearUsers();
  await catalogue.whenFree(() => catalogue.eraseAll());
  await catalogue.whenFree(() => catalogue.compact());
  await services.tokens.deleteAll();
  services.openNodes.clear();
  // Sort order and filter of the Tags view.
  await services.shape.setSort(BY_NAME);
  await services.shape.setFilter({});
  return [...undeletedExports, ...(await clearStoredData(services.context))];
}

/** @throws {UserError} while something is in progress that would write the removed data again */
async function requireIdle({ discovery, exports, activeRuns, recorder }: Services): Promise<void> {
  const { l10n } = vscode;
  if ((await discovery()).isRunning) {
    throw new UserError(l10n.t('A scan is in progress. Cancel the scan first.'));
  }
  if (exports.isRunning) {
    throw new UserError(l10n.t('An export is in progress. Cancel the export first.'));
  }
  if (activeRuns.all().length > 0) {
    throw new UserError(l10n.t('A run is in progress. Pause the run first.'));
  }
  if (recorder.isBusy) {
    throw new UserError(l10n.t('A change is being sent to a service. Try again in a moment.'));
  }
}

async function confirm({ catalogue, exports }: Services): Promise<void> {
  const { l10n } = vscode;
  const openCatalogue = await catalogue();
  const bots = openCatalogue.bots();
  const items = bots.reduce((total, { key }) => total + openCatalogue.items(key).length, 0);
  const exportFiles = (await exports.allUnfinished()).map(({ file }) => file);
  const detail = [
    l10n.t(
      'This deletes all tokens, the list of bots and tags ({0}, {1}), the Journal, and the data of scans and of the sandbox, for all workspaces. The state of the views is deleted only for this workspace.',
      botCountText(bots.length),
      itemCountText(items),
    ),
    ...(exportFiles.length === 0
      ? []
      : [l10n.t('This also deletes unfinished exports: {0}', exportFiles.join(comma()))]),
    '',
    l10n.t(
      'Nothing will be changed in the service. Finished exports, the file bot-tags.jsonc, and the settings will be kept.',
    ),
    l10n.t('This cannot be undone.'),
  ];
  const removeButton = l10n.t('Remove All Data');
  const message = l10n.t('Remove all data of Bot Tag Explorer from this machine?');
  if ((await ask({ message, detail }, removeButton)) !== removeButton) throw new Cancelled();
}
