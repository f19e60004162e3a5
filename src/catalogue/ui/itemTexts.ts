import * as vscode from 'vscode';
import { FOLDER, TAG, type ItemSource } from '../../base/model.ts';

export function typeText(type: number): string {
  if (type === TAG) return vscode.l10n.t('tag');
  return type === FOLDER ? vscode.l10n.t('folder') : vscode.l10n.t('type {0}', type);
}

/** Returns how an item came into the list. */
export function sourceText(source: ItemSource): string {
  const texts: Record<ItemSource, string> = {
    created: vscode.l10n.t('created here'),
    added: vscode.l10n.t('added by ID'),
    sandbox: vscode.l10n.t('from the sandbox'),
    seen: vscode.l10n.t('seen on customers'),
    file: vscode.l10n.t('workspace file'),
  };
  return texts[source];
}
