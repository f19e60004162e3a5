import * as vscode from 'vscode';
import type { AudienceSummary, LeftOut } from '../../base/exportPlan.ts';
import { sentences } from '../../base/text.ts';
import { isForEditor } from '../../base/ui/tooLargeText.ts';
import { comma, customerCountText, numberText } from '../../base/ui/localeTexts.ts';
import { showError, showInformation } from '../../base/ui/window.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { revealFile } from './sayExported.ts';

/** Shows the result of an export of user IDs. Does not wait for the user's answer, because the export is complete. */
export function showUserIdResult(summary: AudienceSummary): void {
  showWithButtons(summary).catch((error: unknown) => showError(describeError(error)));
}

async function showWithButtons(summary: AudienceSummary): Promise<void> {
  const { l10n } = vscode;
  const [first] = summary.files;
  const message = summaryText(summary);
  if (first === undefined) return void (await showInformation(message));
  const uri = vscode.Uri.file(first);
  const [open, reveal] = [l10n.t('Open'), l10n.t('Reveal')];
  // For several files, only "Reveal" is offered: the folder is more useful than the first file.
  const canOpen = summary.files.length === 1 && isForEditor(await sizeOf(uri));
  const buttons = canOpen ? [open, reveal] : [reveal];
  const choice = await showInformation(message, ...buttons);
  if (choice === open) await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  if (choice === reveal) await revealFile(uri);
}

/** Returns the size in bytes, or infinity if the file is missing. "Open" is not offered then. */
async function sizeOf(uri: vscode.Uri): Promise<number> {
  return vscode.workspace.fs.stat(uri).then(
    ({ size }) => size,
    () => Infinity,
  );
}

/** Returns a text such as "1,204 customers exported to 2 files. Left out: 12 on another platform, 3 without an ID." */
function summaryText({ files, users, leftOut }: AudienceSummary): string {
  const { l10n } = vscode;
  const leftOutSentence = leftOutText(leftOut);
  const done =
    files.length === 0
      ? l10n.t('No file was written, because there are no customers to export.')
      : files.length === 1
        ? l10n.t('{0} exported to "{1}".', customerCountText(users), files[0] ?? '')
        : l10n.t('{0} exported to {1} files.', customerCountText(users), numberText(files.length));
  return sentences([done, leftOutSentence ?? '']);
}

function leftOutText(leftOut: LeftOut): string | undefined {
  const { l10n } = vscode;
  const { otherPlatform, withoutId, doubles, untaggable } = leftOut;
  const counts = [
    ...(otherPlatform > 0
      ? [l10n.t('{0} on a platform that this format does not support', numberText(otherPlatform))]
      : []),
    ...(withoutId > 0 ? [l10n.t('{0} without an ID', numberText(withoutId))] : []),
    ...(doubles > 0 ? [l10n.t('{0} listed more than once', numberText(doubles))] : []),
    ...(untaggable > 0 ? [l10n.t('{0} that cannot be tagged', numberText(untaggable))] : []),
  ];
  return counts.length === 0 ? undefined : l10n.t('Left out: {0}.', counts.join(comma()));
}
