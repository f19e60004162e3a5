import type { OverviewAction } from '../overviewMessages.ts';
import type { TidyFinding, TidyReason, TidyScope } from '../tidyUp.ts';
import type { TagFacts } from './facts.ts';
import { dotted, fill, type Words } from './words.ts';

/** What was counted. */
export type CountedScope = Omit<TidyScope, 'fewer'> & { readonly customers: number };

interface Telling {
  readonly words: Words;
  /** `undefined`: nobody. */
  readonly scope: CountedScope | undefined;
  /** Tags on fewer customers are told. */
  readonly fewer: number;
}

/** "19 tags"; with folders among them, "19 tags and folders". */
export function nameText(tags: readonly TagFacts[], words: Words): string {
  const { tags: only, tagsAndFolders } = words.strings.tidy;
  const template = tags.some(({ isFolder }) => isFolder) ? tagsAndFolders : only;
  return fill(template, words.number(tags.length));
}

/** Why it is told, and on how many customers it stands. */
export function whyText(finding: TidyFinding<TagFacts>, telling: Telling): string {
  const { words, scope } = telling;
  const { reason, tags } = finding;
  const counts = scope === undefined || tags.length > 5 ? '' : countsText(tags, words);
  return reason === 'nobody' || reason === 'gone' || reason === 'unplaced'
    ? reasonText(finding, telling)
    : dotted(reasonText(finding, telling), counts);
}

function reasonText(finding: TidyFinding<TagFacts>, { words, scope, fewer }: Telling): string {
  const { tidy, tagChart, labelled } = words.strings;
  const { reason, tags, likeness = 'writing' } = finding;
  const [only] = tags.length === 1 ? tags : [];
  switch (reason) {
    case 'similar':
      return tidy.similar[likeness];
    case 'stale':
      return only === undefined
        ? tidy.stale
        : fill(labelled, tagChart.lastApplied, words.ago(only.newest ?? Number.NaN));
    case 'nobody':
      return fill(tidy.nobody, words.customers(scope?.customers ?? 0));
    case 'fewer':
      return fill(tidy.fewer, words.number(fewer), words.customers(scope?.customers ?? 0));
    default:
      return tidy[reason];
  }
}

/** "412, 38 and 7 customers" */
function countsText(tags: readonly TagFacts[], words: Words): string {
  const [only] = tags.length === 1 ? tags : [];
  if (only !== undefined) return words.customers(only.customers);
  const counts = words.list(tags.map(({ customers }) => words.number(customers)));
  return fill(words.strings.customers, counts);
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

/** What changes something at the service. */
export const WRITES: readonly OverviewAction[] = ['merge', 'planDelete'];

/** What can be done about it. @param isWhole everybody was counted: else it may be on others, and is not proposed to be deleted */
export function actionsFor(
  { reason, tags }: TidyFinding,
  isWhole: boolean,
): readonly OverviewAction[] {
  return ACTIONS[reason].filter((action) => {
    if (action === 'planDelete') return isWhole;
    // Only what is in the list has a place in the tree, and can be merged.
    return !['tree', 'merge', 'verify'].includes(action) || tags.some(({ isListed }) => isListed);
  });
}
