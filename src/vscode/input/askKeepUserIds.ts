import * as vscode from 'vscode';
import { showInformation } from '../kit/window.ts';

const ASKED = 'journal.askedKeepUserIds';
const DAYS = 30;

/**
 * Asks once ever, and not where the person has set it, whether the journal keeps who single writes were about. Resolves
 * when it is answered or dismissed: nobody has to wait for that.
 */
export async function askKeepUserIds(globalState: vscode.Memento): Promise<void> {
  const { l10n, workspace } = vscode;
  const settings = workspace.getConfiguration('botTags.journal');
  const isSet = settings.inspect('keepUserIds')?.globalValue !== undefined;
  if (isSet || globalState.get(ASKED) === true) return;
  await globalState.update(ASKED, true);
  const keep = l10n.t('Keep for {0} Days', DAYS);
  const message = l10n.t(
    'The journal tells who had a tag attached or detached only until this window closes. It can keep the user IDs on this machine, so that single changes can still be undone later. A run needs no user IDs: its plan has them.',
  );
  const answer = await showInformation(message, keep, l10n.t("Don't Keep"));
  if (answer !== keep) return;
  await settings.update('keepUserIds', DAYS, vscode.ConfigurationTarget.Global);
}
