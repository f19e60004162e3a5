import { ServiceError } from '../base/errors.ts';
import type { CustomerPage } from '../base/model.ts';

/** Empty pages in a row after which a walk gives up. */
const MAX_EMPTY = 20;

interface Walked {
  readonly records: { readonly length: number };
  readonly next: string | undefined;
}

/** Knows a walk over pages that would never end: its keys come again, or its pages are empty. */
export class PagingGuard {
  readonly #used = new Set<string>();
  #empty = 0;

  /** @param start the key at which the walk begins; none for the first page */
  constructor(start?: string) {
    if (start !== undefined) this.#used.add(start);
  }

  isUsed(key: string): boolean {
    return this.#used.has(key);
  }

  /** Why no page may be asked for behind this one; `undefined`: one may. After empty pages the count begins anew. */
  take({ records, next }: Walked): ServiceError | undefined {
    this.#empty = records.length === 0 ? this.#empty + 1 : 0;
    if (next === undefined) return undefined;
    if (this.#used.has(next)) return listError({ kind: 'paging-loop' });
    this.#used.add(next);
    if (this.#empty <= MAX_EMPTY) return undefined;
    const pages = this.#empty;
    this.#empty = 0;
    return listError({ kind: 'too-many-empty-pages', pages });
  }
}

function listError(problem: ServiceError['problem']): ServiceError {
  return new ServiceError('listCustomers', problem, 'refused');
}

/** One page on its way. */
export interface PageRequest<P> {
  readonly page: Promise<P>;
  /** Resolves when the request has left, or when waiting for that does not pay; never rejects. */
  readonly sent: () => Promise<void>;
}

/**
 * Asks for the page of this key.
 * @param arrived called when the page is there and not parsed yet, with the key of the following page (`null`:
 * this is the last one; `undefined`: only the parse can tell). The parse waits for it.
 */
export type AskPage<P extends Walked = CustomerPage> = (
  key: string | undefined,
  signal: AbortSignal,
  arrived: (nextKey: string | null | undefined) => Promise<void>,
) => PageRequest<P>;

export interface WalkOptions {
  /** The key to begin at; from the first page when not given. */
  readonly start?: string | undefined;
  /** Ends after so many pages, and asks for none behind them. */
  readonly pages?: number | undefined;
  readonly signal: AbortSignal;
}

interface Asked<P> extends PageRequest<P> {
  readonly key: string | undefined;
  /** Its turn has come: it may be parsed, after the following page was asked for if that is wanted. */
  readonly begin: (mayAskAhead: boolean) => void;
  readonly stop: (reason: unknown) => void;
}

/**
 * Walks from page to page, empty ones too, and asks for the following one before it parses a page: at most one
 * page ahead, whose error comes up when its turn does. Every page that was read is given before the walk fails.
 */
export async function* walkPages<P extends Walked>(
  ask: AskPage<P>,
  options: WalkOptions,
): AsyncGenerator<P, void, undefined> {
  const { signal, pages = Number.POSITIVE_INFINITY } = options;
  const walk = new PageWalk(ask, options);
  const onAbort = (): void => walk.stop(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    for (let count = 1; count <= pages; count++) {
      signal.throwIfAborted();
      const page = await walk.read(count < pages);
      signal.throwIfAborted();
      yield page;
      if (page.next === undefined) return;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    walk.stop(new Error('the walk ended'));
  }
}

class PageWalk<P extends Walked> {
  readonly #ask: AskPage<P>;
  readonly #guard: PagingGuard;
  #next: string | undefined;
  #current: Asked<P> | undefined;
  #ahead: Asked<P> | undefined;
  #failure: ServiceError | undefined;

  constructor(ask: AskPage<P>, { start }: WalkOptions) {
    this.#ask = ask;
    this.#next = start;
    this.#guard = new PagingGuard(start);
  }

  async read(mayAskAhead: boolean): Promise<P> {
    if (this.#failure !== undefined) throw this.#failure;
    const current = this.#ahead ?? this.#request(this.#next);
    this.#current = current;
    this.#ahead = undefined;
    current.begin(mayAskAhead);
    const page = await current.page;
    this.#take(page);
    return page;
  }

  stop(reason: unknown): void {
    this.#current?.stop(reason);
    this.#ahead?.stop(reason);
  }

  #take(page: P): void {
    this.#next = page.next;
    if (this.#ahead?.key !== page.next) this.#discardAhead();
    this.#failure = this.#guard.take(page);
    if (this.#failure !== undefined) this.#discardAhead();
  }

  async #askAhead(key: string | null): Promise<void> {
    // A page that is asked for again after it came may have another key this time.
    if (this.#ahead?.key !== key) this.#discardAhead();
    if (key === null || this.#guard.isUsed(key)) return;
    this.#ahead ??= this.#request(key);
    await this.#ahead.sent();
  }

  #discardAhead(): void {
    this.#ahead?.stop(new Error('the page is not the next one'));
    this.#ahead = undefined;
  }

  #request(key: string | undefined): Asked<P> {
    const turn = Promise.withResolvers<boolean>();
    const controller = new AbortController();
    const request = this.#ask(key, controller.signal, async (nextKey) => {
      // Not sure of the key, and so not of the page: it may be a failure that is tried again at once.
      if (nextKey === undefined) return;
      if (await turn.promise) await this.#askAhead(nextKey);
    });
    // Whoever waits for the page or its turn gets the error; nobody may.
    const ignore = (): void => undefined;
    request.page.catch(ignore);
    turn.promise.catch(ignore);
    const stop = (reason: unknown): void => {
      controller.abort(reason);
      turn.reject(reason);
    };
    return { ...request, key, begin: turn.resolve, stop };
  }
}
