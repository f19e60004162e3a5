import type { Customer } from './model.ts';

/** `line`: one user ID per line, as LINE takes them for an audience; `userIds`: a CSV of customers of every channel. */
export const AUDIENCE_FORMATS = ['line', 'userIds'] as const;
export type AudienceFormat = (typeof AUDIENCE_FORMATS)[number];

export function isAudienceFormat(format: string): format is AudienceFormat {
  return AUDIENCE_FORMATS.some((one) => one === format);
}

/** LINE takes no file with more IDs. */
export const MAX_AUDIENCE_LINES = 1_500_000;

/** A service whose page IDs are all different ones would fill a folder with files. */
export const MAX_AUDIENCE_PAGES = 1000;

/** Who is in no file, and why. */
export interface LeftOut {
  /** The format has no place for their platform. */
  readonly otherPlatform: number;
  readonly withoutId: number;
  /** The same user of the same page again. */
  readonly doubles: number;
  /** Without a page or a platform, or with an ID that is none: the service could not tag them either. */
  readonly untaggable: number;
}

export interface AudienceJob {
  /** Absolute path. Of `line` each page has a file of its own, with the page ID before the extension. */
  readonly file: string;
  readonly format: AudienceFormat;
  /** Asked when the names are known and before anything is replaced. @returns whether these files may be */
  readonly mayReplace: (files: readonly string[]) => boolean | Promise<boolean>;
}

export interface AudienceSummary {
  /** Absolute paths; none when nobody is left. */
  readonly files: readonly string[];
  readonly users: number;
  readonly leftOut: LeftOut;
}

/** Customers in batches, each once; throws the signal's reason. */
export type CustomerBatches = AsyncIterable<readonly (Customer | undefined)[]>;
