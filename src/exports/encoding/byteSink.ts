import { Buffer } from 'node:buffer';

/** Collects bytes in memory that is used again for each page. */
export class ByteSink {
  #buffer = Buffer.allocUnsafe(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = byte;
  }

  /** Takes this byte out again; what was collected behind it moves up. */
  dropByte(at: number): void {
    this.#buffer.copyWithin(at, at + 1, this.#length--);
  }

  /** Memory with so much room behind what was collected; `advance` says how much of it was taken. */
  room(more: number): Uint8Array {
    this.#reserve(more);
    return this.#buffer;
  }

  advance(taken: number): void {
    this.#length += taken;
  }

  bytes(from: Uint8Array, start = 0, end = from.length): void {
    this.#reserve(end - start);
    this.#buffer.set(from.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  text(text: string): void {
    // No character of a string takes more than three bytes of UTF-8.
    this.#reserve(text.length * 3);
    this.#length += this.#buffer.write(text, this.#length);
  }

  /** What was collected; it is overwritten after the next call of anything here. */
  take(): Uint8Array {
    const taken = this.#buffer.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** Line breaks from `start` on, which stand between tokens of JSON only, become spaces. */
  joinLines(start: number): void {
    joinLines(this.#buffer, start, this.#length);
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}

const LF = 0x0a;
const CR = 0x0d;

/** Line breaks within JSON can only stand between tokens, where a space means the same. */
export function joinLines(bytes: Uint8Array, start: number, end: number): void {
  const part = bytes.subarray(start, end);
  for (const lineBreak of [LF, CR]) {
    for (let at = part.indexOf(lineBreak); at !== -1; at = part.indexOf(lineBreak, at + 1)) {
      part[at] = 0x20;
    }
  }
}
