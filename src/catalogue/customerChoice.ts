import type { CustomerChoice } from './aggregate.ts';

/** How customers are chosen by their last interaction, as a scan keeps it; times in ms. */
interface Chosen {
  readonly from: number | null;
  readonly days: number | null;
}

export function choiceOf({ from, days }: Chosen): CustomerChoice {
  if (from === null) return { kind: 'everybody' };
  return days === null ? { kind: 'since', from } : { kind: 'days', days };
}

/** Whether sums of both tell of the same customers, at two times. */
export function isSameChoice(one: CustomerChoice, other: CustomerChoice): boolean {
  if (one.kind === 'days') return other.kind === 'days' && one.days === other.days;
  if (one.kind === 'since') return other.kind === 'since' && one.from === other.from;
  return other.kind === 'everybody';
}
