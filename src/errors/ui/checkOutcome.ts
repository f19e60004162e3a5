import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import { countFindings, type ItemActions } from '../../catalogue/itemActions.ts';
import type { TagActions } from '../../service/tagActions.ts';
import type { WriteSubject } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { whileCancellable } from '../../base/ui/progress.ts';
import { showInformation } from '../../base/ui/window.ts';

/** Asks the service what became of a write whose answer was lost, and says it. */
export async function checkOutcome(
  parts: { readonly items: Lazy<ItemActions>; readonly tags: TagActions },
  bot: Bot,
  subject: WriteSubject,
): Promise<void> {
  const text = await whileCancellable(vscode.l10n.t('Checking with the service…'), (signal) =>
    subject.kind === 'item'
      ? itemText(parts, bot, subject.id, signal)
      : taggingText(parts, bot, subject, signal),
  );
  void showInformation(text);
}

async function itemText(
  parts: { readonly items: Lazy<ItemActions> },
  bot: Bot,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  const items = await parts.items();
  const { findings } = await items.refresh(bot, [id], signal);
  const { gone, wrongBot, failed } = countFindings(findings);
  if (failed + wrongBot > 0)
    return vscode.l10n.t('Could not check whether {0} exists. Try again in a moment.', id);
  return gone > 0
    ? vscode.l10n.t('The tag or folder {0} no longer exists in the service.', id)
    : vscode.l10n.t('The tag or folder {0} still exists in the service.', id);
}

async function taggingText(
  parts: { readonly tags: TagActions },
  bot: Bot,
  { tagId, user }: Extract<WriteSubject, { kind: 'tagging' }>,
  signal: AbortSignal,
): Promise<string> {
  const isOn = await parts.tags.check(bot, tagId, user, signal);
  return isOn
    ? vscode.l10n.t('The customer has the tag {0}.', tagId)
    : vscode.l10n.t('The customer does not have the tag {0}.', tagId);
}
