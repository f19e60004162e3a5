import { l10n } from 'vscode';
import {
  RUN_CONCURRENCY,
  SKIPS,
  type PlanHead,
  type PlanTotals,
  type Skip,
} from '../../core/plans/plan.ts';
import { comma, itemCount, requestCount, tagCount, customerCount, quoted } from '../kit/counts.ts';
import { durationText } from '../kit/timeText.ts';
import { numberText } from '../kit/numberText.ts';

/** What a request takes of a service that is neither near nor far, s. */
const SECONDS_A_REQUEST = 0.3;

type Subject = Pick<PlanHead, 'action' | 'tags' | 'checkFirst'>;

/** "Attach 2 tags to 1,204 users: 2,400 requests, about 3 min". */
export function totalsText(plan: Subject, totals: PlanTotals): string {
  const requests = requestCount(totals.operations);
  const reads = plan.checkFirst ? totals.users : 0;
  const time = durationText(((totals.operations + reads) * SECONDS_A_REQUEST) / RUN_CONCURRENCY);
  return l10n.t('{0}: {1}, about {2}', whatText(plan, totals), requests, time);
}

/** "Attach 2 tags to 1,204 users" */
export function whatText({ action, tags }: Pick<Subject, 'action' | 'tags'>, totals: PlanTotals) {
  if (action === 'delete') return l10n.t('Delete {0}', itemCount(totals.users));
  const [users, named] = [customerCount(totals.users), tagsText(tags)];
  return action === 'attach'
    ? l10n.t('Attach {0} to {1}', named, users)
    : l10n.t('Detach {0} from {1}', named, users);
}

/** The one tag by its name, or how many there are. */
export function tagsText(tags: Subject['tags']): string {
  const [first, ...others] = tags;
  const isOne = first !== undefined && others.length === 0;
  return isOne ? quoted(first.name) : tagCount(tags.length);
}

/** "12 already tagged, 3 without an ID"; `undefined`: nobody is skipped. */
export function skippedText({ skipped }: Pick<PlanTotals, 'skipped'>): string | undefined {
  const parts = SKIPS.filter((skip) => skipped[skip] > 0).map((skip) =>
    skipText(skip, numberText(skipped[skip])),
  );
  return parts.length === 0 ? undefined : l10n.t('Skipped: {0}', parts.join(comma()));
}

export function checkFirstText(): string {
  return l10n.t(
    "Each customer's tags are read first: customers who already are as the plan wants them are left alone.",
  );
}

function skipText(skip: Skip, count: string): string {
  switch (skip) {
    case 'already tagged':
      return l10n.t('{0} already tagged', count);
    case 'not tagged':
      return l10n.t('{0} not tagged', count);
    case 'no ID':
      return l10n.t('{0} without an ID', count);
    case 'duplicate':
      return l10n.t('{0} there twice', count);
    case 'blocked':
      return l10n.t('{0} blocked', count);
  }
}
