import { l10n } from 'vscode';
import type { PageStrings } from '../../protocol.ts';

/** The page's texts in the language of the window; the page itself fills in what stands in braces. */
export function pageStrings(): PageStrings {
  return {
    limit: l10n.t('Customers per page'),
    limitError: l10n.t('Enter a whole number from 1 to 3086.'),
    from: l10n.t('Active after'),
    load: l10n.t('Load'),
    loadMore: l10n.t('Load more'),
    loading: l10n.t('Loading…'),
    retry: l10n.t('Retry'),
    loadedMore: l10n.t('{0} loaded, more available'),
    loadedAll: l10n.t('{0} loaded, nothing more'),
    bad: l10n.t('not matching the interface: {0}'),
    none: l10n.t('No customers'),
    openPage: l10n.t('Open Page {0} as JSON'),
    openRecord: l10n.t('Open Record as JSON'),
    attachTag: l10n.t('Attach Tag…'),
    detachTag: l10n.t('Detach Tag…'),
    listTags: l10n.t('List Tags'),
    copyId: l10n.t('Copy User ID'),
    badRecord: l10n.t('This record does not match the interface'),
    statusUnknown: l10n.t('status {0}'),
    status: [
      l10n.t('Running'),
      l10n.t('Paused'),
      l10n.t('Stopped'),
      l10n.t('Blocked'),
      l10n.t('Blocking'),
    ],
    male: l10n.t('Male'),
    female: l10n.t('Female'),
    grid: l10n.t('Customers'),
    columns: columns(),
  };
}

function columns(): PageStrings['columns'] {
  return {
    picture: l10n.t('Picture'),
    name: l10n.t('Name'),
    platform: l10n.t('Platform'),
    page: l10n.t('Page ID'),
    status: l10n.t('Status'),
    created: l10n.t('First interaction'),
    lastActive: l10n.t('Last interaction'),
    tags: l10n.t('Tags'),
    params: l10n.t('Parameters'),
    email: l10n.t('E-mail'),
    phone: l10n.t('Phone'),
    birthday: l10n.t('Birthday'),
    gender: l10n.t('Gender'),
    id: l10n.t('User ID'),
  };
}
