import { l10n } from 'vscode';
import {
  RUN_CONCURRENCY,
  SKIPS,
  type PlanAction,
  type PlanHead,
  type PlanTag,
  type PlanTotals,
  type Skip,
  type Tagging,
} from '../../base/plan.ts';
import {
  comma,
  customerCountText,
  durationText,
  itemCountText,
  numberText,
  quoted,
  requestCountText,
  tagCountText,
} from '../../base/ui/localeTexts.ts';

/** Estimated time of a request to a service at a medium distance, in seconds. */
const SECONDS_PER_REQUEST = 0.3;

type Subject = Pick<PlanHead, 'action' | 'tags' | 'checkFirst'>;

/** Returns a text such as "Attach 2 tags to 1,204 customers: 2,400 requests, about 3 min". */
export function totalsText(plan: Subject, totals: PlanTotals): string {
  const requests = requestCountText(totals.operations);
  const reads = plan.checkFirst ? totals.users : 0;
  const time = durationText(((totals.operations + reads) * SECONDS_PER_REQUEST) / RUN_CONCURRENCY);
  return l10n.t('{0}: {1}, about {2}', planActionText(plan, totals.users), requests, time);
}

type PlanChanges = Pick<Subject, 'action' | 'tags'>;

/** Returns a text such as "Attach 2 tags to 1,204 customers". `count` is the number of customers, or of items. */
export function planActionText({ action, tags }: PlanChanges, count: number): string {
  switch (action) {
    case 'delete':
      return l10n.t('Delete {0}', itemCountText(count));
    case 'attach':
      return l10n.t('Attach {0} to {1}', tagsText(tags), customerCountText(count));
    case 'detach':
      return l10n.t('Detach {0} from {1}', tagsText(tags), customerCountText(count));
    case 'attach and detach':
      return l10n.t('{0} for {1}', changesText({ action, tags }), customerCountText(count));
  }
}

/** Returns a text without customers, such as `Attach "VIP"` or `Attach 2 tags, detach "Trial"`. */
export function changesText({ action, tags }: PlanChanges): string {
  switch (action) {
    case 'delete':
      return l10n.t('Delete Tags and Folders');
    case 'attach':
      return l10n.t('Attach {0}', tagsText(tags));
    case 'detach':
      return l10n.t('Detach {0}', tagsText(tags));
    case 'attach and detach': {
      const [attached, detached] = [tagsWith(tags, 'attach'), tagsWith(tags, 'detach')];
      const isSameTag = attached.length === 1 && attached[0]?.id === detached[0]?.id;
      return isSameTag && detached.length === 1
        ? l10n.t('Attach or detach {0}', tagsText(attached))
        : l10n.t('Attach {0}, detach {1}', tagsText(attached), tagsText(detached));
    }
  }
}

function tagsWith(tags: readonly PlanTag[], action: Tagging): readonly PlanTag[] {
  return tags.filter((tag) => tag.action === action);
}

export function oppositeOf({ action, tags }: PlanChanges): PlanChanges {
  return {
    action: OPPOSITES[action],
    tags: tags.map((tag) => ({ ...tag, action: tag.action && OPPOSITES[tag.action] })),
  };
}

const OPPOSITES = {
  attach: 'detach',
  detach: 'attach',
  'attach and detach': 'attach and detach',
  delete: 'delete',
} as const satisfies Record<PlanAction, PlanAction>;

/** Lists the names of several tags, and the number of requests to attach and to detach if a plan does both. */
export function tagLines(
  { action, tags }: PlanChanges,
  { operations, detaches }: PlanTotals,
): readonly string[] {
  const names = (listed: readonly PlanTag[]): string =>
    listed.map(({ name }) => quoted(name)).join(comma());
  if (action !== 'attach and detach') {
    return tags.length > 1 ? [l10n.t('Tags: {0}', names(tags))] : [];
  }
  const [attached, detached] = [tagsWith(tags, 'attach'), tagsWith(tags, 'detach')];
  return [
    l10n.t('Attach {0}', `${names(attached)} (${numberText(operations - detaches)})`),
    l10n.t('Detach {0}', `${names(detached)} (${numberText(detaches)})`),
  ];
}

export function tagsText(tags: readonly PlanTag[]): string {
  const [first, ...others] = tags;
  const isSingle = first !== undefined && others.length === 0;
  return isSingle ? quoted(first.name) : tagCountText(tags.length);
}

/** Returns a text such as "Skipped: 12 already tagged, 3 without an ID"; no text if no line is skipped. */
export function skippedTexts({ skipped }: Pick<PlanTotals, 'skipped'>): readonly string[] {
  const counts = SKIPS.filter((skip) => skipped[skip] > 0).map((skip) =>
    skipText(skip, numberText(skipped[skip])),
  );
  return counts.length === 0 ? [] : [l10n.t('Skipped: {0}', counts.join(comma()))];
}

export function deletingText(): string {
  return l10n.t(
    'Deleting a folder deletes everything below it. Deleting a tag detaches it from all customers.',
  );
}

export function checkFirstText(): string {
  return l10n.t(
    'The run first reads the tags of each customer and skips customers who need no change.',
  );
}

function skipText(skip: Skip, count: string): string {
  switch (skip) {
    case 'already tagged':
      return l10n.t('{0} already tagged', count);
    case 'not tagged':
      return l10n.t('{0} without any of the tags to detach', count);
    case 'no change':
      return l10n.t('{0} unchanged', count);
    case 'no ID':
      return l10n.t('{0} without an ID', count);
    case 'duplicate':
      return l10n.t('{0} listed more than once', count);
    case 'blocked':
      return l10n.t('{0} blocked', count);
  }
}
