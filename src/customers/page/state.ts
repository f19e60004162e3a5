import type { PanelMessage } from '../gridMessages.ts';
import type { GridStatus } from '../gridRows.ts';
import type { RowStore } from './rows.ts';

const INITIAL_STATUS: GridStatus = {
  state: 'loading',
  loaded: 0,
  pages: 0,
  invalidCount: 0,
  error: null,
  progress: null,
  isWaiting: false,
  note: null,
};

/** State from the panel: rows in the order of the service, and the loading state. */
export class Model {
  readonly #store: RowStore;
  /** Number of the set of rows, from the last `reset`. Messages with another number are stale. */
  #generation: number | undefined;
  #status = INITIAL_STATUS;
  #lockReason: string | null = null;
  #loadsPictures = true;

  constructor(store: RowStore) {
    this.#store = store;
  }

  /** Generation of the rows; 0 before the first `reset`, when no message can refer to a row. */
  get generation(): number {
    return this.#generation ?? 0;
  }

  get status(): GridStatus {
    return this.#status;
  }

  /** Reason why tags of any customer cannot be changed; `null`: they can be changed. */
  get lockReason(): string | null {
    return this.#lockReason;
  }

  /** Whether the pictures of customers may be loaded. */
  get loadsPictures(): boolean {
    return this.#loadsPictures;
  }

  /** Marks the state as loading until the panel answers. Returns `false` if more rows cannot be requested now. */
  startLoadingMore(): boolean {
    if (this.#status.state !== 'idle' && this.#status.state !== 'error') return false;
    this.#status = { ...this.#status, state: 'loading', error: null, note: null };
    return true;
  }

  /** Returns whether the message is valid now. A stale message changes nothing. */
  apply(message: PanelMessage): boolean {
    const isStale =
      message.type !== 'reset' &&
      'generation' in message &&
      message.generation !== this.#generation;
    if (isStale) return false;
    switch (message.type) {
      case 'reset':
        this.#reset(message);
        break;
      case 'append':
        this.#store.add(message.rows);
        this.#status = message.status;
        break;
      case 'patch':
        this.#store.patch(message.row, message.json);
        break;
      case 'status':
        this.#status = message.status;
        break;
      case 'lock':
        this.#lockReason = message.reason;
        break;
      default:
        // The other messages contain no state of the rows.
        break;
    }
    return true;
  }

  #reset(message: PanelMessage & { type: 'reset' }): void {
    this.#generation = message.generation;
    this.#store.clear();
    this.#status = message.status;
    this.#loadsPictures = message.pictures;
  }
}
