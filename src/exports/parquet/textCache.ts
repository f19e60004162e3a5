import type { Buffer } from 'node:buffer';

const SLOTS = 1 << 13;
/** Longer texts are not kept, bytes. */
const LONGEST = 64;

/**
 * Texts of bytes. Many are there again and again, as names of tags: for those it is the same string each time, which
 * neither fills the memory nor is hashed anew by whoever looks it up.
 */
export class TextCache {
  readonly #bytes = new Uint8Array(SLOTS * LONGEST);
  readonly #lengths = new Uint8Array(SLOTS);
  readonly #texts = Array.from({ length: SLOTS }, () => '');

  text(body: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length > LONGEST) return body.toString('utf8', start, end);
    let hash = length;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (body[at] ?? 0), 0x01000193);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const first = slot * LONGEST;
    if (this.#lengths[slot] === length && this.#isSame(first, body, start, end)) {
      return this.#texts[slot] ?? '';
    }
    for (let at = start; at < end; at++) this.#bytes[first + at - start] = body[at] ?? 0;
    this.#lengths[slot] = length;
    return (this.#texts[slot] = body.toString('utf8', start, end));
  }

  #isSame(first: number, body: Buffer, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      if (this.#bytes[first + at - start] !== body[at]) return false;
    }
    return true;
  }
}
