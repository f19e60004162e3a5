import { Emitter } from './emitter.ts';
import { Cancelled, ServiceError } from './errors.ts';
import type { CustomerPage, CustomerQuery } from './model.ts';
import type { BotService } from './ports.ts';

/** Empty pages in a row after which the walk gives up. */
export const MAX_EMPTY = 20;

export type PagerChange =
  | { readonly kind: 'append'; readonly start: number; readonly page: CustomerPage }
  | { readonly kind: 'status' };

/** Where a row came from: a loaded page (from 0) and the record's index in it. */
export interface RowPlace {
  readonly page: number;
  readonly index: number;
}

/** Walks a bot's customers page by page; what was loaded stays, whatever happens to a later page. */
export class CustomerPager {
  readonly query: Omit<CustomerQuery, 'next'>;
  readonly #service: () => Promise<BotService>;
  readonly #pages: CustomerPage[] = [];
  readonly #usedKeys = new Set<string>();
  readonly #changed = new Emitter<PagerChange>();
  readonly onDidChange = this.#changed.event;
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;
  #error: unknown;
  #loop: ServiceError | undefined;
  #next: string | undefined;
  #rows = 0;
  #bad = 0;

  /** What ends a walk whose keys come again. */
  static loopError(): ServiceError {
    return listError({ kind: 'paging-loop' });
  }

  constructor(service: () => Promise<BotService>, query: Omit<CustomerQuery, 'next'>) {
    this.#service = service;
    this.query = query;
  }

  /** Given to every request of this pager. */
  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  get pages(): readonly CustomerPage[] {
    return this.#pages;
  }

  get rows(): number {
    return this.#rows;
  }

  /** How many of the rows do not match the contract. */
  get bad(): number {
    return this.#bad;
  }

  get state(): 'idle' | 'loading' | 'error' | 'end' {
    if (this.#running !== undefined) return 'loading';
    if (this.#error !== undefined) return 'error';
    return this.#pages.length > 0 && this.#next === undefined ? 'end' : 'idle';
  }

  /** Why the last `loadMore` failed, in state `error`. */
  get error(): unknown {
    return this.#error;
  }

  /**
   * Loads the next page, or the same one again after an error. A call while one is under way joins it.
   * A failure is not thrown: it is the pager's state.
   */
  loadMore(): Promise<void> {
    if (this.state === 'end') return Promise.resolve();
    this.#running ??= this.#load();
    return this.#running;
  }

  /** Aborts what is under way; the pager stays as it is. */
  stop(): void {
    this.#stopped.abort(new Cancelled());
  }

  place(row: number): RowPlace | undefined {
    let first = 0;
    for (const [page, { records }] of this.#pages.entries()) {
      if (row < first + records.length) return { page, index: row - first };
      first += records.length;
    }
    return undefined;
  }

  async #load(): Promise<void> {
    this.#error = undefined;
    // The caller has to see the state `loading` before this window's listeners do.
    await Promise.resolve();
    try {
      this.#changed.fire({ kind: 'status' });
      const page = await this.#nextPage();
      const start = this.#rows;
      this.#pages.push(page);
      this.#rows += page.records.length;
      this.#bad += page.problems.size;
      this.#running = undefined;
      this.#error = this.#loop;
      this.#changed.fire({ kind: 'append', start, page });
    } catch (error) {
      this.#running = undefined;
      if (this.#stopped.signal.aborted) return;
      this.#error = error;
      this.#changed.fire({ kind: 'status' });
    }
  }

  async #nextPage(): Promise<CustomerPage> {
    const service = await this.#service();
    for (let empty = 0; empty <= MAX_EMPTY; empty++) {
      if (this.#loop !== undefined) throw this.#loop;
      const query = this.#next === undefined ? this.query : { ...this.query, next: this.#next };
      const page = await service.listCustomers(query, this.#stopped.signal);
      this.#stopped.signal.throwIfAborted();
      this.#next = page.next;
      if (page.next !== undefined) this.#use(page.next);
      if (page.records.length > 0 || page.next === undefined) return page;
    }
    throw listError({ kind: 'too-many-empty-pages', pages: MAX_EMPTY + 1 });
  }

  /** A key that comes a second time would walk in a circle: this page counts, no other is asked for. */
  #use(key: string): void {
    if (this.#usedKeys.has(key)) this.#loop = CustomerPager.loopError();
    this.#usedKeys.add(key);
  }
}

function listError(problem: ServiceError['problem']): ServiceError {
  return new ServiceError('listCustomers', problem, 'refused');
}
