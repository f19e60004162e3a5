import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

import { reasonOf, TransportError, type HttpAnswer } from './transport.ts';

type Decode = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const gunzip: Decode = promisify(zlib.gunzip);
const decoders: Record<string, Decode> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  br: promisify(zlib.brotliDecompress),
};
// Older Node versions have no zstd, whatever the types say.
if ('zstdDecompress' in zlib) decoders['zstd'] = promisify(zlib.zstdDecompress);

export const ACCEPT_ENCODING = ['gzip', 'br', 'zstd'].filter((name) => name in decoders).join(', ');

/** More than one coding is unheard of, and each could blow the answer up once more. */
const MAX_CODINGS = 2;

/** A body as it arrives, and no more of it than `maxBytes`. */
export class BodyBytes {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  /** Where a large body goes at once, so that its pieces need not be kept. */
  #place: Buffer | undefined;
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @param length as the header tells it, before the first piece */
  expect(length: number): void {
    if (length > LARGE && length <= this.#maxBytes) this.#place = Buffer.allocUnsafe(length);
  }

  /** @returns the error with which reading has to end */
  add(chunk: Uint8Array): TransportError | undefined {
    const start = this.#size;
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) return tooLarge();
    if (this.#place !== undefined && this.#size <= this.#place.length) {
      this.#place.set(chunk, start);
      return undefined;
    }
    if (this.#place !== undefined) this.#chunks.push(this.#place.subarray(0, start));
    this.#place = undefined;
    this.#chunks.push(chunk);
    return undefined;
  }

  whole(): Uint8Array {
    const { length = 0 } = this.#place ?? {};
    if (this.#place !== undefined) {
      return length === this.#size ? this.#place : Buffer.from(this.#place.subarray(0, this.#size));
    }
    const [only] = this.#chunks;
    return only !== undefined && this.#chunks.length === 1
      ? only
      : Buffer.concat(this.#chunks, this.#size);
  }
}

/** From here on a body is worth a place of its own, bytes. */
const LARGE = 1 << 16;

export type DecodedBody = Pick<HttpAnswer, 'body' | 'broken'>;

/** Undoes what the header Content-Encoding tells. Throws `TransportError` when it becomes too large. */
export async function decodeBody(
  body: Uint8Array,
  encoding: string,
  maxBytes: number,
): Promise<DecodedBody> {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const applied = codings.filter((coding) => coding !== '' && coding !== 'identity').reverse();
  if (applied.length > MAX_CODINGS) return unreadable('the body is compressed too many times');
  let decoded: DecodedBody = { body };
  for (const coding of applied) {
    if (decoded.broken === undefined) decoded = await decodeOnce(decoded.body, coding, maxBytes);
  }
  return decoded;
}

async function decodeOnce(
  body: Uint8Array,
  coding: string,
  maxBytes: number,
): Promise<DecodedBody> {
  if (body.length === 0) return { body };
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  if (decode === undefined)
    return unreadable(`the body has the unknown encoding ${coding.slice(0, 20)}`);
  try {
    return { body: await decode(body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const isOver = error instanceof Error && 'code' in error && error.code === TOO_LONG;
    if (isOver) throw tooLarge();
    return brokenBody(coding, error);
  }
}

/** The answer came, but its data is not what its coding says. */
export function brokenBody(coding: string, error: unknown): DecodedBody {
  return unreadable(`the body contains damaged ${coding} data: ${reasonOf(error)}`);
}

const TOO_LONG = 'ERR_BUFFER_TOO_LARGE';

function tooLarge(): TransportError {
  return new TransportError('the response is too large', true, true);
}

function unreadable(why: string): DecodedBody {
  return { body: new Uint8Array(), broken: why };
}
