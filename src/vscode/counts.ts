import { l10n } from 'vscode';
import { numberText } from './numberText.ts';

/** "1 customer", "12,300 customers" */
export function customerCount(count: number): string {
  return count === 1 ? l10n.t('1 customer') : l10n.t('{0} customers', numberText(count));
}

export function pageCount(count: number): string {
  return count === 1 ? l10n.t('1 page') : l10n.t('{0} pages', numberText(count));
}

export function requestCount(count: number): string {
  return count === 1 ? l10n.t('1 request') : l10n.t('{0} requests', numberText(count));
}

export function botCount(count: number): string {
  return count === 1 ? l10n.t('1 bot') : l10n.t('{0} bots', numberText(count));
}

export function tagCount(count: number): string {
  return count === 1 ? l10n.t('1 tag') : l10n.t('{0} tags', numberText(count));
}

/** Of tags and folders together. */
export function itemCount(count: number): string {
  return count === 1
    ? l10n.t('1 tag or folder')
    : l10n.t('{0} tags and folders', numberText(count));
}

export function userIdCount(count: number): string {
  return count === 1 ? l10n.t('1 user ID') : l10n.t('{0} user IDs', numberText(count));
}
