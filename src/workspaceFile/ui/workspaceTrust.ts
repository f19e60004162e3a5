import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import { showInformation } from '../../base/ui/window.ts';

/** Throws in a workspace that is not trusted. */
export function requireTrust(): void {
  if (!vscode.workspace.isTrusted) throw new NoticeError(untrustedText());
}

/** Says why nothing is loaded, and leads to where that can be changed. */
export async function offerTrust(): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const choice = await showInformation(untrustedText(), manage);
  if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}

function untrustedText(): string {
  return vscode.l10n.t(
    'The list of bots and tags in this workspace (bot-tags.jsonc) is not loaded, because the workspace is not trusted. The file can contain addresses that tokens are sent to. Trust the workspace to load the list.',
  );
}
