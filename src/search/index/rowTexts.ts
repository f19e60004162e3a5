import { type Bits, setBit } from './bits.ts';
import { Dictionary } from './dictionary.ts';
import { NO_TEXTS, type SearchableTexts } from './searchableTexts.ts';

/** Lists of small numbers, one per row, in two arrays. Objects would take ten times the memory. */
class RowLists {
  /** Start and end of the list of each row in `#codes`: two numbers per row. */
  #ranges = new Uint32Array(1024);
  #codes = new Uint16Array(4096);
  #end = 0;

  set(row: number, codes: readonly number[]): void {
    if (row * 2 + 1 >= this.#ranges.length) {
      const larger = new Uint32Array(this.#ranges.length * 2);
      larger.set(this.#ranges);
      this.#ranges = larger;
    }
    if (this.#end + codes.length > this.#codes.length) {
      const larger = new Uint16Array((this.#end + codes.length) * 2);
      larger.set(this.#codes);
      this.#codes = larger;
    }
    this.#codes.set(codes, this.#end);
    this.#ranges[row * 2] = this.#end;
    this.#end += codes.length;
    this.#ranges[row * 2 + 1] = this.#end;
  }

  /** @param wantedFlags 1 at the index of each wanted number */
  hasAny(row: number, wantedFlags: Uint8Array): boolean {
    const end = this.#ranges[row * 2 + 1] ?? 0;
    for (let offset = this.#ranges[row * 2] ?? 0; offset < end; offset++) {
      if (wantedFlags[this.#codes[offset] ?? 0] === 1) return true;
    }
    return false;
  }
}

/** Maximum number of shared texts. Further texts would hardly be shared. */
const MAX_TEXTS = 10_000;

/** Texts that many rows share, such as names of tags. Each is stored and searched once. */
class SharedTexts {
  readonly #dictionary = new Dictionary();
  readonly #rows = new RowLists();
  #count = 0;

  /** @returns the texts that are not stored here, because there are already `MAX_TEXTS` */
  add(texts: readonly string[]): readonly string[] {
    const codes: number[] = [];
    const others: string[] = [];
    for (const text of texts) {
      const hasRoom = this.#dictionary.size < MAX_TEXTS;
      const code = hasRoom ? this.#dictionary.add(text) : this.#dictionary.codeOf(text);
      if (code === undefined) others.push(text);
      else if (!codes.includes(code)) codes.push(code);
    }
    this.#rows.set(this.#count++, codes);
    return others;
  }

  search(word: string, onMatch: (row: number) => void): void {
    const wantedFlags = Uint8Array.from(this.#dictionary.values, (text) =>
      Number(text.includes(word)),
    );
    if (!wantedFlags.includes(1)) return;
    for (let row = 0; row < this.#count; row++)
      if (this.#rows.hasAny(row, wantedFlags)) onMatch(row);
  }
}

/** Available only in workers, and in the types of workers. */
declare const FileReaderSync: (new () => { readAsBinaryString(blob: Blob): string }) | undefined;

const encoder = new TextEncoder();
/** Number of arguments that one call can safely have. */
const MAX_ARGUMENTS = 8192;
/** Maximum number of UTF-8 bytes for one UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Buffer for the block that is being built, reused for all blocks. */
let buffer = new Uint8Array(2 ** 20);

function makeRoom(used: number, needed: number): void {
  if (used + needed <= buffer.length) return;
  const larger = new Uint8Array(Math.max(used + needed, buffer.length * 2));
  larger.set(buffer.subarray(0, used));
  buffer = larger;
}

/**
 * Texts of many rows in one string, in which each character is a byte of UTF-8. Takes half the
 * memory of a string with Chinese text, and is searched by one native call instead of one per row.
 */
class TextBlock {
  readonly #bytes: string;
  readonly #ends: Uint32Array;

  /** @param textOf called once for each row, in order */
  constructor(length: number, textOf: (row: number) => string) {
    this.#ends = new Uint32Array(length);
    let end = 0;
    for (let row = 0; row < length; row++) {
      const text = textOf(row);
      makeRoom(end, text.length * MAX_BYTES_PER_UNIT + 1);
      end += encoder.encodeInto(text, buffer.subarray(end)).written;
      // A zero byte after each row, so that no match spans two rows.
      buffer[end++] = 0;
      this.#ends[row] = end;
    }
    this.#bytes = byteString(buffer.subarray(0, end));
  }

  /** @param needle UTF-8 bytes of a word, as converted by `byteString` */
  search(needle: string, onMatch: (row: number) => void): void {
    let row = 0;
    let offset = this.#bytes.indexOf(needle);
    while (offset !== -1 && row < this.#ends.length) {
      while ((this.#ends[row] ?? 0) <= offset) row++;
      const end = this.#ends[row] ?? 0;
      onMatch(row++);
      offset = this.#bytes.indexOf(needle, end);
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

/**
 * Converts bytes to a string with one character per byte. In a worker, `FileReaderSync` does this in one step and
 * outside of the heap. Elsewhere, or if `FileReaderSync` fails for lack of resources, the string is built from chunks. So
 * is a short string, such as the texts of one changed row, because each use of `FileReaderSync` takes half a millisecond.
 */
function byteString(bytes: Uint8Array<ArrayBuffer>): string {
  const read = bytes.length > MAX_ARGUMENTS ? readInOnePiece(bytes) : undefined;
  if (read?.length === bytes.length) return read;
  const parts: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += MAX_ARGUMENTS) {
    // Spreading a typed array uses its iterator, which is many times slower.
    parts.push(
      String.fromCharCode.apply(null, bytes.subarray(offset, offset + MAX_ARGUMENTS) as never),
    );
  }
  return parts.join('');
}

/** Separator of the texts of a row, so that no match spans two texts. */
const SEPARATOR = '\u0001';

/** Append-only store of the texts of rows, searchable by word. */
export class RowTexts {
  readonly #blocks: { readonly start: number; readonly texts: TextBlock }[] = [];
  readonly #shared = new SharedTexts();
  #rowCount = 0;

  /** @param textsAt called once for each new row, in order */
  add(count: number, textsAt: (index: number) => SearchableTexts | undefined): void {
    const texts = new TextBlock(count, (index) => {
      const { own, shared } = textsAt(index) ?? NO_TEXTS;
      return [...own, ...this.#shared.add(shared)].join(SEPARATOR);
    });
    this.#blocks.push({ start: this.#rowCount, texts });
    this.#rowCount += count;
  }

  /** @param word in lower case; several words are a phrase */
  search(word: string, bits: Bits): void {
    const needle = byteString(encoder.encode(word));
    for (const { start, texts } of this.#blocks) {
      texts.search(needle, (row) => setBit(bits, start + row, true));
    }
    this.#shared.search(word, (row) => setBit(bits, row, true));
  }
}
