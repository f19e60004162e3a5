import { Emitter } from '../base/emitter.ts';
import { Cancelled, type ServiceError } from '../base/errors.ts';
import type { CustomerPage, CustomerQuery } from '../base/model.ts';
import type { Clock, PageSource } from '../base/ports.ts';
import { PagingGuard } from '../service/walkPages.ts';

export type PagerChange =
  | { readonly kind: 'append'; readonly start: number; readonly page: CustomerPage }
  | { readonly kind: 'status' };

/** Where a row came from: a loaded page (from 0) and the record's index in it. */
export interface RowPlace {
  readonly page: number;
  readonly index: number;
}

/** How a loaded page came. */
export interface PageOrigin {
  /** What was asked for, with its key. */
  readonly query: CustomerQuery;
  /** When it was here, ms. */
  readonly time: number;
}

/** How far a load of several pages is. */
export interface LoadProgress {
  readonly pages: number;
  /** `undefined`: all that there are. */
  readonly of: number | undefined;
}

/** Walks customers page by page, those of a bot or of a file; what was loaded stays, whatever happens to a later page. */
export class CustomerPager {
  readonly query: Omit<CustomerQuery, 'next'>;
  readonly #service: () => Promise<PageSource>;
  readonly #clock: Clock;
  readonly #pages: CustomerPage[] = [];
  /** The row at which each page begins. */
  readonly #starts: number[] = [];
  readonly #paging = new PagingGuard();
  readonly #origins: PageOrigin[] = [];
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
  #asked: CustomerQuery;
  #rows = 0;
  #bad = 0;

  constructor(
    service: () => Promise<PageSource>,
    query: Omit<CustomerQuery, 'next'>,
    clock: Clock = Date,
  ) {
    this.#service = service;
    this.query = query;
    this.#asked = query;
    this.#clock = clock;
  }

  /** Given to the requests of the load that is under way, or was the last one. */
  get signal(): AbortSignal {
    return this.#run.signal;
  }

  get pages(): readonly CustomerPage[] {
    return this.#pages;
  }

  /** How a page came, by its index in `pages`. */
  origin(page: number): PageOrigin | undefined {
    return this.#origins[page];
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
    if (!(row >= 0 && row < this.#rows)) return undefined;
    let page = 0;
    for (let end = this.#starts.length; end - page > 1;) {
      const middle = (page + end) >> 1;
      if ((this.#starts[middle] ?? 0) <= row) page = middle;
      else end = middle;
    }
    return { page, index: row - (this.#starts[page] ?? 0) };
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
    this.#starts.push(start);
    this.#pages.push(page);
    this.#origins.push({ query: this.#asked, time: this.#clock.now() });
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
    this.#asked = this.#following();
    this.#next = page.next;
    const failure = this.#paging.take(page);
    // The page before a circle counts; no other is asked for, now or later.
    if (failure?.problem.kind === 'paging-loop') this.#loop = failure;
    else if (failure !== undefined) throw failure;
    return page.records.length > 0 || page.next === undefined;
  }
}
