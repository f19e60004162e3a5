import type { GridRows, RowProblem } from '../gridRows.ts';
import { type PackedBytes, Unpacker } from './packedBytes.ts';
import { lastAtMost } from '../../base/numbers.ts';

export interface GridRow {
  /** Record as the service sent it. A valid `CustomerRecord` if there are no `problems`. */
  readonly record: unknown;
  /** Page number of the record, from 1. */
  readonly page: number;
  /** Fields that do not match docs/service-interface.md. */
  readonly problems: readonly RowProblem[];
  readonly untaggableReason: string | null;
}

interface LoadedPage extends Omit<GridRows, 'json'> {
  /** Row number of the first record. */
  readonly start: number;
  /** Bytes as received. Replaced by the compressed bytes when the worker has compressed them. */
  bytes: Uint8Array | PackedBytes;
  /** Problems by the index of the row in the page. */
  readonly problemsByRow: ReadonlyMap<number, readonly RowProblem[]>;
}

/** Maximum number of parsed rows, which is more than fit on any screen. */
const MAX_PARSED = 400;
const NO_PROBLEMS: readonly RowProblem[] = [];
const decoder = new TextDecoder();

/**
 * Stores rows as the received bytes, soon compressed to a fifth. Only displayed rows are decompressed and parsed.
 * 100,000 parsed records would take three times the memory of their bytes, and parsing a page takes 0.1 s.
 */
export class RowStore {
  readonly #untaggableReasons: readonly string[];
  #pages: LoadedPage[] = [];
  #startRows: number[] = [];
  readonly #patchedJson = new Map<number, string>();
  readonly #parsedRows = new Map<number, GridRow>();
  readonly #unpacker = new Unpacker();
  #count = 0;

  constructor(untaggableReasons: readonly string[]) {
    this.#untaggableReasons = untaggableReasons;
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#pages = [];
    this.#startRows = [];
    this.#patchedJson.clear();
    this.#parsedRows.clear();
    this.#unpacker.clear();
    this.#count = 0;
  }

  add({ json, ...rows }: GridRows): void {
    const problemsByRow = new Map(rows.problems);
    this.#pages.push({ ...rows, bytes: json, start: this.#count, problemsByRow });
    this.#startRows.push(this.#count);
    this.#count += rows.spans.length / 2;
  }

  /** Replaces the bytes of a page by the compressed ones. Does nothing if the page no longer exists. */
  pack(json: Uint8Array, packed: PackedBytes): void {
    const page = this.#pages.find(({ bytes }) => bytes === json);
    if (page !== undefined) page.bytes = packed;
  }

  patch(row: number, json: string): void {
    this.#patchedJson.set(row, json);
    this.#parsedRows.delete(row);
  }

  row(row: number): GridRow | undefined {
    const cachedRow = this.#parsedRows.get(row);
    if (cachedRow !== undefined) return cachedRow;
    const page = this.#loadedPageOf(row);
    if (page === undefined) return undefined;
    const index = row - page.start;
    const isPatched = this.#patchedJson.has(row);
    const problems = page.problemsByRow.get(index) ?? NO_PROBLEMS;
    const parsedRow: GridRow = {
      record: parseRecord(this.json(row)),
      page: page.page,
      // Problems of the tags no longer apply, because the tags were replaced.
      problems: isPatched ? problems.filter(({ field }) => field !== 'tags') : problems,
      // A record that cannot be tagged is never patched.
      untaggableReason: isPatched
        ? null
        : (this.#untaggableReasons[(page.untaggable[index] ?? 0) - 1] ?? null),
    };
    if (this.#parsedRows.size >= MAX_PARSED) this.#parsedRows.clear();
    this.#parsedRows.set(row, parsedRow);
    return parsedRow;
  }

  /** Returns the page number of the row, from 1; `undefined` if the row is not loaded. */
  pageNumberOf(row: number): number | undefined {
    return this.#loadedPageOf(row)?.page;
  }

  /** Returns the record as the service sent it, with its current tags if they have changed; `''` if not loaded. */
  json(row: number): string {
    const patchedJson = this.#patchedJson.get(row);
    const page = this.#loadedPageOf(row);
    if (patchedJson !== undefined || page === undefined) return patchedJson ?? '';
    const spanIndex = (row - page.start) * 2;
    const { bytes, spans } = page;
    const [from = 0, to = 0] = [spans[spanIndex], spans[spanIndex + 1]];
    const isUncompressed = bytes instanceof Uint8Array;
    return decoder.decode(
      isUncompressed ? bytes.subarray(from, to) : this.#unpacker.read(bytes, from, to),
    );
  }

  #loadedPageOf(row: number): LoadedPage | undefined {
    if (row < 0 || row >= this.#count) return undefined;
    return this.#pages[lastAtMost(this.#startRows, row)];
  }
}

/** Parses a record. Invalid JSON is returned as text. The panel has parsed the record before, so this is rare. */
function parseRecord(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Order of the displayed rows. Positions count the displayed rows, row numbers count the loaded rows. */
export class RowOrder {
  /** Row numbers in the displayed order; `null`: all rows in loading order. */
  #rows: Uint32Array | null = null;
  #count = 0;
  /** Position of each row number; -1 if the row is not displayed. Computed on demand. */
  #positions: Int32Array | undefined;

  get length(): number {
    return this.#rows?.length ?? this.#count;
  }

  /** Number of loaded rows that the order covers. */
  get count(): number {
    return this.#count;
  }

  /** Whether the rows are neither sorted nor filtered. */
  get isPlain(): boolean {
    return this.#rows === null;
  }

  /** `rows`: row numbers in the displayed order; `null`: all in loading order. `count`: number of loaded rows. */
  set(rows: Uint32Array | null, count: number): void {
    this.#rows = rows;
    this.#count = count;
    this.#positions = undefined;
  }

  rowAt(position: number): number | undefined {
    if (position < 0 || position >= this.length) return undefined;
    return this.#rows === null ? position : this.#rows[position];
  }

  positionOf(row: number): number | undefined {
    if (this.#rows === null) return row < this.#count ? row : undefined;
    this.#positions ??= inverse(this.#rows, this.#count);
    const position = this.#positions[row] ?? -1;
    return position < 0 ? undefined : position;
  }

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
