import type { PanelMessage } from '../gridMessages.ts';
import type { GridRows, GridStatus } from '../gridRows.ts';
import type { RowStore } from './rows.ts';

export type Change =
  | Extract<PanelMessage, { type: 'reset' }>
  /** `rows`: those that are new. */
  | { readonly type: 'append'; readonly rows: GridRows | undefined }
  | { readonly type: 'patch'; readonly row: number; readonly json: string }
  | { readonly type: 'status' }
  | { readonly type: 'askScope' }
  | { readonly type: 'copyRange' }
  | Extract<PanelMessage, { type: 'showTags' | 'showSegment' }>;

const WAITING: GridStatus = {
  state: 'loading',
  loaded: 0,
  pages: 0,
  bad: 0,
  error: null,
  progress: null,
  isWaiting: false,
  note: null,
};

/** What the panel told: rows in the order of the service, and how loading stands. */
export class Model {
  readonly #store: RowStore;
  #generation: number | undefined;
  #status = WAITING;
  #locked: string | null = null;

  constructor(store: RowStore) {
    this.#store = store;
  }

  /** 0 before the first `reset`, when there is no row that it could be sent with. */
  get generation(): number {
    return this.#generation ?? 0;
  }

  get status(): GridStatus {
    return this.#status;
  }

  /** Why no tag can be attached or detached, whatever the customer; `null`: it can. */
  get locked(): string | null {
    return this.#locked;
  }

  /** Locks until the panel answers. `false`: nothing can be asked for now. */
  askForMore(): boolean {
    if (this.#status.state !== 'idle' && this.#status.state !== 'error') return false;
    this.#status = { ...this.#status, state: 'loading', error: null, note: null };
    return true;
  }

  /** @returns `undefined` when the message is stale and nothing changed */
  apply(message: PanelMessage): Change | undefined {
    if (message.type === 'reset') return this.#reset(message);
    if (message.type === 'lock') {
      this.#locked = message.reason;
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
        return { type: 'askScope' };
      case 'copyRange':
        return { type: 'copyRange' };
      case 'showTags':
      case 'showSegment':
        return message;
    }
  }

  #reset(message: PanelMessage & { type: 'reset' }): Change {
    this.#generation = message.generation;
    this.#store.clear();
    this.#status = message.status;
    return message;
  }

  #append({ start, rows, status }: PanelMessage & { type: 'append' }): Change {
    const first = this.#store.count;
    // A page that does not continue the rows is here already: it must not show twice.
    const isNew = start === first && rows.spans.length > 0;
    if (isNew) this.#store.add(rows);
    this.#status = status;
    return { type: 'append', rows: isNew ? rows : undefined };
  }
}
