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
  readonly builder: string;
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
  readonly broken: string;
  readonly joinLabel: string;
  readonly joins: Readonly<Record<'all' | 'any' | 'none', string>>;
  readonly not: string;
  readonly subject: string;
  readonly subjects: Readonly<Record<string, string>>;
  readonly comparison: string;
  /** By comparison. */
  readonly comparisons: Readonly<Record<string, string>>;
  /** Of days. */
  readonly dayComparisons: Readonly<Record<string, string>>;
  readonly value: string;
  readonly name: string;
  /** What a text is about, `{0}`, and the text, `{1}`. */
  readonly labelled: string;
  readonly unit: string;
  readonly units: Readonly<Record<'h' | 'd' | 'w' | 'day', string>>;
  readonly applied: string;
  readonly anyTime: string;
  readonly times: string;
  readonly anyCount: string;
  readonly addCondition: string;
  readonly addGroup: string;
  readonly removeCondition: string;
  readonly removeGroup: string;
  /** `{0}`: its number */
  readonly condition: string;
  readonly group: string;
}
