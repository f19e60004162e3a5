import { likeNames, type Likeness } from './likeNames.ts';

/** Why a tag may need a hand, what weighs most first. */
const TIDY_REASONS = [
  'similar',
  'sameName',
  'stale',
  'nobody',
  'fewer',
  'gone',
  'unplaced',
] as const;
export type TidyReason = (typeof TIDY_REASONS)[number];

/** A tag or folder, with what the list and a walk over customers know of it. */
export interface TidyTag {
  readonly id: string;
  readonly name: string;
  readonly isFolder: boolean;
  /** It is in the list; else only customers told of it. */
  readonly isListed: boolean;
  readonly isGone: boolean;
  readonly isPlaced: boolean;
  /** When it was created, or came into the list, ms; `null`: nobody knows. */
  readonly since: number | null;
  /** Of those that were counted. */
  readonly customers: number;
  /** When it was applied last, ms. */
  readonly newest: number | null;
}

/** What was counted, and what it allows to be said. */
export interface TidyScope {
  /** When, ms. */
  readonly time: number;
  /** All customers of the bot; of others nobody knows who has a tag that nobody of these has. */
  readonly isWhole: boolean;
  /** Tags on fewer customers are told. */
  readonly fewer: number;
}

export interface TidyFinding<T extends TidyTag = TidyTag> {
  readonly reason: TidyReason;
  /** Those with most customers first. */
  readonly tags: readonly T[];
  /** Of `similar`. */
  readonly likeness?: Likeness;
}

const STALE = 90 * 86_400_000;

/**
 * What may be tidied up: each group of doubled names, and for every other reason all of its tags as one. A walk over
 * some customers calls no tag stale, and a tag that is younger than the walk is not missed in it.
 * @param scope `undefined`: nobody was counted
 * @param like of `namesToCompare`, where that was found in slices
 */
export function tidyUp<T extends TidyTag>(
  all: readonly T[],
  scope: TidyScope | undefined,
  like = likeNames(namesToCompare(all)),
): readonly TidyFinding<T>[] {
  const here = all.filter(({ isGone }) => !isGone);
  const tags = namesToCompare(all);
  const hasFolders = here.some(({ isFolder }) => isFolder);
  const named = Map.groupBy(tags, ({ name }) => name);
  const similar = like.map(({ tags: own, likeness }) => {
    return { ...finding('similar', own), likeness };
  });
  const told = new Set(similar.flatMap(({ tags: own }) => own));
  const same = [...named.values()].filter(
    ([first, ...others]) => first !== undefined && others.length > 0 && !told.has(first),
  );
  const counted = scope === undefined ? [] : countedFindings(tags, scope);
  return [
    ...similar.toSorted((one, other) => sum(other.tags) - sum(one.tags)),
    ...same.map((own) => finding('sameName', own)),
    ...counted,
    finding(
      'gone',
      all.filter(({ isGone, isListed }) => isGone && isListed),
    ),
    finding(
      'unplaced',
      here.filter(({ isListed, isPlaced }) => hasFolders && isListed && !isPlaced),
    ),
  ].filter(({ tags: own }) => own.length > 0);
}

/** Tags that are there: folders and tags may well have like names. */
export function namesToCompare<T extends TidyTag>(all: readonly T[]): readonly T[] {
  return all.filter(({ isGone, isFolder }) => !isGone && !isFolder);
}

function countedFindings<T extends TidyTag>(tags: readonly T[], scope: TidyScope) {
  const { time, isWhole, fewer } = scope;
  const isStale = ({ newest, customers }: T) =>
    isWhole && customers > 0 && newest !== null && newest < time - STALE;
  const isMissed = ({ since, customers, isListed }: T) =>
    isListed && customers === 0 && (since ?? 0) <= time;
  return [
    finding('stale', tags.filter(isStale)),
    finding('nobody', tags.filter(isMissed)),
    finding(
      'fewer',
      tags.filter(({ customers }) => customers > 0 && customers < fewer),
    ),
  ];
}

function finding<T extends TidyTag>(reason: TidyReason, tags: readonly T[]): TidyFinding<T> {
  return { reason, tags: tags.toSorted((one, other) => other.customers - one.customers) };
}

function sum(tags: readonly TidyTag[]): number {
  return tags.reduce((total, { customers }) => total + customers, 0);
}

/** What a person wants to read no more: a reason and a tag's ID, or of a group all of them; a line each. */
export type Ignored = string;

/** By which a finding is ignored: a group as a whole, until it is another one; else each of its tags. */
export function ignoringOf({ reason, tags }: TidyFinding): readonly Ignored[] {
  const ids = tags.map(({ id }) => id);
  return isGroup(reason)
    ? [[reason, ...ids.toSorted()].join('\n')]
    : ids.map((id) => `${reason}\n${id}`);
}

/** Without what is ignored. */
export function withoutIgnored<T extends TidyTag>(
  findings: readonly TidyFinding<T>[],
  ignored: readonly Ignored[],
): readonly TidyFinding<T>[] {
  const known = new Set(ignored);
  return findings.flatMap((finding) => {
    const { reason, tags } = finding;
    if (isGroup(reason)) return known.has(ignoringOf(finding)[0] ?? '') ? [] : [finding];
    const left = tags.filter(({ id }) => !known.has(`${reason}\n${id}`));
    return left.length === 0 ? [] : [{ ...finding, tags: left }];
  });
}

export function isGroup(reason: TidyReason): boolean {
  return reason === 'similar' || reason === 'sameName';
}
