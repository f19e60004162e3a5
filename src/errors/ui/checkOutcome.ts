import * as vscode from 'vscode';
import { countFindings } from '../../catalogue/itemActions.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import type { WriteSubject } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { showInformation } from '../../base/ui/window.ts';

/** Reads from the service whether a write with a lost response was carried out, and shows the result. */
export async function checkOutcome(
  actions: Pick<CatalogueServices, 'items' | 'tags'>,
  bot: Bot,
  subject: WriteSubject,
): Promise<void> {
  const text = await withProgress(
    { title: vscode.l10n.t('Checking with the service…'), location: 'notification' },
    ({ signal }) =>
      subject.kind === 'item'
        ? itemText(actions, bot, subject.id, signal)
        : taggingText(actions, bot, subject, signal),
  );
  void showInformation(text);
}

async function itemText(
  actions: Pick<CatalogueServices, 'items'>,
  bot: Bot,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  const items = await actions.items();
  const { findings } = await items.refresh(bot, [id], signal);
  const { gone, wrongBot, failed } = countFindings(findings);
  if (failed + wrongBot > 0)
    return vscode.l10n.t('Could not check whether {0} exists. Try again in a moment.', id);
  return gone > 0
    ? vscode.l10n.t('The tag or folder {0} no longer exists in the service.', id)
    : vscode.l10n.t('The tag or folder {0} still exists in the service.', id);
}

async function taggingText(
  actions: Pick<CatalogueServices, 'tags'>,
  bot: Bot,
  { tagId, user }: Extract<WriteSubject, { kind: 'tagging' }>,
  signal: AbortSignal,
): Promise<string> {
  const isAttached = await actions.tags.check(bot, tagId, user, signal);
  return isAttached
    ? vscode.l10n.t('The customer has the tag {0}.', tagId)
    : vscode.l10n.t('The customer does not have the tag {0}.', tagId);
}
