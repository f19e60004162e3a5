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

/** How far a load of several pages is. */
export interface LoadProgress {
  readonly pages: number;
  /** `undefined`: all that there are. */
  readonly of: number | undefined;
}

/** Walks a bot's customers page by page; what was loaded stays, whatever happens to a later page. */
export class CustomerPager {
  readonly query: Omit<CustomerQuery, 'next'>;
  readonly #service: () => Promise<BotService>;
  readonly #pages: CustomerPage[] = [];
  readonly #usedKeys = new Set<string>();
  readonly #changed = new Emitter<PagerChange>();
  readonly onDidChange = this.#changed.event;
  #run = new AbortController();
  #running: Promise<void> | undefined;
  #progress: LoadProgress | undefined;
  #isStopped = false;
  #isAtLimit = false;
  #givenUp: unknown;
  #error: unknown;
  #loop: ServiceError | undefined;
  #next: string | undefined;
  #empty = 0;
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

  /** Given to the requests of the load that is under way, or was the last one. */
  get signal(): AbortSignal {
    return this.#run.signal;
  }

  get pages(): readonly CustomerPage[] {
    return this.#pages;
  }

  get rows(): number {
    return this.#rows;
  }

  /** How many of the rows have something that is not as the contract says. */
  get bad(): number {
    return this.#bad;
  }

  get state(): 'idle' | 'loading' | 'error' | 'end' {
    if (this.#running !== undefined) return 'loading';
    if (this.#error !== undefined) return 'error';
    return this.#pages.length > 0 && this.#next === undefined ? 'end' : 'idle';
  }

  /** Why the last load failed, in state `error`. */
  get error(): unknown {
    return this.#error;
  }

  /** Set while several pages are being loaded. */
  get progress(): LoadProgress | undefined {
    return this.#progress;
  }

  /** The last load stopped because another page could have more rows than the caller allowed. */
  get isAtLimit(): boolean {
    return this.#isAtLimit;
  }

  /**
   * Loads the next page, or the same one again after an error. A call while anything is being loaded joins it.
   * A failure is not thrown: it is the pager's state.
   */
  loadMore(): Promise<void> {
    return this.#start(undefined, async () => this.#append(await this.#nextPage()));
  }

  /**
   * Loads so many pages more, `Infinity` for all, each of them asked for before the one before it is parsed.
   * Joins what is under way, and keeps failures, as `loadMore` does.
   * @param maxRows no page is asked for with which there could be more rows than this
   */
  loadPages(count: number, maxRows: number): Promise<void> {
    const of = Number.isFinite(count) ? count : undefined;
    return this.#start({ pages: 0, of }, () => this.#loadMany(count, maxRows));
  }

  /** Ends the load under way; what it has loaded stays. With a reason the pager is then in state `error`. */
  giveUp(reason?: unknown): void {
    if (this.#running === undefined) return;
    this.#givenUp = reason;
    this.#run.abort(new Cancelled());
  }

  /** Aborts what is under way; the pager stays as it is. */
  stop(): void {
    this.#isStopped = true;
    this.#run.abort(new Cancelled());
  }

  place(row: number): RowPlace | undefined {
    let first = 0;
    for (const [page, { records }] of this.#pages.entries()) {
      if (row < first + records.length) return { page, index: row - first };
      first += records.length;
    }
    return undefined;
  }

  #start(progress: LoadProgress | undefined, load: () => Promise<void>): Promise<void> {
    if (this.#running !== undefined) return this.#running;
    if (this.state === 'end') return Promise.resolve();
    this.#error = undefined;
    this.#givenUp = undefined;
    this.#isAtLimit = false;
    this.#progress = progress;
    if (!this.#isStopped) this.#run = new AbortController();
    this.#running = this.#guard(load);
    return this.#running;
  }

  async #guard(load: () => Promise<void>): Promise<void> {
    // The caller has to see the state `loading` before this window's listeners do.
    await Promise.resolve();
    try {
      this.#changed.fire({ kind: 'status' });
      await load();
      if (this.#running !== undefined) this.#end(this.#loop);
    } catch (error) {
      const { aborted } = this.#run.signal;
      if (this.#isStopped) this.#running = undefined;
      else this.#end(aborted ? this.#givenUp : error);
    }
  }

  #end(error: unknown): void {
    this.#running = undefined;
    this.#progress = undefined;
    this.#error = error;
    this.#changed.fire({ kind: 'status' });
  }

  #append(page: CustomerPage): void {
    const start = this.#rows;
    this.#pages.push(page);
    this.#rows += page.records.length;
    this.#bad += page.problems.size;
    if (this.#progress === undefined) {
      this.#running = undefined;
      this.#error = this.#loop;
    } else this.#progress = { ...this.#progress, pages: this.#progress.pages + 1 };
    this.#changed.fire({ kind: 'append', start, page });
  }

  async #nextPage(): Promise<CustomerPage> {
    const service = await this.#service();
    for (;;) {
      this.#throwLoop();
      const page = await service.listCustomers(this.#following(), this.signal);
      if (this.#take(page)) return page;
    }
  }

  async #loadMany(count: number, maxRows: number): Promise<void> {
    const service = await this.#service();
    this.#throwLoop();
    let left = count;
    while (left > 0 && (this.#pages.length === 0 || this.#next !== undefined)) {
      const room = Math.floor((maxRows - this.#rows) / this.query.limit);
      this.#isAtLimit = room < 1;
      if (this.#isAtLimit) return;
      const walk = service.walkCustomers(this.#following(), this.signal, Math.min(left, room));
      for await (const page of walk) {
        if (!this.#take(page)) continue;
        this.#append(page);
        this.#throwLoop();
        left--;
      }
    }
  }

  #throwLoop(): void {
    if (this.#loop !== undefined) throw this.#loop;
  }

  #following(): CustomerQuery {
    return this.#next === undefined ? this.query : { ...this.query, next: this.#next };
  }

  /** @returns whether the page counts: an empty one does only at the end */
  #take(page: CustomerPage): boolean {
    this.signal.throwIfAborted();
    this.#next = page.next;
    if (page.next !== undefined) this.#use(page.next);
    this.#empty = page.records.length === 0 ? this.#empty + 1 : 0;
    if (this.#empty > MAX_EMPTY && page.next !== undefined) {
      const pages = this.#empty;
      this.#empty = 0;
      throw listError({ kind: 'too-many-empty-pages', pages });
    }
    return page.records.length > 0 || page.next === undefined;
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
