import type { IndexAnswer, StatisticsRequest } from '../../search/index/indexMessages.ts';
import type { RowIndex } from '../../search/index/rowIndex.ts';

/** Computes statistics one column at a time, so that a row query waits for at most one column. */
export class StatisticsTurns {
  readonly #post: (answer: IndexAnswer) => void;
  /** Channel to schedule steps. It is faster than a timer, and lets pending messages run first. */
  readonly #channel = new MessageChannel();
  #work: { readonly index: RowIndex; readonly request: StatisticsRequest } | undefined;
  #next = 0;

  constructor(post: (answer: IndexAnswer) => void) {
    this.#post = post;
    this.#channel.port1.addEventListener('message', () => this.#step());
    this.#channel.port1.start();
  }

  /** Replaces the current request. */
  take(index: RowIndex, request: StatisticsRequest): void {
    const isIdle = this.#work === undefined;
    this.#work = { index, request };
    this.#next = 0;
    if (isIdle) this.#schedule();
  }

  stop(): void {
    this.#work = undefined;
  }

  #step(): void {
    if (this.#work === undefined) return;
    const { index, request } = this.#work;
    const { id, search, columns } = request;
    const column = columns[this.#next++];
    if (column === undefined) return this.stop();
    this.#post({ type: 'statistics', id, statistics: index.statistics(column, search) });
    this.#schedule();
  }

  #schedule(): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- message to a port, not to a window
    this.#channel.port2.postMessage(null);
  }
}
