import { bitsFromText, rowsOfBits } from '../../base/rowBits.ts';
import type { GridMessage } from '../gridMessages.ts';

/** Subset of the loaded rows: all rows, the rows that the user selected, or the rows that match the filter. */
export type Scope = 'loaded' | 'selected' | 'matching';

type ScopeMessage = GridMessage & { type: 'scope' };

/** Selection and filter result that the grid has last reported. */
export class RowScope {
  #selected = '';
  /** Matching rows as text; `null`: all rows. */
  #matching: string | null = null;
  #hasReport = false;
  #isCurrent = false;
  readonly #waiting: (() => void)[] = [];

  /** Selected rows as text. Sent back to the grid when its tab becomes visible again. */
  get selected(): string {
    return this.#selected;
  }

  /** Matching rows as text. `null`: no search, or the rows or the search have changed since the last report. */
  get matching(): string | null {
    return this.#isCurrent ? this.#matching : null;
  }

  /** Whether the grid has reported on these rows. Until then, all rows count as matching. */
  get isSaid(): boolean {
    return this.#hasReport;
  }

  rows(scope: Scope, count: number): number[] {
    const text = scope === 'selected' ? this.#selected : this.#matching;
    if (scope === 'loaded' || text === null) return Array.from({ length: count }, (_, row) => row);
    return rowsOfBits(bitsFromText(text), count);
  }

  take({ selected, matching }: ScopeMessage): void {
    this.#selected = selected;
    this.#matching = matching;
    this.#hasReport = true;
    this.#isCurrent = true;
    this.release();
  }

  /** Forgets the report, because other rows are shown. */
  clear(): void {
    this.#selected = '';
    this.#matching = null;
    this.#hasReport = false;
    this.#isCurrent = false;
    this.release();
  }

  /** Called when the rows or the search change. The result is not sent to a new page, but commands still use it. */
  outdate(): void {
    this.#isCurrent = false;
  }

  /** Resolves with the next report of the grid, or when no report can come. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
