import { Emitter } from '../base/emitter.ts';
import { Cancelled, type ServiceError } from '../base/errors.ts';
import type { CustomerPage, CustomerQuery } from '../base/model.ts';
import type { Clock, PageSource } from '../base/ports.ts';
import { PagingGuard } from '../service/walkPages.ts';
import { lastAtMost } from '../base/numbers.ts';

export type PagerChange =
  | { readonly kind: 'append'; readonly start: number; readonly page: CustomerPage }
  | { readonly kind: 'status' };

/** Location of a row: index of the loaded page (from 0) and index of the record in the page. */
export interface RowPlace {
  readonly page: number;
  readonly index: number;
}

/** Request that returned a loaded page. */
export interface PageOrigin {
  /** Query of the request, including the key of the page. */
  readonly query: CustomerQuery;
  /** Time at which the page arrived, in ms. */
  readonly time: number;
}

/** Progress of a load of several pages. */
export interface LoadProgress {
  readonly pages: number;
  /** Number of requested pages. `undefined`: all remaining pages. */
  readonly of: number | undefined;
}

/** Loads the customers of a bot or a file page by page. Loaded pages stay, even if a later page fails. */
export class CustomerPager {
  readonly query: Omit<CustomerQuery, 'next'>;
  readonly #service: () => Promise<PageSource>;
  readonly #clock: Clock;
  readonly #pages: CustomerPage[] = [];
  /** First row of each page. */
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
  #abortReason: unknown;
  #error: unknown;
  #loopError: ServiceError | undefined;
  #next: string | undefined;
  #lastQuery: CustomerQuery;
  #rows = 0;
  #bad = 0;

  constructor(
    service: () => Promise<PageSource>,
    query: Omit<CustomerQuery, 'next'>,
    clock: Clock = Date,
  ) {
    this.#service = service;
    this.query = query;
    this.#lastQuery = query;
    this.#clock = clock;
  }

  /** Abort signal for the requests of the current load, or of the last load if none is running. */
  get signal(): AbortSignal {
    return this.#run.signal;
  }

  get pages(): readonly CustomerPage[] {
    return this.#pages;
  }

  /** Returns how a page was loaded. `page` is an index in `pages`. */
  origin(page: number): PageOrigin | undefined {
    return this.#origins[page];
  }

  get rows(): number {
    return this.#rows;
  }

  /** Number of rows with at least one field that does not match the API contract. */
  get bad(): number {
    return this.#bad;
  }

  get state(): 'idle' | 'loading' | 'error' | 'end' {
    if (this.#running !== undefined) return 'loading';
    if (this.#error !== undefined) return 'error';
    return this.#pages.length > 0 && this.#next === undefined ? 'end' : 'idle';
  }

  /** Reason why the last load failed. Set in state `error`. */
  get error(): unknown {
    return this.#error;
  }

  /** Progress of the current load. Set while several pages are being loaded. */
  get progress(): LoadProgress | undefined {
    return this.#progress;
  }

  /** Whether the last load stopped because another page could have exceeded the caller's row limit. */
  get isAtLimit(): boolean {
    return this.#isAtLimit;
  }

  /**
   * Loads the next page, or retries the page that failed. A call during a load joins this load. A failure is not
   * thrown. It becomes the state of the pager.
   */
  loadMore(): Promise<void> {
    return this.#start(undefined, async () => this.#append(await this.#nextPage()));
  }

  /**
   * Loads up to `count` more pages (`Infinity`: all). Each page is requested before the previous one is parsed. Like
   * `loadMore`, it joins a running load and reports a failure as the state of the pager.
   * @param maxRows Maximum number of rows. A page that could exceed this number is not requested.
   */
  loadPages(count: number, maxRows: number): Promise<void> {
    const of = Number.isFinite(count) ? count : undefined;
    return this.#start({ pages: 0, of }, () => this.#loadMany(count, maxRows));
  }

  /** Ends the current load and keeps the pages that it has loaded. If there is a reason, the state becomes `error`. */
  giveUp(reason?: unknown): void {
    if (this.#running === undefined) return;
    this.#abortReason = reason;
    this.#run.abort(new Cancelled());
  }

  /** Aborts the current load for good. The pager keeps its pages and emits no more changes. */
  stop(): void {
    this.#isStopped = true;
    this.#run.abort(new Cancelled());
  }

  place(row: number): RowPlace | undefined {
    if (!(row >= 0 && row < this.#rows)) return undefined;
    const page = lastAtMost(this.#starts, row);
    return { page, index: row - (this.#starts[page] ?? 0) };
  }

  #start(progress: LoadProgress | undefined, load: () => Promise<void>): Promise<void> {
    if (this.#running !== undefined) return this.#running;
    if (this.state === 'end') return Promise.resolve();
    this.#error = undefined;
    this.#abortReason = undefined;
    this.#isAtLimit = false;
    this.#progress = progress;
    if (!this.#isStopped) this.#run = new AbortController();
    this.#running = this.#guard(load);
    return this.#running;
  }

  async #guard(load: () => Promise<void>): Promise<void> {
    // The caller must see the state `loading` before the listeners of this window do.
    await Promise.resolve();
    try {
      this.#changed.fire({ kind: 'status' });
      await load();
      if (this.#running !== undefined) this.#end(this.#loopError);
    } catch (error) {
      const { aborted } = this.#run.signal;
      if (this.#isStopped) this.#running = undefined;
      else this.#end(aborted ? this.#abortReason : error);
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
    this.#origins.push({ query: this.#lastQuery, time: this.#clock.now() });
    this.#rows += page.records.length;
    this.#bad += page.problems.size;
    if (this.#progress === undefined) {
      this.#running = undefined;
      this.#error = this.#loopError;
    } else this.#progress = { ...this.#progress, pages: this.#progress.pages + 1 };
    this.#changed.fire({ kind: 'append', start, page });
  }

  async #nextPage(): Promise<CustomerPage> {
    const service = await this.#service();
    for (;;) {
      this.#throwIfLooping();
      const page = await service.listCustomers(this.#nextQuery(), this.signal);
      if (this.#accept(page)) return page;
    }
  }

  async #loadMany(count: number, maxRows: number): Promise<void> {
    const service = await this.#service();
    this.#throwIfLooping();
    let remaining = count;
    while (remaining > 0 && (this.#pages.length === 0 || this.#next !== undefined)) {
      const maxPages = Math.floor((maxRows - this.#rows) / this.query.limit);
      this.#isAtLimit = maxPages < 1;
      if (this.#isAtLimit) return;
      const walk = service.walkCustomers(
        this.#nextQuery(),
        this.signal,
        Math.min(remaining, maxPages),
      );
      for await (const page of walk) {
        if (!this.#accept(page)) continue;
        this.#append(page);
        this.#throwIfLooping();
        remaining--;
      }
    }
  }

  #throwIfLooping(): void {
    if (this.#loopError !== undefined) throw this.#loopError;
  }

  #nextQuery(): CustomerQuery {
    return this.#next === undefined ? this.query : { ...this.query, next: this.#next };
  }

  /** @returns whether the page counts. An empty page counts only if it is the last page. */
  #accept(page: CustomerPage): boolean {
    this.signal.throwIfAborted();
    this.#lastQuery = this.#nextQuery();
    this.#next = page.next;
    const failure = this.#paging.take(page);
    // The page that closes the loop counts, but no further page is requested, now or later.
    if (failure?.problem.kind === 'paging-loop') this.#loopError = failure;
    else if (failure !== undefined) throw failure;
    return page.records.length > 0 || page.next === undefined;
  }
}
