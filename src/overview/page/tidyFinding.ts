import type { OverviewAction } from '../overviewMessages.ts';
import type { TidyFinding, TidyReason, TidyScope } from '../tidyUp.ts';
import type { TagFacts } from './facts.ts';
import { joinedByDots, type OverviewFormat } from './overviewFormat.ts';
import { fill } from '../../base/text.ts';

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
  const { tags: tagsOnly, tagsAndFolders } = format.strings.tidy;
  const template = tags.some(({ isFolder }) => isFolder) ? tagsAndFolders : tagsOnly;
  return fill(template, format.number(tags.length));
}

export function tidyReasonText(finding: TidyFinding<TagFacts>, context: TextContext): string {
  const { format, scope } = context;
  const { reason, tags } = finding;
  const counts = scope === undefined || tags.length > MAX_COUNTS ? '' : countsText(tags, format);
  // With these three reasons, the numbers of customers are always 0 or do not matter.
  return reason === 'nobody' || reason === 'gone' || reason === 'unplaced'
    ? reasonText(finding, context)
    : joinedByDots(reasonText(finding, context), counts);
}

function reasonText(
  finding: TidyFinding<TagFacts>,
  { format, scope, rareBelow }: TextContext,
): string {
  const { tidy, tagChart, labeled } = format.strings;
  // A finding with the reason `similar` always has a likeness.
  const { reason, tags, likeness = 'spelling' } = finding;
  const [singleTag] = tags.length === 1 ? tags : [];
  switch (reason) {
    case 'similar':
      return tidy.similar[likeness];
    case 'stale':
      return singleTag === undefined
        ? tidy.stale
        : fill(labeled, tagChart.lastApplied, format.ago(singleTag.newest ?? Number.NaN));
    case 'nobody':
      return fill(tidy.unused, format.customers(scope?.customers ?? 0));
    case 'fewer':
      return fill(
        tidy.fewerThan,
        format.number(rareBelow),
        format.customers(scope?.customers ?? 0),
      );
    default:
      return tidy[reason];
  }
}

/** Returns the number of customers per tag as text: "412, 38 and 7 customers". */
function countsText(tags: readonly TagFacts[], format: OverviewFormat): string {
  const [singleTag] = tags.length === 1 ? tags : [];
  if (singleTag !== undefined) return format.customers(singleTag.customers);
  const counts = format.list(tags.map(({ customers }) => format.number(customers)));
  return fill(format.strings.customers, counts);
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
    if (action === 'planDelete') return isWhole;
    // A tag that is not listed is not in the tree and cannot be merged.
    return !['tree', 'merge', 'verify'].includes(action) || tags.some(({ isListed }) => isListed);
  });
}
