import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../base/errors.ts';
import type { CustomerPage } from '../base/model.ts';
import type { SharedRequest } from '../base/promises.ts';

/** Maximum number of consecutive empty pages. After more of them, a walk fails. */
const MAX_EMPTY = 20;

interface WalkedPage {
  readonly records: { readonly length: number };
  readonly next: string | undefined;
}

/** Detects a walk that would never end, because its keys repeat or too many pages are empty. */
export class PagingGuard {
  readonly #usedKeys = new Set<string>();
  #emptyCount = 0;

  constructor(start?: string) {
    if (start !== undefined) this.#usedKeys.add(start);
  }

  isUsed(key: string): boolean {
    return this.#usedKeys.has(key);
  }

  /**
   * To be called with each page. Returns the error with which the walk has to end. After an error for empty pages, their
   * count restarts at 0, so that the user can load more pages.
   */
  check({ records, next }: WalkedPage): ServiceError | undefined {
    this.#emptyCount = records.length === 0 ? this.#emptyCount + 1 : 0;
    if (next === undefined) return undefined;
    if (this.#usedKeys.has(next)) return listError({ kind: 'paging-loop' });
    this.#usedKeys.add(next);
    if (this.#emptyCount <= MAX_EMPTY) return undefined;
    const pages = this.#emptyCount;
    this.#emptyCount = 0;
    return listError({ kind: 'too-many-empty-pages', pages });
  }
}

function listError(problem: ServiceError['problem']): ServiceError {
  return new ServiceError('listCustomers', problem, 'refused');
}

export interface PageRequest {
  /** Key of the page. `undefined`: the first page of the list. */
  readonly key: string | undefined;
  readonly sharedRequest: SharedRequest;
  /**
   * Called when the page has arrived but is not parsed yet, with the key of the next page (`null`: this page is the last
   * one; `undefined`: only a full parse can show the key). Parsing waits for the returned promise.
   */
  readonly onArrival: (nextKey: string | null | undefined) => Promise<void>;
  /** Called when the request was passed to the transport. */
  readonly onSent: () => void;
}

export type RequestPage<P extends WalkedPage = CustomerPage> = (request: PageRequest) => Promise<P>;

export interface WalkOptions {
  /** Key of the first page to read. Defaults to the first page of the list. */
  readonly start?: string | undefined;
  /** Maximum number of pages. No page after them is requested. */
  readonly maxPages?: number | undefined;
  readonly signal: AbortSignal;
}

interface PendingPage<P> {
  readonly key: string | undefined;
  readonly page: Promise<P>;
  /** Resolves when the request was sent, or after a maximum time. Never rejects. */
  readonly sent: () => Promise<void>;
  /** Permits parsing the page. With `canPrefetch`, the next page may be requested first. */
  readonly begin: (canPrefetch: boolean) => void;
  readonly stop: (reason: unknown) => void;
}

/**
 * Requests the next page before it parses the current one. At most one page is prefetched, and its error is thrown when
 * its turn comes. Every page that was read, even an empty one, is yielded before the walk fails.
 */
export async function* walkPages<P extends WalkedPage>(
  requestPage: RequestPage<P>,
  options: WalkOptions,
): AsyncGenerator<P, void, undefined> {
  const { signal, maxPages = Number.POSITIVE_INFINITY } = options;
  const walk = new PageWalk(requestPage, options);
  const onAbort = (): void => walk.stop(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    for (let count = 1; count <= maxPages; count++) {
      signal.throwIfAborted();
      const page = await walk.read(count < maxPages);
      signal.throwIfAborted();
      yield page;
      if (page.next === undefined) return;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    walk.stop(new Error('the walk ended'));
  }
}

class PageWalk<P extends WalkedPage> {
  readonly #requestPage: RequestPage<P>;
  /** Signal of the caller. */
  readonly #signal: AbortSignal;
  readonly #guard: PagingGuard;
  /** Key of the page to read next. */
  #next: string | undefined;
  #current: PendingPage<P> | undefined;
  #prefetched: PendingPage<P> | undefined;
  /** Error for the next call of `read`, because no further page may be requested. */
  #failure: ServiceError | undefined;

  constructor(requestPage: RequestPage<P>, { start, signal }: WalkOptions) {
    this.#requestPage = requestPage;
    this.#signal = signal;
    this.#next = start;
    this.#guard = new PagingGuard(start);
  }

  async read(canPrefetch: boolean): Promise<P> {
    if (this.#failure !== undefined) throw this.#failure;
    const current = this.#prefetched ?? this.#request(this.#next);
    this.#current = current;
    this.#prefetched = undefined;
    current.begin(canPrefetch);
    const page = await current.page;
    this.#recordPage(page);
    return page;
  }

  stop(reason: unknown): void {
    this.#current?.stop(reason);
    this.#prefetched?.stop(reason);
  }

  #recordPage(page: P): void {
    this.#next = page.next;
    if (this.#prefetched?.key !== page.next) this.#discardPrefetched();
    this.#failure = this.#guard.check(page);
    if (this.#failure !== undefined) this.#discardPrefetched();
  }

  async #prefetch(key: string | null): Promise<void> {
    // If the same page is requested a second time, its next key can differ from the first time.
    if (this.#prefetched?.key !== key) this.#discardPrefetched();
    if (key === null || this.#guard.isUsed(key)) return;
    this.#prefetched ??= this.#request(key);
    await this.#prefetched.sent();
  }

  #discardPrefetched(): void {
    this.#prefetched?.stop(new Error('the page is not the next one'));
    this.#prefetched = undefined;
  }

  #request(key: string | undefined): PendingPage<P> {
    const turn = Promise.withResolvers<boolean>();
    const controller = new AbortController();
    const sentSignal = new SentSignal();
    const page = this.#requestPage({
      key,
      sharedRequest: { signal: controller.signal, callerSignals: [this.#signal] },
      onArrival: async (nextKey) => {
        // If the next key is unknown, nothing is prefetched: the response may be a failure, after which the same page may
        // be requested again.
        if (nextKey === undefined) return;
        if (await turn.promise) await this.#prefetch(nextKey);
      },
      onSent: sentSignal.onSent,
    });
    // An error for which no code waits would be an unhandled rejection, which ends the process.
    const ignore = (): void => undefined;
    page.catch(ignore);
    turn.promise.catch(ignore);
    const stop = (reason: unknown): void => {
      controller.abort(reason);
      turn.reject(reason);
    };
    return { key, page, sent: () => sentSignal.wait(page), begin: turn.resolve, stop };
  }
}

/** Maximum time in ms for which parsing is delayed. The request may be queued, or wait for its token, for longer. */
const MAX_WAIT_MS = 5;

/** Code that blocks the process, such as parsing a page, waits for this signal, so that the request leaves first. */
class SentSignal {
  readonly #sent = Promise.withResolvers<void>();

  readonly onSent = (): void => this.#sent.resolve();

  /** Never rejects. The wait also ends if `ended`, the promise of the response, settles first. */
  async wait(ended: Promise<unknown>): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, MAX_WAIT_MS);
    const settled = ended.catch(() => undefined);
    await Promise.race([this.#sent.promise, settled, timeout.promise]);
    clearTimeout(timer);
    // undici writes to a reused socket only after a full turn of the event loop, so wait for two.
    await setImmediate();
    await setImmediate();
  }
}
