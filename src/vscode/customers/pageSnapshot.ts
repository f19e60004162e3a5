import * as vscode from 'vscode';
import type { Snapshot } from '../documents/snapshot.ts';
import type { CustomerPanel } from './panel/customerPanel.ts';

/** @param number from 1 */
export function pageSnapshot({ bot, pager }: CustomerPanel, number: number): Snapshot {
  const subject = vscode.l10n.t('Customers of {0}, page {1}', bot.label, number);
  return { subject, time: pager.origin(number - 1)?.time };
}
