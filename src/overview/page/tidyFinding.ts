import * as l10n from '@vscode/l10n';
import type { OverviewAction } from '../overviewMessages.ts';
import type { Likeness } from '../likeNames.ts';
import type { TagFacts, TidyFinding, TidyReason, TidyScope } from '../tidyUp.ts';
import { joinedByDots, type OverviewFormat } from './overviewFormat.ts';

/** Maximum number of tags in a finding for which the numbers of customers are listed. */
const MAX_COUNTS = 5;

export type CountedScope = Omit<TidyScope, 'rareBelow'> & { readonly customers: number };

interface TextContext {
  readonly format: OverviewFormat;
  /** Customers that were counted. `undefined`: none. */
  readonly scope: CountedScope | undefined;
  readonly rareBelow: number;
}

/** Returns the number of tags as text: "19 tags", or "19 tags and folders" if there are folders among them. */
export function tagCountText(tags: readonly TagFacts[], format: OverviewFormat): string {
  const count = format.number(tags.length);
  return tags.some(({ isFolder }) => isFolder)
    ? l10n.t('{0} tags and folders', count)
    : l10n.t('{0} tags', count);
}

export function tidyReasonText(finding: TidyFinding, context: TextContext): string {
  const { format, scope } = context;
  const { reason, tags } = finding;
  const counts = scope === undefined || tags.length > MAX_COUNTS ? '' : countsText(tags, format);
  // With these three reasons, the numbers of customers are always 0 or do not matter.
  return reason === 'nobody' || reason === 'gone' || reason === 'unplaced'
    ? reasonText(finding, context)
    : joinedByDots(reasonText(finding, context), counts);
}

function reasonText(finding: TidyFinding, { format, scope, rareBelow }: TextContext): string {
  // A finding with the reason `similar` always has a likeness.
  const { reason, tags, likeness = 'spelling' } = finding;
  const [singleTag] = tags.length === 1 ? tags : [];
  switch (reason) {
    case 'similar':
      return likenessText(likeness);
    case 'stale':
      return singleTag === undefined
        ? l10n.t('not applied in the last 90 days')
        : l10n.t('{0}: {1}', l10n.t('Last applied'), format.ago(singleTag.newest ?? Number.NaN));
    case 'nobody':
      return l10n.t(
        'not attached to any of the {0} that were counted',
        format.customers(scope?.customers ?? 0),
      );
    case 'fewer':
      return l10n.t(
        'attached to fewer than {0} of {1}',
        format.number(rareBelow),
        format.customers(scope?.customers ?? 0),
      );
    case 'sameName':
      return l10n.t('same name used more than once');
    case 'gone':
      return l10n.t('no longer in the service');
    case 'unplaced':
      return l10n.t('Unknown folder');
  }
}

function likenessText(likeness: Likeness): string {
  const texts: Record<Likeness, string> = {
    spelling: l10n.t('same name except for case, character width, spaces, or hyphens'),
    plural: l10n.t('same name except for singular or plural'),
    letter: l10n.t('names that differ in one letter'),
  };
  return texts[likeness];
}

/** Returns the number of customers per tag as text: "412, 38 and 7 customers". */
function countsText(tags: readonly TagFacts[], format: OverviewFormat): string {
  const [singleTag] = tags.length === 1 ? tags : [];
  if (singleTag !== undefined) return format.customers(singleTag.customers);
  const counts = format.list(tags.map(({ customers }) => format.number(customers)));
  return l10n.t('{0} customers', counts);
}

export function actionText(action: OverviewAction): string {
  const texts: Record<OverviewAction, string> = {
    customers: l10n.t('Show Customers'),
    tree: l10n.t('Show in Tree'),
    merge: l10n.t('Merge…'),
    verify: l10n.t('Refresh'),
    planDelete: l10n.t('Plan Delete…'),
    moveToFolder: l10n.t('Move to Folder…'),
    remove: l10n.t('Remove from List'),
  };
  return texts[action];
}

const ACTIONS: Readonly<Record<TidyReason, readonly OverviewAction[]>> = {
  similar: ['customers', 'merge'],
  sameName: ['tree', 'merge'],
  stale: ['customers', 'planDelete'],
  nobody: ['verify', 'tree', 'planDelete'],
  fewer: ['customers', 'planDelete'],
  gone: ['tree', 'remove'],
  unplaced: ['tree', 'moveToFolder'],
};

/** Actions that change data in the service. */
export const WRITE_ACTIONS: readonly OverviewAction[] = ['merge', 'planDelete'];

/** @param isWhole if false, customers that were not counted may have the tag, so deletion is not offered */
export function actionsFor(
  { reason, tags }: TidyFinding,
  isWhole: boolean,
): readonly OverviewAction[] {
  return ACTIONS[reason].filter((action) => {
    if (action === 'planDelete' && !isWhole) return false;
    // A tag that is not listed is not in the tree, and cannot be merged, refreshed or deleted.
    const needsListed = ['tree', 'merge', 'verify', 'planDelete'].includes(action);
    return !needsListed || tags.some(({ isListed }) => isListed);
  });
}
