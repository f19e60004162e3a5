import * as vscode from 'vscode';
import { Cancelled } from '../../base/errors.ts';
import { InputError } from '../../base/inputProblems.ts';
import type { Plan } from '../../base/plan.ts';
import { sentences } from '../../base/text.ts';
import type { SavedRows } from '../../commands/results.ts';
import { isForEditor } from '../../base/ui/jsonDocuments.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import { askWhereToSave, fileUri } from '../../base/ui/filePaths.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { showInformation, showWarning } from '../../base/ui/window.ts';
import { savedFile } from '../../plans/earlierTaggings.ts';
import { nameIn, requireFree } from '../../plans/ui/planTarget.ts';
import { chooseRun } from './runCommands.ts';
import { failedRows, type FailedRows } from './failedRows.ts';
import { isOfPlan, runById } from './runRules.ts';
import { fileAt } from './runTexts.ts';
import type { RunServices } from './runServices.ts';

type Needs = Pick<RunServices, 'journal' | 'runDocuments' | 'planTexts'>;

interface FailedContent extends FailedRows {
  /** Whether the source file of the plan is missing or has changed. */
  readonly isSourceChanged: boolean;
}

export function saveFailedRows(services: Needs): Handler<'botTags.saveFailedRows'> {
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Save Failed Rows');
      const id = await chooseRun(
        services,
        context,
        title,
        (run) => isOfPlan(run) && run.counts.failed > 0,
      );
      const failed = await readFailed(services, id);
      const { plan } = runById(await services.journal(), id);
      const uri = await askTarget(plan, failed.suffix);
      await vscode.workspace.fs.writeFile(uri, failed.bytes);
      await showSaved(uri, failed);
    },
    withArguments: async ({ run, file, overwrite = false }) => {
      const failed = await readFailed(services, run);
      const uri = fileUri(file);
      if (!overwrite) await requireFree(uri);
      await vscode.workspace.fs.writeFile(uri, failed.bytes);
      return { file: uri.fsPath, rows: failed.rowCount } satisfies SavedRows;
    },
  };
}

/** Returns the failed rows with the columns of the source file, or as CSV if that file is missing or has changed. */
async function readFailed(
  { runDocuments, journal, planTexts }: Needs,
  id: string,
): Promise<FailedContent> {
  const results = await runDocuments.results(id);
  const record = runById(await journal(), id);
  const path = inputPathOf(results.plan, vscode.Uri.parse(record.plan));
  if (path !== undefined) {
    try {
      const failed = await failedRows(results, { inputFiles: await planTexts(), path });
      return { ...failed, isSourceChanged: false };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  const failed = await failedRows(results, undefined);
  return { ...failed, isSourceChanged: path !== undefined };
}

/** Returns the path of the plan's source file; `undefined` if the plan was not created from a local file. */
function inputPathOf({ source }: Plan, plan: vscode.Uri): string | undefined {
  if (source.kind !== 'file' || plan.scheme !== 'file') return undefined;
  if (/^(?:\/|\\\\|[a-z]:[\\/])/i.test(source.file)) return source.file;
  // A name with a path separator could refer to another folder, so it is ignored.
  if (/[\\/]/.test(source.file)) return undefined;
  return vscode.Uri.joinPath(plan, '..', source.file).fsPath;
}

async function askTarget(plan: string, extension: FailedRows['suffix']): Promise<vscode.Uri> {
  const name = fileAt(plan).replace(/\.bot-tags-plan\.jsonc$/, '');
  const file = savedFile(plan);
  const uri = await askWhereToSave({
    title: vscode.l10n.t('Save Failed Rows'),
    filters: { [extension.toUpperCase()]: [extension] },
    // A plan without a file is in no folder.
    ...(file === undefined ? {} : { folder: vscode.Uri.joinPath(vscode.Uri.parse(file), '..') }),
    name: vscode.l10n.t('{0} failed', name),
    extension,
  });
  if (uri === undefined) throw new Cancelled();
  return uri;
}

async function showSaved(
  uri: vscode.Uri,
  { rowCount, isSourceChanged, bytes }: FailedContent,
): Promise<void> {
  const { l10n } = vscode;
  const open = l10n.t('Open');
  const savedText = l10n.t(
    'The failed rows ({0}) were saved to "{1}".',
    numberText(rowCount),
    nameIn(uri),
  );
  const changedText = l10n.t(
    'The file from which the plan was created is missing or has changed. The rows were saved as CSV, but do not contain the columns of that file.',
  );
  const buttons = isForEditor(bytes.length) ? [open] : [];
  const choice = await (isSourceChanged
    ? showWarning(sentences([savedText, changedText]), ...buttons)
    : showInformation(savedText, ...buttons));
  if (choice === open) await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
}
