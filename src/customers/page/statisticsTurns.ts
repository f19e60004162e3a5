import type { IndexAnswer, StatisticsRequest } from '../../search/index/indexMessages.ts';
import type { RowIndex } from '../../search/index/rowIndex.ts';

/** Works statistics off one column at a time, so that whoever wants rows waits for no more than one. */
export class StatisticsTurns {
  readonly #post: (answer: IndexAnswer) => void;
  /** Ahead of a timer's least time, and behind the messages that wait already. */
  readonly #channel = new MessageChannel();
  #work: { readonly index: RowIndex; readonly request: StatisticsRequest } | undefined;
  #next = 0;

  constructor(post: (answer: IndexAnswer) => void) {
    this.#post = post;
    this.#channel.port1.addEventListener('message', () => this.#step());
    this.#channel.port1.start();
  }

  /** In place of the request that is being worked off. */
  take(index: RowIndex, request: StatisticsRequest): void {
    const isIdle = this.#work === undefined;
    this.#work = { index, request };
    this.#next = 0;
    if (isIdle) this.#later();
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
    this.#later();
  }

  #later(): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port's, not a window's
    this.#channel.port2.postMessage(null);
  }
}
