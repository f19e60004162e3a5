import type { ProblemTexts } from '../segments/problemText.ts';

/** The texts of the search above the grid, as `GridStrings` has its own. */
export interface SearchStrings {
  readonly label: string;
  readonly suggestions: string;
  readonly clear: string;
  /** Of the saved ones. */
  readonly segments: string;
  readonly save: string;
  readonly noSaved: string;
  readonly inFile: string;
  /** `{0}`: the segment's name */
  readonly removeSaved: string;
  /** `{0}`: the names, with `tag:` and the like */
  readonly unknown: string;
  readonly problems: ProblemTexts;
  readonly words: SearchWords;
}

/** A search in words. */
export interface SearchWords {
  /** `{0}`, `{1}`: what both are true, or one of them. */
  readonly and: string;
  readonly or: string;
  /** `{0}`: what is not true */
  readonly not: string;
  readonly blocked: string;
  readonly notBlocked: string;
  /** `{0}`: the text */
  readonly contains: string;
  /** In all below `{0}`: what is compared, and `{1}`: with what. */
  readonly is: string;
  /** An age, such as "30 days". */
  readonly within: string;
  readonly longAgo: string;
  /** `{0}` in these two: the field */
  readonly has: string;
  readonly hasNot: string;
  readonly folder: string;
  /** When a tag was applied, and how often. */
  readonly applied: string;
  readonly applications: string;
}
