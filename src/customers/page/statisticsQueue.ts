import type { IndexAnswer, StatisticsRequest } from '../../search/index/indexMessages.ts';
import type { RowIndex } from '../../search/index/rowIndex.ts';

/** Computes statistics one column at a time, so that a row query waits for at most one column. */
export class StatisticsQueue {
  readonly #post: (answer: IndexAnswer) => void;
  /** Channel to schedule steps. It is faster than a timer, and lets pending messages run first. */
  readonly #channel = new MessageChannel();
  #current: { readonly index: RowIndex; readonly request: StatisticsRequest } | undefined;
  #nextColumn = 0;
  #isScheduled = false;

  constructor(post: (answer: IndexAnswer) => void) {
    this.#post = post;
    this.#channel.port1.addEventListener('message', () => this.#step());
    this.#channel.port1.start();
  }

  /** Starts a request. Replaces the current one. */
  start(index: RowIndex, request: StatisticsRequest): void {
    this.#current = { index, request };
    this.#nextColumn = 0;
    this.#schedule();
  }

  stop(): void {
    this.#current = undefined;
  }

  #step(): void {
    this.#isScheduled = false;
    if (this.#current === undefined) return;
    const { index, request } = this.#current;
    const { id, search, columns } = request;
    const column = columns[this.#nextColumn++];
    if (column === undefined) return this.stop();
    this.#post({ type: 'statistics', id, statistics: index.statistics(column, search) });
    this.#schedule();
  }

  /** Schedules the next step, unless one is scheduled already, which may also be left from a stopped request. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- message to a port, not to a window
    this.#channel.port2.postMessage(null);
  }
}
