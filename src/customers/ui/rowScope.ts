import { bitsFromText, rowsOfBits } from '../gridRows.ts';
import type { GridMessage } from '../gridMessages.ts';

/** Subset of the loaded rows: all rows, the rows that the user selected, or the rows that match the search. */
export type Scope = 'loaded' | 'selected' | 'matching';

type ScopeMessage = GridMessage & { type: 'scope' };

/** Selected rows and matching rows, as the grid last reported them. Rows as text are encoded by `bitsToText`. */
export class RowScope {
  #selected = '';
  /** Matching rows as text; `null`: all rows. */
  #matching: string | null = null;
  #hasReport = false;
  /** Whether the rows and the search are still those of the last report. */
  #isCurrent = false;
  readonly #reportResolvers: (() => void)[] = [];

  /** Selected rows as text. Sent back to the grid when its tab becomes visible again. */
  get selected(): string {
    return this.#selected;
  }

  /** Matching rows as text. `null`: no search, or the rows or the search have changed since the last report. */
  get matching(): string | null {
    return this.#isCurrent ? this.#matching : null;
  }

  get hasReport(): boolean {
    return this.#hasReport;
  }

  /** Returns the row numbers of a scope. `count` is the number of loaded rows. */
  rows(scope: Scope, count: number): number[] {
    const text = scope === 'selected' ? this.#selected : this.#matching;
    if (scope === 'loaded' || text === null) return Array.from({ length: count }, (_, row) => row);
    return rowsOfBits(bitsFromText(text), count);
  }

  setReport({ selected, matching }: ScopeMessage): void {
    this.#selected = selected;
    this.#matching = matching;
    this.#hasReport = true;
    this.#isCurrent = true;
    this.release();
  }

  /** Discards the report, because other rows are shown. */
  clear(): void {
    this.#selected = '';
    this.#matching = null;
    this.#hasReport = false;
    this.#isCurrent = false;
    this.release();
  }

  /**
   * Called when the rows or the search change. Commands still use the matching rows of the last report, but a grid that
   * is created again does not get them.
   */
  outdate(): void {
    this.#isCurrent = false;
  }

  /** Resolves with the next report of the grid, or when no report can come. */
  nextReport(): Promise<void> {
    return new Promise((resolve) => this.#reportResolvers.push(resolve));
  }

  /** Ends waiting for a report, because the report has come or the grid no longer exists. */
  release(): void {
    for (const resolve of this.#reportResolvers.splice(0)) resolve();
  }
}
