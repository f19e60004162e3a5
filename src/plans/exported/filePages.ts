import { Buffer, isUtf8 } from 'node:buffer';
import { isCustomer } from '../../contract/isCustomer.ts';
import { readRecord } from '../../contract/readRecord.ts';
import type { CustomerPage, RecordProblems } from '../../core/model.ts';
import type { Elements } from '../tables/jsonList.ts';
import type { NoteTaker } from './noteTaker.ts';

/** Bytes of a page; fewer records make one when they are large. */
const BYTES_IN_PAGE = 8 << 20;

const HEAD = Buffer.from('{"res":{"records":[');
const TAIL = Buffer.from(']}}');
const COMMA = Buffer.from(',');

/** Records that are to become a page. */
export class PageOfFile {
  readonly #parts: Buffer[] = [];
  #count = 0;
  #bytes = 0;

  get count(): number {
    return this.#count;
  }

  isFull(limit: number): boolean {
    return this.#count >= limit || this.#bytes >= BYTES_IN_PAGE;
  }

  /** @returns index of the first element that found no place */
  add({ json, spans }: Elements, from: number, limit: number): number {
    let at = from;
    for (; at < spans.length && !this.isFull(limit); at++) {
      const { start = 0, end = 0 } = spans[at] ?? {};
      this.#parts.push(this.#count === 0 ? HEAD : COMMA, json.subarray(start, end));
      this.#count++;
      this.#bytes += end - start;
    }
    return at;
  }

  /** @param next the key of the page behind it */
  page(next: string | undefined, notes: NoteTaker): CustomerPage {
    const all = Buffer.concat([...(this.#count === 0 ? [HEAD] : this.#parts), TAIL]);
    const body = utf8(all, notes);
    const parsed = JSON.parse(body.toString()) as { readonly res: { readonly records: unknown[] } };
    const { records } = parsed.res;
    notes.look(records);
    const { leftOut, hashed, hasTagNamesOnly } = notes;
    const problems = new Map<number, RecordProblems>();
    for (const [index, record] of records.entries()) {
      if (isCustomer(record)) continue;
      const read = readRecord(record);
      const fields = read.fields.filter(
        ({ field, found }) => field === undefined || found !== 'missing' || !leftOut.has(field),
      );
      if (fields.length > 0) problems.set(index, { ...read, fields });
    }
    return {
      records,
      problems,
      next,
      body,
      leftOut,
      hashed: hashed.size === 0 ? undefined : hashed,
      hasTagNamesOnly,
    };
  }
}

function utf8(bytes: Buffer, notes: NoteTaker): Buffer {
  if (isUtf8(bytes)) return bytes;
  notes.note({ kind: 'broken-text' });
  return Buffer.from(bytes.toString());
}
