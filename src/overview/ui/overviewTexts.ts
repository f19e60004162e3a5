import { l10n } from 'vscode';
import type { OverviewStrings } from '../overviewStrings.ts';
import { statusTexts } from '../../customers/ui/gridTexts.ts';

/** The page itself fills the placeholders in braces. */
export function overviewStrings(): OverviewStrings {
  return {
    title: l10n.t('Tag Overview'),
    scanned: l10n.t('{0} scanned {1}'),
    loaded: l10n.t('{0} loaded, counted {1}'),
    sources: { scan: l10n.t('Last Scan'), loaded: l10n.t('Loaded Customers') },
    sourceLabel: l10n.t('Counted customers'),
    export: l10n.t('Export…'),
    scan: l10n.t('Scan Customers…'),
    openCustomers: l10n.t('Show Customers'),
    cancel: l10n.t('Cancel'),
    empty: l10n.t('No customers of this bot have been scanned or loaded yet.'),
    emptyHint: l10n.t(
      'A scan reads the customers in batches and counts how many customers have each tag. No customer data is saved.',
    ),
    customer: l10n.t('1 customer'),
    customers: l10n.t('{0} customers'),
    numbers: {
      label: l10n.t('Customers'),
      tags: l10n.t('tags'),
      tagged: l10n.t('customers with a tag ({0})'),
      mean: l10n.t('tags per customer'),
      changedSince: l10n.t('new and missing tags since {0}'),
      noEarlier: l10n.t('no earlier scan to compare with'),
      tagsToTidy: l10n.t('tags to tidy up'),
      tidyTitle: l10n.t(
        'Show these tags. Tags whose only problem is an unknown folder are not counted.',
      ),
    },
    tagChart: tagChartStrings(),
    ...chartStrings(),
    tidy: tidyStrings(),
    actions: {
      customers: l10n.t('Show Customers'),
      tree: l10n.t('Show in Tree'),
      merge: l10n.t('Merge…'),
      verify: l10n.t('Refresh'),
      planDelete: l10n.t('Plan Delete…'),
      moveToFolder: l10n.t('Move to Folder…'),
      remove: l10n.t('Remove from List'),
    },
  };
}

function tagChartStrings(): OverviewStrings['tagChart'] {
  return {
    title: l10n.t('Customers by tag'),
    ofCustomers: l10n.t('of {0}'),
    search: l10n.t('Find a tag'),
    tag: l10n.t('Tag'),
    share: l10n.t('Share'),
    lastApplied: l10n.t('Last applied'),
    change: l10n.t('Change'),
    changeSince: l10n.t('Change since {0}'),
    history: l10n.t('Scans'),
    more: l10n.t('Show More ({0})'),
    noMatch: l10n.t('No tag name contains this text.'),
    none: l10n.t('No tags.'),
    folder: l10n.t('Folder: {0}'),
    menu: l10n.t('Actions'),
    sortedUp: l10n.t('Sorted by {0}, ascending'),
    sortedDown: l10n.t('Sorted by {0}, descending'),
  };
}

function chartStrings() {
  return {
    labeled: l10n.t('{0}: {1}'),
    charts: {
      last: l10n.t('Customers by month of last interaction'),
      first: l10n.t('Customers by month of first interaction'),
      status: l10n.t('Customers by status'),
      platform: l10n.t('Customers by platform'),
      page: l10n.t('Customers by page'),
    },
    value: l10n.t('Value'),
    status: statusTexts(),
    noValue: l10n.t('(none)'),
    noCustomers: l10n.t('No customers'),
    othersInTable: l10n.t('More values in the table: {0}'),
    asTable: l10n.t('Show as Table'),
    asChart: l10n.t('Show as Chart'),
  };
}

function tidyStrings(): OverviewStrings['tidy'] {
  return {
    title: l10n.t('To tidy up'),
    nothing: l10n.t('Nothing to tidy up.'),
    thresholdLabel: l10n.t('List tags with fewer than {0} customers'),
    tags: l10n.t('{0} tags'),
    tagsAndFolders: l10n.t('{0} tags and folders'),
    similar: {
      spelling: l10n.t('same name except for case, character width, spaces, or hyphens'),
      plural: l10n.t('same name except for singular or plural'),
      letter: l10n.t('names that differ in one letter'),
    },
    sameName: l10n.t('same name used more than once'),
    stale: l10n.t('not applied in the last 90 days'),
    unused: l10n.t('not attached to any of the {0} that were counted'),
    fewerThan: l10n.t('attached to fewer than {0} of {1}'),
    gone: l10n.t('no longer in the service'),
    unplaced: l10n.t('Unknown folder'),
    notAllCounted: l10n.t(
      'Not all customers were counted. Therefore, tags that are no longer applied are not listed, and no deletion is suggested. Customers who were not counted can have any of the tags.',
    ),
    ignore: l10n.t('Ignore'),
    showIgnored: l10n.t('Show Ignored ({0})'),
    showTags: l10n.t('Show Tags'),
    hideTags: l10n.t('Hide Tags'),
  };
}
