import { l10n } from 'vscode';
import type { FieldName } from '../../base/customerFields.ts';
import { UNTAGGABLE } from '../../base/customer.ts';
import { MAX_LIMIT } from '../../base/model.ts';
import { statusTexts } from '../customerTexts.ts';
import type { GridStrings } from '../gridStrings.ts';
import { searchStrings } from '../../search/ui/searchTexts.ts';
import { untaggableText } from './untaggable.ts';

/** The page itself fills the placeholders in braces. */
export function gridStrings(): GridStrings {
  return {
    limit: l10n.t('Customers per page'),
    limitError: l10n.t('Enter a whole number from 1 to {0}.', MAX_LIMIT),
    activeAfter: l10n.t('Active after'),
    load: l10n.t('Load'),
    querySummary: l10n.t('{0} customers per page · active at any time'),
    querySummaryActiveAfter: l10n.t('{0} customers per page · active after {1}'),
    change: l10n.t('Change…'),
    changeTitle: l10n.t('Customers to Load'),
    loadMore: l10n.t('Load More'),
    loading: l10n.t('Loading…'),
    retry: l10n.t('Retry'),
    loadedFirst: l10n.t('First {0} customers loaded'),
    loadedAll: l10n.t('All {0} customers loaded'),
    loadingPages: l10n.t('Loading… {0} of {1} pages'),
    loadingAll: l10n.t('Loading… pages so far: {0}'),
    loadAll: l10n.t('Load All'),
    loadAgain: l10n.t('Reload {0} Pages'),
    cancel: l10n.t('Cancel'),
    matching: l10n.t('{0} of {1} loaded'),
    selected: l10n.t('{0} selected'),
    selectAll: l10n.t('Select All {0}'),
    clearSelection: l10n.t('Clear Selection'),
    ...viewStrings(),
    ...foundStrings(),
    untaggable: UNTAGGABLE.map(untaggableText),
    withInvalidData: l10n.t('{0} with unexpected data'),
    none: l10n.t('No customers'),
    openPage: l10n.t('Open Page {0} as JSON'),
    openRecord: l10n.t('Open Record as JSON'),
    attachTag: l10n.t('Attach Tag…'),
    detachTag: l10n.t('Detach Tag…'),
    listTags: l10n.t('List Tags'),
    copyId: l10n.t('Copy User ID'),
    unexpectedData: l10n.t('Unexpected data'),
    labeled: l10n.t('{0}: {1}'),
    comma: l10n.t(', '),
    status: statusTexts(l10n),
    male: l10n.t('Male'),
    female: l10n.t('Female'),
    grid: l10n.t('Customers'),
    charts: chartStrings(),
    range: {
      copyCsv: l10n.t('Copy Range as CSV'),
      none: l10n.t(
        'Select cells first: drag over the table, or hold Shift and press the arrow keys.',
      ),
      copied: l10n.t('{0} cells copied.'),
      tooMany: l10n.t(
        'Nothing was copied, because {0} cells are selected and the limit is {1}. Select fewer cells, or export the customers to a file.',
      ),
    },
    columns: columnTitles(),
  };
}

function foundStrings() {
  return {
    foundFirst: l10n.t('{0} found. Only the first {1} customers were searched.'),
    foundAll: l10n.t('{0} found. All {1} customers were searched.'),
    searchAll: l10n.t('Search All Customers'),
  };
}

function viewStrings() {
  return {
    searchHasError: l10n.t(
      'The search was not changed, because the search contains an error. Fix or clear the search, then try again.',
    ),
    facets: {
      status: l10n.t('Status'),
      platform: l10n.t('Platform'),
      tag: l10n.t('Tag'),
      active: l10n.t('Active'),
    },
    search: searchStrings(),
    findTag: l10n.t('Find a tag'),
    noValue: l10n.t('(none)'),
    noValues: l10n.t('No values'),
    omittedValues: l10n.t(
      '{0} more tags are not listed. To find a tag, type "tag:" followed by the name of the tag.',
    ),
    activeFrom: l10n.t('From'),
    activeTo: l10n.t('To'),
    lastDay: l10n.t('The last 24 hours'),
    lastDays: l10n.t('The last {0} days'),
    noMatch: l10n.t('No loaded customer matches the search'),
    moreActions: l10n.t('More Actions…'),
    noRow: l10n.t('Select a customer first.'),
    severalSelected: l10n.t(
      'Select only one customer. To tag several customers, use "Tag Customers…".',
    ),
    columnsMenu: l10n.t('Columns'),
    sortAscending: l10n.t('Sort Ascending'),
    sortDescending: l10n.t('Sort Descending'),
    unsort: l10n.t('Same Order as the Service'),
    onlyColumn: l10n.t('This is the only visible column, so it cannot be hidden.'),
    hide: l10n.t('Hide "{0}"'),
    pin: l10n.t('Pin "{0}" to the Left'),
    unpin: l10n.t('Unpin "{0}"'),
    moveLeft: l10n.t('Move "{0}" to the Left'),
    moveRight: l10n.t('Move "{0}" to the Right'),
    resetColumns: l10n.t('Reset Columns'),
    sortedUp: l10n.t('Sorted by {0}, ascending'),
    sortedDown: l10n.t('Sorted by {0}, descending'),
    details: l10n.t('Details'),
    closeDetails: l10n.t('Close Details'),
    noDetails: l10n.t('Select a customer to see all details.'),
    otherFields: l10n.t('Other fields'),
    picture: l10n.t('Picture'),
    activeAgo: l10n.t('active {0}'),
    detach: l10n.t('Detach "{0}"'),
    showTag: l10n.t('Show Customers with Tag'),
    copy: l10n.t('Copy {0}'),
  };
}

function chartStrings(): GridStrings['charts'] {
  return {
    title: l10n.t('Statistics'),
    statisticsOf: l10n.t('Statistics of "{0}"'),
    distinctValues: l10n.t('{0} different'),
    distinctValuesAndEmpty: l10n.t('{0} different · {1} empty'),
    bar: l10n.t('{0}: {1} ({2})'),
    summary: l10n.t('{0}. Customers: {1}'),
    anyValue: l10n.t('(any value)'),
    otherValues: l10n.t('(other values)'),
    value: l10n.t('Value'),
    count: l10n.t('Customers'),
    share: l10n.t('Share'),
    keyboardHelp: l10n.t(
      'Press Enter to filter by this value. Press Shift+Enter to add this value to the filter.',
    ),
  };
}

export function fieldTitle(field: FieldName): string {
  if (field === 'pic') return l10n.t('Picture');
  return columnTitles()[field === 'pageId' ? 'page' : field];
}

function columnTitles(): GridStrings['columns'] {
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
