import type { ItemLine, PlanHead, PlanTotals, ReadPlan, UserLine } from '../base/plan.ts';

/**
 * Returns the comments at the top of a plan file, in the user's language. They may contain untrusted text. The writer
 * converts each of them to a single plain line.
 */
export type PlanComments = (totals: PlanTotals, fileNumber: number) => readonly string[];

export type PlanLine = UserLine | ItemLine;

export interface PlanFile {
  readonly lineCount: number;
  /** UTF-8 text, in consecutive chunks. */
  readonly chunks: readonly Uint8Array[];
}

/** Reads and writes the text of plans. An interface, because the parser is loaded on first use. */
export interface PlanTexts {
  /**
   * Yields at least one file. Each has at most `MAX_PLAN_LINES` lines, and only one is in memory at a time. Works in time
   * slices.
   * @throws the signal's reason on abort
   */
  write(
    head: PlanHead,
    lines: Iterable<PlanLine> | AsyncIterable<PlanLine>,
    comments: PlanComments,
    signal: AbortSignal,
  ): AsyncGenerator<PlanFile, void, undefined>;
  /** Parses a plan in time slices. Throws the signal's reason on abort. */
  read(text: string, signal: AbortSignal): Promise<ReadPlan>;
  /** Returns the SHA-256 of the text's UTF-8, hex. Ignores a leading byte order mark, because editors hide it. */
  hashOf(text: string): Promise<string>;
}
