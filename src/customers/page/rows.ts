import type { GridRows, RowProblem } from '../gridRows.ts';
import { type PackedBytes, Unpacker } from './packedBytes.ts';

/** One customer, parsed. */
export interface GridRow {
  /** The record as it was sent; a `CustomerRecord` when there are no `problems`. */
  readonly record: unknown;
  /** Number of the page it came with, from 1. */
  readonly page: number;
  /** What is not as the contract has it. */
  readonly problems: readonly RowProblem[];
  /** Why this customer cannot be tagged, or `null`. */
  readonly untaggable: string | null;
}

interface LoadedPage extends Omit<GridRows, 'json'> {
  readonly start: number;
  /** As they came, until they are packed. */
  bytes: Uint8Array | PackedBytes;
  readonly reasons: ReadonlyMap<number, readonly RowProblem[]>;
}

/** More than fit on any screen. */
const MOST_PARSED = 400;
const NONE: readonly RowProblem[] = [];
const decoder = new TextDecoder();

/**
 * The rows as the bytes that came, soon packed to a fifth; only those that are looked at are unpacked and parsed.
 * 100,000 parsed records would take three times the memory of their bytes, and each page of them a tenth of a second.
 */
export class RowStore {
  readonly #untaggable: readonly string[];
  #pages: LoadedPage[] = [];
  readonly #patched = new Map<number, string>();
  readonly #parsed = new Map<number, GridRow>();
  readonly #unpacker = new Unpacker();
  #count = 0;

  constructor(untaggable: readonly string[]) {
    this.#untaggable = untaggable;
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#pages = [];
    this.#patched.clear();
    this.#parsed.clear();
    this.#unpacker.clear();
    this.#count = 0;
  }

  add({ json, ...rows }: GridRows): void {
    const reasons = new Map(rows.problems);
    this.#pages.push({ ...rows, bytes: json, start: this.#count, reasons });
    this.#count += rows.spans.length / 2;
  }

  /** @param json of a page; of one that is gone by now, nothing is kept */
  pack(json: Uint8Array, packed: PackedBytes): void {
    const page = this.#pages.find(({ bytes }) => bytes === json);
    if (page !== undefined) page.bytes = packed;
  }

  patch(row: number, json: string): void {
    this.#patched.set(row, json);
    this.#parsed.delete(row);
  }

  row(row: number): GridRow | undefined {
    const known = this.#parsed.get(row);
    if (known !== undefined) return known;
    const page = this.#pageOf(row);
    if (page === undefined) return undefined;
    const index = row - page.start;
    const isPatched = this.#patched.has(row);
    const problems = page.reasons.get(index) ?? NONE;
    const made: GridRow = {
      record: parsed(this.json(row)),
      page: page.page,
      // The tags are others now.
      problems: isPatched ? problems.filter(({ field }) => field !== 'tags') : problems,
      untaggable: isPatched ? null : (this.#untaggable[(page.untaggable[index] ?? 0) - 1] ?? null),
    };
    if (this.#parsed.size >= MOST_PARSED) this.#parsed.clear();
    this.#parsed.set(row, made);
    return made;
  }

  /** The page that a row came with, from 1. */
  pageOf(row: number): number | undefined {
    return this.#pageOf(row)?.page;
  }

  /** The record as it was sent; with its tags as they are now if they changed. */
  json(row: number): string {
    const patched = this.#patched.get(row);
    const page = this.#pageOf(row);
    if (patched !== undefined || page === undefined) return patched ?? '';
    const at = (row - page.start) * 2;
    const { bytes, spans } = page;
    const [from = 0, to = 0] = [spans[at], spans[at + 1]];
    const isPlain = bytes instanceof Uint8Array;
    return decoder.decode(
      isPlain ? bytes.subarray(from, to) : this.#unpacker.read(bytes, from, to),
    );
  }

  #pageOf(row: number): LoadedPage | undefined {
    if (row < 0 || row >= this.#count) return undefined;
    let [low, high] = [0, this.#pages.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#pages[middle]?.start ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return this.#pages[low];
  }
}

/** The service's own JSON was parsed before; what is odd all the same is shown as text. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Which rows are shown, and where: positions count what is shown, rows count what was loaded. */
export class RowOrder {
  /** `null`: every row, as they were loaded. */
  #rows: Uint32Array | null = null;
  #count = 0;
  #positions: Int32Array | undefined;

  get length(): number {
    return this.#rows?.length ?? this.#count;
  }

  /** How many rows are loaded and in order. */
  get count(): number {
    return this.#count;
  }

  /** Neither sorted nor filtered. */
  get isPlain(): boolean {
    return this.#rows === null;
  }

  /** @param count how many rows are loaded */
  set(rows: Uint32Array | null, count: number): void {
    this.#rows = rows;
    this.#count = count;
    this.#positions = undefined;
  }

  rowAt(position: number): number | undefined {
    if (position < 0 || position >= this.length) return undefined;
    return this.#rows === null ? position : this.#rows[position];
  }

  /** @returns `undefined` when the row is not shown */
  positionOf(row: number): number | undefined {
    if (this.#rows === null) return row < this.#count ? row : undefined;
    this.#positions ??= inverse(this.#rows, this.#count);
    const position = this.#positions[row] ?? -1;
    return position < 0 ? undefined : position;
  }

  /** Calls it with every row that is shown. */
  each(visit: (row: number) => void): void {
    if (this.#rows !== null) return this.#rows.forEach((row) => visit(row));
    for (let row = 0; row < this.#count; row++) visit(row);
  }
}

function inverse(rows: Uint32Array, count: number): Int32Array {
  const positions = new Int32Array(count).fill(-1);
  rows.forEach((row, position) => (positions[row] = position));
  return positions;
}
