import type { PageState, PageStatus, PanelMessage, Row } from '../protocol.ts';

/** What a message changed. */
export type Change =
  | { readonly type: 'reset'; readonly state: PageState }
  /** `asked`: somebody asked for more, so the first of the new rows is where they want to be. */
  | { readonly type: 'append'; readonly first: number; readonly asked: boolean }
  | { readonly type: 'patch'; readonly row: number }
  | { readonly type: 'status' };

const WAITING: PageStatus = { state: 'loading', loaded: 0, pages: 0, bad: 0, error: null };

/** The rows that the panel told of, in the order of the service. */
export class Model {
  #generation: number | undefined;
  #rows: Row[] = [];
  #status = WAITING;
  #asked = false;

  /** 0 before the first `reset`, when there is no row that it could be sent with. */
  get generation(): number {
    return this.#generation ?? 0;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  get status(): PageStatus {
    return this.#status;
  }

  /** Locks until the panel answers. `false`: nothing can be asked for now. */
  askForMore(): boolean {
    if (this.#status.state !== 'idle' && this.#status.state !== 'error') return false;
    this.#status = { ...this.#status, state: 'loading', error: null };
    this.#asked = true;
    return true;
  }

  /** @returns `undefined` when the message is stale and nothing changed */
  apply(message: PanelMessage): Change | undefined {
    if (message.type === 'reset') return this.#reset(message);
    if (message.generation !== this.#generation) return undefined;
    switch (message.type) {
      case 'append':
        return this.#append(message);
      case 'patch':
        if (message.row >= this.#rows.length) return undefined;
        this.#rows[message.row] = message.value;
        return { type: 'patch', row: message.row };
      case 'status':
        this.#asked = message.status.state === 'loading' && this.#rows.length > 0;
        this.#status = message.status;
        return { type: 'status' };
    }
  }

  #reset(message: PanelMessage & { type: 'reset' }): Change {
    this.#generation = message.generation;
    this.#rows = [];
    this.#status = message.status;
    this.#asked = false;
    return { type: 'reset', state: message.state };
  }

  #append({ start, rows, status }: PanelMessage & { type: 'append' }): Change {
    const first = this.#rows.length;
    const asked = this.#asked && first > 0 && rows.length > 0;
    // A page that does not continue the rows is here already: it must not show twice.
    if (start === first) for (const row of rows) this.#rows.push(row);
    this.#asked = false;
    this.#status = status;
    return { type: 'append', first, asked: asked && this.#rows.length > first };
  }
}
