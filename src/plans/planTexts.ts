import type { ItemLine, PlanHead, PlanTotals, ReadPlan, UserLine } from '../base/plan.ts';

/** Comments at the top of a plan, in the user's language. */
export interface PlanComments {
  /**
   * Returns the comments, one per line. They may contain untrusted text: the writer converts each to a single plain
   * line.
   * @param fileNumber number of the file, from 1
   */
  comments(totals: PlanTotals, fileNumber: number): readonly string[];
}

export type PlanLine = UserLine | ItemLine;

/** Content of one file of a plan. */
export interface PlanFile {
  /** Number of the file, from 1. */
  readonly number: number;
  /** UTF-8 text, in consecutive chunks. */
  readonly chunks: readonly Uint8Array[];
  /** Totals of this file only. */
  readonly totals: PlanTotals;
}

/** Reads and writes the text of plans. An interface, because the parser is loaded on first use. */
export interface PlanTexts {
  /**
   * Yields complete files one by one, so that only one file is in memory. Each file has at most `MAX_PLAN_LINES` lines.
   * Yields at least one file. Pauses regularly so that other work can run.
   * @throws the signal's reason on abort
   */
  write(
    head: PlanHead,
    lines: Iterable<PlanLine> | AsyncIterable<PlanLine>,
    comments: PlanComments,
    signal: AbortSignal,
  ): AsyncGenerator<PlanFile, void, undefined>;
  /**
   * Parses a plan in time slices. A text with problems yields no plan.
   * @throws the signal's reason on abort
   */
  read(text: string, signal: AbortSignal): Promise<ReadPlan>;
  /** Returns the SHA-256 of the text's UTF-8, hex. Ignores a leading byte order mark, because editors hide it. */
  hashOf(text: string): Promise<string>;
}
