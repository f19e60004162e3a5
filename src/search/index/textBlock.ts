/** Known to workers only, and to the types of workers only. */
declare const FileReaderSync: (new () => { readAsBinaryString(blob: Blob): string }) | undefined;

const encoder = new TextEncoder();
/** As many arguments as a call may safely have. */
const CHUNK = 8192;
/** Of a UTF-16 unit in UTF-8. */
const MOST_BYTES = 3;

/** The block that is being made: one piece of memory for all of them. */
let written = new Uint8Array(2 ** 20);

function makeRoom(used: number, needed: number): void {
  if (used + needed <= written.length) return;
  const larger = new Uint8Array(Math.max(used + needed, written.length * 2));
  larger.set(written.subarray(0, used));
  written = larger;
}

/**
 * Texts of many rows in one string, each character a byte of UTF-8: half the memory of a string with Chinese in it, and
 * searched by one native call rather than one for each row.
 */
export class TextBlock {
  readonly #bytes: string;
  /** Where each row's text ends. */
  readonly #ends: Uint32Array;

  /** @param textOf asked once for each row, in turn */
  constructor(length: number, textOf: (row: number) => string) {
    this.#ends = new Uint32Array(length);
    let end = 0;
    for (let row = 0; row < length; row++) {
      const text = textOf(row);
      makeRoom(end, text.length * MOST_BYTES + 1);
      end += encoder.encodeInto(text, written.subarray(end)).written;
      written[end++] = 0;
      this.#ends[row] = end;
    }
    this.#bytes = byteString(written.subarray(0, end));
  }

  get length(): number {
    return this.#ends.length;
  }

  /** Calls `found` with each row that has the word, as `needleOf` writes it. */
  search(needle: string, found: (row: number) => void): void {
    let row = 0;
    let at = this.#bytes.indexOf(needle);
    while (at !== -1 && row < this.#ends.length) {
      while ((this.#ends[row] ?? 0) <= at) row++;
      const end = this.#ends[row] ?? 0;
      found(row++);
      at = this.#bytes.indexOf(needle, end);
    }
  }
}

function readInOnePiece(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  if (typeof FileReaderSync !== 'function') return undefined;
  try {
    return new FileReaderSync().readAsBinaryString(new Blob([bytes]));
  } catch {
    return undefined;
  }
}

export function needleOf(word: string): string {
  return byteString(encoder.encode(word));
}

/**
 * A worker's reader makes it in one piece outside of the heap; elsewhere, and when that fails because the browser is
 * short of something, it is put together: a page without its texts would be found by nothing.
 */
function byteString(bytes: Uint8Array<ArrayBuffer>): string {
  const read = readInOnePiece(bytes);
  if (read?.length === bytes.length) return read;
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    // Spreading a typed array goes through its iterator, which is many times slower.
    // oxlint-disable-next-line prefer-spread
    parts.push(String.fromCharCode.apply(null, bytes.subarray(at, at + CHUNK) as never));
  }
  return parts.join('');
}
