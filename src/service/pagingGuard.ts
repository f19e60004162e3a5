import { ServiceError } from '../base/errors.ts';

/** Empty pages in a row after which a walk gives up. */
const MAX_EMPTY = 20;

export interface Walked {
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
