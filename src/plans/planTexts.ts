import type { ItemLine, PlanHead, PlanTotals, ReadPlan, UserLine } from '../base/plan.ts';

/** The comment above a plan, in the person's language. */
export interface PlanWords {
  /**
   * Its lines. What comes from outside may stand in them as it is: each is made one plain line.
   * @param number of the file, from 1
   */
  comments(totals: PlanTotals, number: number): readonly string[];
}

export type PlanLine = UserLine | ItemLine;

/** A file of a plan, ready to be written. */
export interface PlanFile {
  /** From 1. */
  readonly number: number;
  /** UTF-8, one behind the other. */
  readonly chunks: readonly Uint8Array[];
  /** Of this file alone. */
  readonly totals: PlanTotals;
}

/** The text of plans. Behind a port, since the parser is loaded late. */
export interface PlanTexts {
  /**
   * Gives one file after the other, each when it is whole, so that only one has to be held: at most `MAX_PLAN_LINES`
   * lines each, and at least one file. Lets other work in between. Throws the signal's reason.
   */
  write(
    head: PlanHead,
    lines: Iterable<PlanLine> | AsyncIterable<PlanLine>,
    words: PlanWords,
    signal: AbortSignal,
  ): AsyncGenerator<PlanFile, void, undefined>;
  /** Reads it as it stands, saved or not, in slices. Whatever is wrong with it, nothing of it is taken. Throws the signal's reason. */
  read(text: string, signal: AbortSignal): Promise<ReadPlan>;
  /** SHA-256 of the text's UTF-8, hex; a byte order mark before it does not count, as editors hide it. */
  hashOf(text: string): Promise<string>;
}
