import { DAY_MS } from '../base/numbers.ts';
import type { OverviewTag } from './overviewMessages.ts';
import type { LikeGroup, Likeness } from './likeNames.ts';

/** Reasons for a finding, the most important first. */
export type TidyReason =
  | 'similar'
  | 'sameName'
  /** The tag was not applied for 90 days. */
  | 'stale'
  /** No counted customer has the tag. */
  | 'nobody'
  /** Fewer counted customers than the threshold have the tag. */
  | 'fewer'
  /** The service no longer has the tag or folder. */
  | 'gone'
  /** The folder of the tag or folder is not known. */
  | 'unplaced';

/** Tag or folder, with facts from the catalogue and from the counted customers. */
export interface TagFacts extends OverviewTag {
  /** Number of counted customers that have the tag. */
  readonly customers: number;
  /** Time at which the tag was last applied, in ms; `null`: unknown, or never. */
  readonly newest: number | null;
}

/** Customers that were counted, and the threshold for rare tags. */
export interface TidyScope {
  /** Time of the count, in ms. */
  readonly time: number;
  /** Whether all customers of the bot were counted. If not, any tag may be on customers that were not counted. */
  readonly isWhole: boolean;
  /** Threshold for `fewer`: tags on fewer customers than this are reported. */
  readonly rareBelow: number;
}

export interface TidyFinding {
  readonly reason: TidyReason;
  /** Tags of the finding, the tag with the most customers first. */
  readonly tags: readonly TagFacts[];
  /** Kind of difference between the names. Set only for `similar`. */
  readonly likeness?: Likeness;
}

const STALE_AFTER_MS = 90 * DAY_MS;

/**
 * Returns one finding for each group of similar or equal names, and for each other reason one finding with all its
 * tags. A partial count reports no stale tags. A tag that is newer than the count is not reported as unused.
 * @param likeGroups result of `likeNamesInSlices(tagsToCompare(items))`
 */
export function findTidyFindings(
  items: readonly TagFacts[],
  scope: TidyScope | undefined,
  likeGroups: readonly LikeGroup<TagFacts>[],
): readonly TidyFinding[] {
  const existingItems = items.filter(({ isGone }) => !isGone);
  const tags = tagsToCompare(items);
  // Without folders, an unknown folder is not a problem.
  const hasFolders = existingItems.some(({ isFolder }) => isFolder);
  const tagsByName = Map.groupBy(tags, ({ name }) => name);
  const similar = likeGroups.map(({ tags: groupTags, likeness }) => {
    return { ...createFinding('similar', groupTags), likeness };
  });
  const similarTags = new Set(similar.flatMap(({ tags: groupTags }) => groupTags));
  // Groups of similar names already contain their tags with equal names.
  const sameName = [...tagsByName.values()].filter(
    ([first, ...others]) => first !== undefined && others.length > 0 && !similarTags.has(first),
  );
  const byCount = scope === undefined ? [] : findByCount(tags, scope);
  return [
    ...similar.toSorted((one, other) => sumCustomers(other.tags) - sumCustomers(one.tags)),
    ...sameName.map((groupTags) => createFinding('sameName', groupTags)),
    ...byCount,
    createFinding(
      'gone',
      items.filter(({ isGone, isListed }) => isGone && isListed),
    ),
    createFinding(
      'unplaced',
      existingItems.filter(({ isListed, isPlaced }) => hasFolders && isListed && !isPlaced),
    ),
  ].filter(({ tags: groupTags }) => groupTags.length > 0);
}

/** Leaves out folders, because a folder and a tag may have similar names. */
export function tagsToCompare(items: readonly TagFacts[]): readonly TagFacts[] {
  return items.filter(({ isGone, isFolder }) => !isGone && !isFolder);
}

function findByCount(tags: readonly TagFacts[], scope: TidyScope) {
  const { time, isWhole, rareBelow } = scope;
  const isStale = ({ newest, customers }: TagFacts) =>
    isWhole && customers > 0 && newest !== null && newest < time - STALE_AFTER_MS;
  const isUnused = ({ since, customers, isListed }: TagFacts) =>
    isListed && customers === 0 && (since ?? 0) <= time;
  return [
    createFinding('stale', tags.filter(isStale)),
    createFinding('nobody', tags.filter(isUnused)),
    createFinding(
      'fewer',
      tags.filter(({ customers }) => customers > 0 && customers < rareBelow),
    ),
  ];
}

function createFinding(reason: TidyReason, tags: readonly TagFacts[]): TidyFinding {
  return { reason, tags: tags.toSorted((one, other) => other.customers - one.customers) };
}

function sumCustomers(tags: readonly TagFacts[]): number {
  return tags.reduce((sum, { customers }) => sum + customers, 0);
}

/** Key of an ignored finding: the reason and one tag ID, or all tag IDs of a group, one per line. */
export type IgnoredKey = string;

/** A group is ignored as a whole until its members change. Otherwise each tag has its own key. */
export function ignoreKeysOf({ reason, tags }: TidyFinding): readonly IgnoredKey[] {
  const ids = tags.map(({ id }) => id);
  return isGroup(reason)
    ? [[reason, ...ids.toSorted()].join('\n')]
    : ids.map((id) => `${reason}\n${id}`);
}

/** Removes ignored groups and tags. A finding of which nothing is removed stays the same object. */
export function withoutIgnored(
  findings: readonly TidyFinding[],
  ignored: readonly IgnoredKey[],
): readonly TidyFinding[] {
  const ignoredKeys = new Set(ignored);
  return findings.flatMap((finding) => {
    const { reason, tags } = finding;
    if (isGroup(reason)) return ignoredKeys.has(ignoreKeysOf(finding)[0] ?? '') ? [] : [finding];
    const remainingTags = tags.filter(({ id }) => !ignoredKeys.has(`${reason}\n${id}`));
    if (remainingTags.length === tags.length) return [finding];
    return remainingTags.length === 0 ? [] : [{ ...finding, tags: remainingTags }];
  });
}

/** Returns whether a finding of this reason is a group of tags that belong together. */
export function isGroup(reason: TidyReason): boolean {
  return reason === 'similar' || reason === 'sameName';
}
