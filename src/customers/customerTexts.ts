import { STATUS_WORDS, type Untaggable } from '../base/customer.ts';
import type { Column, FieldName } from '../base/customerFields.ts';
import type { L10n } from '../base/text.ts';

/** Returns the words that replace the numbers of statuses and the Chinese words of genders. A search finds them, too. */
export function displayedWords(l10n: L10n) {
  return { status: statusTexts(l10n), male: l10n.t('Male'), female: l10n.t('Female') };
}

/** Returns the names of the statuses, in the order of `STATUS_WORDS`. */
export function statusTexts(l10n: L10n): readonly string[] {
  const texts: Record<(typeof STATUS_WORDS)[number], string> = {
    Running: l10n.t('Running'),
    Paused: l10n.t('Paused'),
    Stopped: l10n.t('Stopped'),
    Blocked: l10n.t('Blocked'),
    'Blocked the bot': l10n.t('Blocked the bot'),
  };
  return STATUS_WORDS.map((word) => texts[word]);
}

export function columnTitles(l10n: L10n): Readonly<Record<Column, string>> {
  return {
    name: l10n.t('Name'),
    platform: l10n.t('Platform'),
    page: l10n.t('Page ID'),
    status: l10n.t('Status'),
    created: l10n.t('First interaction'),
    lastActive: l10n.t('Last interaction'),
    tags: l10n.t('Tags'),
    params: l10n.t('Parameters'),
    email: l10n.t('Email'),
    phone: l10n.t('Phone'),
    birthday: l10n.t('Birthday'),
    gender: l10n.t('Gender'),
    extId: l10n.t('External ID'),
    id: l10n.t('User ID'),
  };
}

export function fieldTitle(l10n: L10n, field: FieldName): string {
  if (field === 'pic') return l10n.t('Picture');
  return columnTitles(l10n)[field === 'pageId' ? 'page' : field];
}

export function untaggableText(l10n: L10n, reason: Untaggable): string {
  switch (reason) {
    case 'bad-record':
      return l10n.t(
        'This record from the service is not a JSON object, so it contains no customer to tag.',
      );
    case 'no-id':
      return emptyText(l10n, l10n.t('User ID'));
    case 'no-page':
      return emptyText(l10n, l10n.t('Page ID'));
    case 'unknown-platform':
      return l10n.t(
        'This customer cannot be tagged, because the service does not support tags on this platform.',
      );
    case 'unread-id':
      return unreadText(l10n, l10n.t('User ID'));
    case 'unread-page':
      return unreadText(l10n, l10n.t('Page ID'));
    case 'unread-platform':
      return unreadText(l10n, l10n.t('Platform'));
  }
}

function emptyText(l10n: L10n, column: string): string {
  return l10n.t(
    'This customer cannot be tagged, because the service sent an empty value for "{0}".',
    column,
  );
}

function unreadText(l10n: L10n, column: string): string {
  return l10n.t(
    'This customer cannot be tagged, because the service sent no text for "{0}".',
    column,
  );
}
