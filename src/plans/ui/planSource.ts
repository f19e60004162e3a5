import type { PlanSource as Origin } from '../../base/plan.ts';
import type { PlanCandidate } from '../planLines.ts';
import type { Gathered } from '../../customers/ui/sourcePages.ts';

/** Whom a plan is for. */
export interface PlanSource {
  readonly origin: Origin;
  /** It does not tell which tags they have. */
  readonly checkFirst: boolean;
  /** Comments that say whom it is for, where its lines alone do not. */
  readonly about?: readonly string[];
  /** Message if the plan would have no line. Defaults to "no customer matches". */
  readonly nothing?: string;
  /** What is odd about those that were given so far: more than one line of a plan can tell. */
  readonly warnings?: () => readonly string[];
  /** Once; throws the signal's reason. */
  candidates(
    signal: AbortSignal,
    report: (gathered: Gathered) => void,
  ): AsyncIterable<PlanCandidate>;
}
