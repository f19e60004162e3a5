import type { PanelMessage } from '../gridMessages.ts';
import type { GridRows, GridStatus } from '../gridRows.ts';
import type { RowStore } from './rows.ts';

/** Change that the page must show. */
export type Change =
  | Extract<
      PanelMessage,
      { type: 'reset' | 'patch' | 'askScope' | 'copyRange' | 'showTags' | 'showSegment' }
    >
  /** New rows; `undefined` if the page was already added. */
  | { readonly type: 'append'; readonly rows: GridRows | undefined }
  | { readonly type: 'status' };

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

  /** Returns `undefined` if the message is stale and nothing has changed. */
  apply(message: PanelMessage): Change | undefined {
    if (message.type === 'reset') return this.#reset(message);
    if (message.type === 'lock') {
      this.#lockReason = message.reason;
      return { type: 'status' };
    }
    if (!('generation' in message) || message.generation !== this.#generation) return undefined;
    switch (message.type) {
      case 'append':
        return this.#append(message);
      case 'patch':
        if (message.row >= this.#store.count) return undefined;
        this.#store.patch(message.row, message.json);
        return message;
      case 'status':
        this.#status = message.status;
        return { type: 'status' };
      case 'askScope':
      case 'copyRange':
      case 'showTags':
      case 'showSegment':
        return message;
    }
  }

  #reset(message: PanelMessage & { type: 'reset' }): Change {
    this.#generation = message.generation;
    this.#store.clear();
    this.#status = message.status;
    this.#loadsPictures = message.pictures;
    return message;
  }

  #append({ start, rows, status }: PanelMessage & { type: 'append' }): Change {
    const nextRow = this.#store.count;
    // A page that does not continue the rows was already added. The last page may be empty.
    const isNew = start === nextRow && rows.spans.length > 0;
    if (isNew) this.#store.add(rows);
    this.#status = status;
    return { type: 'append', rows: isNew ? rows : undefined };
  }
}
