import { Cancelled, type ServiceError } from '../base/errors.ts';
import type { CustomerPage, CustomerQuery } from '../base/model.ts';
import type { PageSource } from '../base/endpoints.ts';
import { type Clock, Emitter } from '../base/ports.ts';
import { PagingGuard } from '../service/walkPages.ts';
import type { GridStatus } from './gridRows.ts';
import { lastAtMost } from '../base/numbers.ts';

/** `append`: a page was added. `status`: the state or the progress has changed. */
export type PagerChange =
  { readonly kind: 'append'; readonly page: CustomerPage } | { readonly kind: 'status' };

/** Location of a row in the loaded pages. */
interface RowLocation {
  readonly page: CustomerPage;
  /** Number of the page, from 1. */
  readonly pageNumber: number;
  /** Time at which the page arrived, in ms. */
  readonly time: number;
  /** Index of the record in the page. */
  readonly index: number;
}

/** Loads the customers of a bot page by page. Loaded pages stay, even if a later page fails. */
export class CustomerPager {
  readonly query: Omit<CustomerQuery, 'next'>;
  readonly #service: () => Promise<PageSource>;
  readonly #clock: Clock;
  readonly #pages: CustomerPage[] = [];
  readonly #startRows: number[] = [];
  readonly #pagingGuard = new PagingGuard();
  readonly #loadTimes: number[] = [];
  readonly #changed = new Emitter<PagerChange>();
  readonly onDidChange = this.#changed.event;
  #controller = new AbortController();
  #loadPromise: Promise<void> | undefined;
  #progress: GridStatus['progress'] = null;
  #isStopped = false;
  #isAtRowLimit = false;
  /** Reason of the last `cancelLoad`, which becomes the error of the canceled load. */
  #abortReason: unknown;
  #error: unknown;
  /** Error of a page whose key leads to an earlier page. Loading such pages would never end. */
  #loopError: ServiceError | undefined;
  #nextKey: string | undefined;
  #rowCount = 0;
  #invalidCount = 0;

  constructor(
    service: () => Promise<PageSource>,
    query: Omit<CustomerQuery, 'next'>,
    clock: Clock = Date,
  ) {
    this.#service = service;
    this.query = query;
    this.#clock = clock;
  }

  /** Abort signal for the requests of the current load, or of the last load if none is running. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get pages(): readonly CustomerPage[] {
    return this.#pages;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** Number of rows with at least one field that does not match docs/service-interface.md. */
  get invalidCount(): number {
    return this.#invalidCount;
  }

  get state(): GridStatus['state'] {
    if (this.#loadPromise !== undefined) return 'loading';
    if (this.#error !== undefined) return 'error';
    return this.#pages.length > 0 && this.#nextKey === undefined ? 'end' : 'idle';
  }

  get error(): unknown {
    return this.#error;
  }

  /** Progress of the current load. `pages`: number of pages that this load has added. */
  get progress(): GridStatus['progress'] {
    return this.#progress;
  }

  /** Whether the last load stopped because another page could have exceeded the caller's row limit. */
  get isAtRowLimit(): boolean {
    return this.#isAtRowLimit;
  }

  /**
   * Loads the next page or retries the failed one. Joins a running load. Never rejects: a failure becomes the state.
   */
  loadMore(): Promise<void> {
    return this.#start(null, async () => this.#append(await this.#nextPage()));
  }

  /**
   * Loads up to `count` more pages (`Infinity`: all), like `loadMore`. A page that could exceed `maxRows` is not
   * requested. Each page is requested before the previous one is parsed.
   */
  loadPages(count: number, maxRows: number): Promise<void> {
    const totalPages = Number.isFinite(count) ? count : null;
    return this.#start({ pages: 0, totalPages }, () => this.#loadMany(count, maxRows));
  }

  /** Ends the current load and keeps the pages that it has loaded. With a `reason`, the state becomes `error`. */
  cancelLoad(reason?: unknown): void {
    if (this.#loadPromise === undefined) return;
    this.#abortReason = reason;
    this.#controller.abort(new Cancelled());
  }

  /** Aborts the current load for good. The pager keeps its pages and emits no more changes. */
  stop(): void {
    this.#isStopped = true;
    this.#controller.abort(new Cancelled());
  }

  locate(row: number): RowLocation | undefined {
    // Negated, so that `NaN` is not found either.
    if (!(row >= 0 && row < this.#rowCount)) return undefined;
    const pageIndex = lastAtMost(this.#startRows, row);
    const page = this.#pages[pageIndex];
    return (
      page && {
        page,
        pageNumber: pageIndex + 1,
        time: this.#loadTimes[pageIndex] ?? 0,
        index: row - (this.#startRows[pageIndex] ?? 0),
      }
    );
  }

  #start(progress: GridStatus['progress'], load: () => Promise<void>): Promise<void> {
    if (this.#loadPromise !== undefined) return this.#loadPromise;
    if (this.state === 'end') return Promise.resolve();
    this.#error = undefined;
    this.#isAtRowLimit = false;
    this.#progress = progress;
    if (!this.#isStopped) this.#controller = new AbortController();
    this.#loadPromise = this.#runLoad(load);
    return this.#loadPromise;
  }

  async #runLoad(load: () => Promise<void>): Promise<void> {
    // Lets the caller continue first: it must see the state `loading` before the listeners are called.
    await Promise.resolve();
    try {
      this.#changed.fire({ kind: 'status' });
      await load();
      // `#append` has already ended the load of a single page. Its listeners do not start another one.
      if (this.#loadPromise !== undefined) this.#end(this.#loopError);
    } catch (error) {
      const { aborted } = this.#controller.signal;
      if (this.#isStopped) this.#loadPromise = undefined;
      else this.#end(aborted ? this.#abortReason : error);
    }
  }

  #end(error: unknown): void {
    this.#loadPromise = undefined;
    this.#progress = null;
    this.#error = error;
    this.#changed.fire({ kind: 'status' });
  }

  #append(page: CustomerPage): void {
    this.#startRows.push(this.#rowCount);
    this.#pages.push(page);
    this.#loadTimes.push(this.#clock.now());
    this.#rowCount += page.records.length;
    this.#invalidCount += page.problems.size;
    if (this.#progress === null) {
      // A load without progress is the load of a single page. It ends here, so that listeners see the final state.
      this.#loadPromise = undefined;
      this.#error = this.#loopError;
    } else this.#progress = { ...this.#progress, pages: this.#progress.pages + 1 };
    this.#changed.fire({ kind: 'append', page });
  }

  async #nextPage(): Promise<CustomerPage> {
    const service = await this.#service();
    // Requests pages until one is accepted: empty pages are skipped.
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
    while (remaining > 0 && (this.#pages.length === 0 || this.#nextKey !== undefined)) {
      const maxPages = Math.floor((maxRows - this.#rowCount) / this.query.limit);
      this.#isAtRowLimit = maxPages < 1;
      if (this.#isAtRowLimit) return;
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
    return this.#nextKey === undefined ? this.query : { ...this.query, next: this.#nextKey };
  }

  /** Takes the key of the next page and checks for a loop. Returns `false` for an empty page that is not the last. */
  #accept(page: CustomerPage): boolean {
    this.signal.throwIfAborted();
    this.#nextKey = page.next;
    const failure = this.#pagingGuard.check(page);
    // The page that closes the loop is added, but no further page is requested, now or later.
    if (failure?.problem.kind === 'paging-loop') this.#loopError = failure;
    else if (failure !== undefined) throw failure;
    return page.records.length > 0 || page.next === undefined;
  }
}
