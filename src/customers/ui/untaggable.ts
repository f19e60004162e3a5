import * as vscode from 'vscode';
import type { Untaggable } from '../../base/customer.ts';

export function untaggableText(reason: Untaggable): string {
  const { l10n } = vscode;
  switch (reason) {
    case 'bad-record':
      return l10n.t(
        'This record from the service is not a JSON object, so it contains no customer to tag.',
      );
    case 'no-id':
      return missingText(l10n.t('User ID'));
    case 'no-page':
      return missingText(l10n.t('Page ID'));
    case 'unknown-platform':
      return l10n.t(
        'This customer cannot be tagged, because the service does not support tags on this platform.',
      );
    case 'unread-id':
      return wrongTypeText(l10n.t('User ID'));
    case 'unread-page':
      return wrongTypeText(l10n.t('Page ID'));
    case 'unread-platform':
      return wrongTypeText(l10n.t('Platform'));
  }
}

function missingText(column: string): string {
  return vscode.l10n.t(
    'This customer cannot be tagged, because the service sent no value for "{0}".',
    column,
  );
}

function wrongTypeText(column: string): string {
  return vscode.l10n.t(
    'This customer cannot be tagged, because the value that the service sent for "{0}" is not text.',
    column,
  );
}
