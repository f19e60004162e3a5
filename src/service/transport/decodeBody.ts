import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

import { reasonOf, TransportError, type HttpAnswer } from './transport.ts';
import { codeOf } from '../../base/errors.ts';

type Decode = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const gunzip: Decode = promisify(zlib.gunzip);
const decoders: Record<string, Decode> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  br: promisify(zlib.brotliDecompress),
};
// Older Node.js versions have no zstd, although the types declare it.
if ('zstdDecompress' in zlib) decoders['zstd'] = promisify(zlib.zstdDecompress);

/** Value of the header Accept-Encoding: the codings that this Node.js version can decode. */
export const ACCEPT_ENCODING = ['gzip', 'br', 'zstd'].filter((name) => name in decoders).join(', ');

/** Maximum number of content codings. More than one is unusual, and each could inflate the body. */
const MAX_CODINGS = 2;

export class BodyBytes {
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  /** Buffer into which a large body is copied on arrival, so that its chunks need not be kept. */
  #buffer: Buffer | undefined;
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** To be called before the first chunk, with the value of the header Content-Length, in bytes. */
  expect(length: number): void {
    if (length > LARGE_BODY && length <= this.#maxBytes) this.#buffer = Buffer.allocUnsafe(length);
  }

  /** @returns the error with which reading has to end, or `undefined` */
  add(chunk: Uint8Array): TransportError | undefined {
    const start = this.#size;
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) return tooLarge();
    if (this.#buffer !== undefined && this.#size <= this.#buffer.length) {
      this.#buffer.set(chunk, start);
      return undefined;
    }
    // Without a buffer, chunks are kept. If the body is longer than Content-Length, the buffer becomes the first chunk.
    if (this.#buffer !== undefined) this.#chunks.push(this.#buffer.subarray(0, start));
    this.#buffer = undefined;
    this.#chunks.push(chunk);
    return undefined;
  }

  whole(): Uint8Array {
    if (this.#buffer !== undefined) {
      // A body that is shorter than Content-Length is copied.
      return this.#buffer.length === this.#size
        ? this.#buffer
        : Buffer.from(this.#buffer.subarray(0, this.#size));
    }
    const [only] = this.#chunks;
    return only !== undefined && this.#chunks.length === 1
      ? only
      : Buffer.concat(this.#chunks, this.#size);
  }
}

/** Minimum size of a body that gets a buffer of its own, in bytes. */
const LARGE_BODY = 1 << 16;

export type DecodedBody = Pick<HttpAnswer, 'body' | 'broken'>;

/** @throws {TransportError} if the decoded body is too large */
export async function decodeBody(
  body: Uint8Array,
  encoding: string,
  maxBytes: number,
): Promise<DecodedBody> {
  const decodingOrder = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();
  if (decodingOrder.length > MAX_CODINGS)
    return unreadable('the body is compressed too many times');
  let decoded: DecodedBody = { body };
  for (const coding of decodingOrder) {
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
    if (codeOf(error) === TOO_LARGE_CODE) throw tooLarge();
    return brokenBody(coding, error);
  }
}

export function brokenBody(coding: string, error: unknown): DecodedBody {
  return unreadable(`the body contains damaged ${coding} data: ${reasonOf(error)}`);
}

const TOO_LARGE_CODE = 'ERR_BUFFER_TOO_LARGE';

function tooLarge(): TransportError {
  return Object.assign(new TransportError('the response is too large', true), {
    isTooLarge: true,
  });
}

function unreadable(detail: string): DecodedBody {
  return { body: new Uint8Array(), broken: detail };
}
