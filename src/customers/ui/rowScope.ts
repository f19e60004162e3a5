import { bitsFromText, rowsOfBits } from '../../base/rowBits.ts';
import type { GridMessage } from '../gridMessages.ts';

/** Which of the loaded rows: all, those that the person selected, or those that the filter leaves. */
export type Scope = 'loaded' | 'selected' | 'matching';

type ScopeMessage = GridMessage & { type: 'scope' };

/** What the grid said last of its selection and its filter. */
export class RowScope {
  #selected = '';
  /** `null`: all rows */
  #matching: string | null = null;
  #isSaid = false;
  #isCurrent = false;
  readonly #waiting: (() => void)[] = [];

  /** As the grid gets it back when its tab comes to the front again. */
  get selected(): string {
    return this.#selected;
  }

  /** Rows that match the search, as text. `null`: there is no search, or rows or the search changed since the grid reported. */
  get matching(): string | null {
    return this.#isCurrent ? this.#matching : null;
  }

  /** Whether the grid has said anything of these rows; until then all of them count as matching. */
  get isSaid(): boolean {
    return this.#isSaid;
  }

  rows(scope: Scope, count: number): number[] {
    const text = scope === 'selected' ? this.#selected : this.#matching;
    if (scope === 'loaded' || text === null) return Array.from({ length: count }, (_, row) => row);
    return rowsOfBits(bitsFromText(text), count);
  }

  take({ selected, matching }: ScopeMessage): void {
    this.#selected = selected;
    this.#matching = matching;
    this.#isSaid = true;
    this.#isCurrent = true;
    this.release();
  }

  /** The rows are others now. */
  clear(): void {
    this.#selected = '';
    this.#matching = null;
    this.#isSaid = false;
    this.#isCurrent = false;
    this.release();
  }

  /** Called when rows or the search change: a new page must not show what matched before. Commands still use it. */
  outdate(): void {
    this.#isCurrent = false;
  }

  /** Resolves with the next word of the grid, or when there will be none. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
