import type { ProblemTexts } from './problem.ts';

/** Texts of the search bar above the grid. */
export interface SearchStrings {
  readonly label: string;
  readonly suggestions: string;
  readonly clear: string;
  readonly segments: string;
  readonly save: string;
  /** `{0}`: names of segments */
  readonly unusable: string;
  /** Note on a saved segment of the workspace file. */
  readonly inFile: string;
  readonly removeSaved: string;
  /** `{0}`: unknown names, with their prefix such as `tag:` */
  readonly unknown: string;
  readonly problems: ProblemTexts;
  readonly words: SearchWords;
}

/** Texts that describe a search. */
export interface SearchWords {
  /** `{0}` and `{1}`: the joined descriptions */
  readonly and: string;
  readonly or: string;
  readonly not: string;
  readonly blocked: string;
  readonly notBlocked: string;
  readonly contains: string;
  /** `{0}`: label of the field, `{1}`: the value */
  readonly is: string;
  /** `{0}`: label of the field, `{1}`: an age such as "30 days" */
  readonly within: string;
  /** Opposite of `within`, with the same placeholders. */
  readonly longAgo: string;
  /** `{0}`: label of the field */
  readonly has: string;
  readonly hasNot: string;
  /** Label of a folder in a description. */
  readonly folder: string;
  /** Labels for when a tag was applied, and how often. */
  readonly applied: string;
  readonly applications: string;
}
