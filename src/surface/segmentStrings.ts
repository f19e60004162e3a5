import type { ProblemTexts } from '../segments/problemText.ts';

/** The texts of the segment bar, as `GridStrings` has its own. */
export interface SegmentStrings {
  /** Of the button beside the facets, and of the bar. */
  readonly title: string;
  readonly label: string;
  readonly placeholder: string;
  readonly suggestions: string;
  /** `{0}`: customers in the segment, `{1}`: loaded ones */
  readonly count: string;
  readonly save: string;
  readonly saved: string;
  readonly noSaved: string;
  readonly inFile: string;
  readonly close: string;
  /** `{0}`: the segment's name */
  readonly removeSaved: string;
  /** `{0}`: the names, with `tag:` and the like */
  readonly unknown: string;
  readonly problems: ProblemTexts;
}
