import type { KeptScanHead } from './aggregate.ts';
import { isSameChoice } from './customerChoice.ts';

/** Why two scans of a bot say nothing of what has changed: they are the same one, or of others. */
export type NotComparable = 'same-scan' | 'other-service' | 'other-choice';

/** `undefined`: they can be compared. Both are scans of the same bot. */
export function whyNotComparable(one: Compared, other: Compared): NotComparable | undefined {
  if (one.scan === other.scan) return 'same-scan';
  if (one.baseUrl !== other.baseUrl) return 'other-service';
  return isSameChoice(one.choice, other.choice) ? undefined : 'other-choice';
}

type Compared = Pick<KeptScanHead, 'scan' | 'baseUrl' | 'choice'>;

/** A tag in two scans. */
export interface TagChange {
  readonly id: string;
  /** As the later scan showed it, or the earlier one when the later did not. */
  readonly name: string;
  /** Customers who have it. */
  readonly before: number;
  readonly after: number;
  /** Of that scan's customers, 0 to 1. */
  readonly shareBefore: number;
  readonly shareAfter: number;
}

/** What has changed between two scans; each list by how many customers it is about, the most first. */
export interface ScanComparison {
  readonly earlier: KeptScanHead;
  readonly later: KeptScanHead;
  readonly grew: readonly TagChange[];
  readonly shrank: readonly TagChange[];
  /** Had customers, and has none. */
  readonly died: readonly TagChange[];
  /** Had none, and has some. */
  readonly appeared: readonly TagChange[];
  /** Tags on as many customers as before. */
  readonly same: number;
}
