import * as vscode from 'vscode';
import type { Untaggable } from '../../../core/customers/customerUser.ts';

/** In the order in which messages number them, from 1. */
export const UNTAGGABLE: readonly Untaggable[] = [
  'bad-record',
  'no-id',
  'no-page',
  'unknown-platform',
  'unread-id',
  'unread-page',
  'unread-platform',
];

export function untaggableText(reason: Untaggable): string {
  const texts: Record<Untaggable, string> = {
    'bad-record': vscode.l10n.t('This record is not an object, so it does not name a customer.'),
    'no-id': vscode.l10n.t(
      'The service sent no user ID for this customer, so they cannot be tagged.',
    ),
    'no-page': vscode.l10n.t(
      'The service sent no page ID for this customer, so they cannot be tagged.',
    ),
    'unknown-platform': vscode.l10n.t(
      'This customer is on a platform that the interface has no channel for, so they cannot be tagged.',
    ),
    'unread-id': vscode.l10n.t(
      'The user ID of this customer is not text, so they cannot be tagged.',
    ),
    'unread-page': vscode.l10n.t(
      'The page ID of this customer is not text, so they cannot be tagged.',
    ),
    'unread-platform': vscode.l10n.t(
      'The platform of this customer is not text, so they cannot be tagged.',
    ),
  };
  return texts[reason];
}
