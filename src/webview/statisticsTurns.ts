import type { IndexAnswer, StatisticsRequest } from '../rowIndex/indexMessages.ts';
import type { RowIndex } from '../rowIndex/rowIndex.ts';

/** Works statistics off one column at a time, so that whoever wants rows waits for no more than one. */
export class StatisticsTurns {
  readonly #post: (answer: IndexAnswer) => void;
  /** Ahead of a timer's least time, and behind the messages that wait already. */
  readonly #channel = new MessageChannel();
  #request: StatisticsRequest | undefined;
  #index: RowIndex | undefined;
  #next = 0;

  constructor(post: (answer: IndexAnswer) => void) {
    this.#post = post;
    this.#channel.port1.addEventListener('message', () => this.#step());
    this.#channel.port1.start();
  }

  /** In place of the request that is being worked off. */
  take(index: RowIndex, request: StatisticsRequest): void {
    const isIdle = this.#request === undefined;
    this.#index = index;
    this.#request = request;
    this.#next = 0;
    if (isIdle) this.#later();
  }

  stop(): void {
    this.#request = undefined;
  }

  #step(): void {
    const column = this.#request?.columns[this.#next++];
    if (column === undefined || this.#request === undefined || this.#index === undefined) {
      return this.stop();
    }
    const { id, search } = this.#request;
    this.#post({ type: 'statistics', id, statistics: this.#index.statistics(column, search) });
    if (this.#next < this.#request.columns.length) this.#later();
    else this.stop();
  }

  #later(): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port's, not a window's
    this.#channel.port2.postMessage(null);
  }
}
