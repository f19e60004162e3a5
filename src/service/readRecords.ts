import {
  readArray,
  readObject,
  REFUSED,
  spaceEnd,
  spanText,
  valueEnd,
  type Span,
} from '../base/jsonScan.ts';
import { mendedRecords } from '../base/recordSpans.ts';
import type { RecordPage } from '../base/model.ts';
import { readAnswer, type Answer } from './readAnswer.ts';
import { customerPage } from './schemas.ts';

/**
 * Finds the records of a page (contract, section 2.5) without parsing them, a third of the time of `readPage`.
 * An answer that is not beyond doubt a page is parsed, with the same result or the same error as there.
 * @param isUtf8 a text that is not UTF-8 has to be mended before it is copied
 */
export function readRecords(
  answer: Answer,
  secret: string,
  isUtf8: (bytes: Uint8Array) => boolean,
): RecordPage {
  const scanned = isUtf8(answer.body) ? scanPage(answer.body) : undefined;
  return scanned ?? parsedPage(answer, secret);
}

/** `undefined`: only the parse can tell. */
export function scanPage(body: Uint8Array): RecordPage | undefined {
  const scan = new PageScan(body);
  const end = scan.read(spaceEnd(body, 0));
  return end === REFUSED || spaceEnd(body, end) !== body.length ? undefined : scan.page();
}

/** One pass over a body. It refuses names that are escaped or stand there twice: which one counts is the parse's to say. */
class PageScan {
  readonly #body: Uint8Array;
  readonly #seen = new Set<string>();
  #status = '';
  #records: readonly Span[] | undefined;
  #next: unknown;

  constructor(body: Uint8Array) {
    this.#body = body;
  }

  read(root: number): number {
    return readObject(this.#body, root, (key, start) => this.#member(this.#nameOf(key), start));
  }

  page(): RecordPage | undefined {
    const next = this.#next ?? '';
    if (this.#status !== '200' || this.#records === undefined) return undefined;
    if (typeof next !== 'string') return undefined;
    return { body: this.#body, records: this.#records, next: next === '' ? undefined : next };
  }

  #member(name: string | undefined, start: number): number {
    if (name === '"res"') {
      return readObject(this.#body, start, (key, at) => this.#field(this.#nameOf(key, 'res'), at));
    }
    const end = name === undefined ? REFUSED : valueEnd(this.#body, start);
    if (end === REFUSED) return REFUSED;
    const value = name === '"status"' || isFailure(name) ? this.#text({ start, end }) : '';
    if (name === '"status"') this.#status = value;
    return isFailure(name) && value !== 'null' ? REFUSED : end;
  }

  #field(name: string | undefined, start: number): number {
    if (name === undefined) return REFUSED;
    if (name === '"records"') {
      const elements: Span[] = [];
      this.#records = elements;
      return readArray(this.#body, start, (at) => {
        const end = valueEnd(this.#body, at);
        elements.push({ start: at, end });
        return end;
      });
    }
    const end = valueEnd(this.#body, start);
    if (name === '"next"' && end !== REFUSED) this.#next = JSON.parse(this.#text({ start, end }));
    return end;
  }

  /** With its quotes; `undefined` when one cannot be sure of it. */
  #nameOf(key: Span, within = ''): string | undefined {
    const name = this.#text(key);
    const place = `${within}${name}`;
    if (name.includes('\\') || this.#seen.has(place)) return undefined;
    this.#seen.add(place);
    return name;
  }

  #text(span: Span): string {
    return spanText(this.#body, span);
  }
}

function isFailure(name: string | undefined): boolean {
  return name === '"errorCode"' || name === '"errorMessage"';
}

function parsedPage(answer: Answer, secret: string): RecordPage {
  const { next } = readAnswer('listCustomers', answer, customerPage, secret);
  const { json, spans } = mendedRecords(answer.body);
  return { body: json, records: spans, next: next === null || next === '' ? undefined : next };
}
