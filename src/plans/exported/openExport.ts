import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { OpenedExport } from '../../core/plans/openedExport.ts';
import type { CustomerPage, CustomerQuery } from '../../core/model.ts';
import { InputError } from '../../core/plans/inputProblems.ts';
import { InputFile } from '../tables/inputFile.ts';
import type { Elements } from '../tables/jsonList.ts';
import { PageOfFile } from './filePages.ts';
import { fileRecords, type FileRecords } from './fileRecords.ts';
import { NoteTaker } from './noteTaker.ts';

/** Opens a file that an export has written, and looks at what it is. */
export async function openExport(path: string): Promise<OpenedExport> {
  const life = new AbortController();
  const file = await InputFile.open(path);
  const { mtimeMs } = await stat(path);
  const records = await fileRecords(file, life.signal);
  const isUnfinished = path.endsWith('.partial') || (await isThere(`${path}.checkpoint`));
  return new ExportWalk(records, life, { modified: mtimeMs, isUnfinished });
}

/** What was read of the file and belongs to the next page. */
interface Rest {
  readonly elements: Elements;
  /** Index of the first one. */
  readonly from: number;
}

interface Facts {
  readonly modified: number;
  readonly isUnfinished: boolean;
}

/** Keys of its pages are their numbers. */
class ExportWalk implements OpenedExport {
  readonly modified: number;
  readonly #records: FileRecords;
  readonly #life: AbortController;
  readonly #isUnfinished: boolean;
  #notes: NoteTaker;
  #reader: AsyncIterator<Elements> | undefined;
  #rest: Rest | undefined;
  #number = 0;
  #last: { readonly number: number; readonly page: CustomerPage } | undefined;

  constructor(records: FileRecords, life: AbortController, facts: Facts) {
    this.#records = records;
    this.#life = life;
    this.modified = facts.modified;
    this.#isUnfinished = facts.isUnfinished;
    this.#notes = this.#newNotes();
  }

  get format(): OpenedExport['format'] {
    return this.#records.format;
  }

  notes(): ReturnType<OpenedExport['notes']> {
    return this.#notes.list();
  }

  close(): void {
    this.#life.abort();
    void this.#leave();
  }

  async listCustomers({ next, limit }: CustomerQuery, signal: AbortSignal): Promise<CustomerPage> {
    const number = next === undefined ? 0 : Number(next);
    if (this.#last?.number === number && number > 0) return this.#last.page;
    if (number !== this.#number || number === 0) await this.#rewind(number, limit, signal);
    return this.#read(limit);
  }

  async *walkCustomers(
    query: CustomerQuery,
    signal: AbortSignal,
    pages = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<CustomerPage, void, undefined> {
    let { next } = query;
    for (let count = 0; count < pages; count++) {
      signal.throwIfAborted();
      const page = await this.listCustomers({ ...query, next }, signal);
      yield page;
      if (page.next === undefined) return;
      ({ next } = page);
      await setImmediate();
    }
  }

  async #rewind(number: number, limit: number, signal: AbortSignal): Promise<void> {
    await this.#leave();
    this.#notes = this.#newNotes();
    this.#number = 0;
    while (this.#number < number) {
      signal.throwIfAborted();
      await this.#read(limit);
    }
  }

  async #leave(): Promise<void> {
    const reader = this.#reader;
    this.#reader = undefined;
    this.#rest = undefined;
    this.#last = undefined;
    await reader?.return?.();
  }

  async #read(limit: number): Promise<CustomerPage> {
    this.#reader ??= this.#records.read(this.#notes, this.#life.signal)[Symbol.asyncIterator]();
    const gathered = new PageOfFile();
    let more = this.#rest ?? (await this.#more(gathered.count));
    while (more !== undefined) {
      const from = gathered.add(more.elements, more.from, limit);
      if (from < more.elements.spans.length) {
        more = { elements: more.elements, from };
        break;
      }
      more = await this.#more(gathered.count);
      if (gathered.isFull(limit)) break;
    }
    this.#rest = more;
    const number = this.#number++;
    const page = gathered.page(more === undefined ? undefined : String(number + 1), this.#notes);
    this.#last = { number, page };
    return page;
  }

  /** @param count records that would be lost with an error */
  async #more(count: number): Promise<Rest | undefined> {
    try {
      const { done, value } = (await this.#reader?.next()) ?? { done: true, value: undefined };
      return done === true ? undefined : { elements: value, from: 0 };
    } catch (error) {
      const [problem] = InputError.is(error) ? error.problems : [];
      const isBegun = count > 0 || this.#number > 0;
      if (problem === undefined || !isBegun) throw error;
      this.#notes.note({ kind: 'stopped', problem });
      return undefined;
    }
  }

  #newNotes(): NoteTaker {
    const notes = new NoteTaker(this.#records.format === 'parquet' ? 'record' : 'line');
    if (this.#isUnfinished) notes.note({ kind: 'unfinished' });
    return notes;
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
