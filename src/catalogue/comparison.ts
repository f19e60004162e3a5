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
