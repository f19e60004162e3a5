import { runInSlices } from '../base/promises.ts';
import {
  charactersOf,
  CONTIGUOUS_NAME,
  foldText,
  ID_RANKS,
  NAME_RANKS,
  NO_MATCH,
  PATH_RANKS,
  scoreText,
} from './textMatch.ts';
import type { Folder, IndexedItem, IndexEntry, TagIndex } from './tagIndex.ts';
import { compare } from './workspaceFile.ts';

/** Bounded priority queue that keeps the best values: a heap with the worst one on top. */
export class BestOf<T> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: T[] = [];

  /** @param compare negative when `a` is better */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** Value that a new one has to beat; `undefined` while the queue is not full. */
  get worst(): T | undefined {
    return this.#heap.length < this.#limit ? undefined : this.#heap[0];
  }

  offer(value: T): void {
    if (this.#heap.length < this.#limit) {
      this.#heap.push(value);
      this.#up(this.#heap.length - 1);
    } else if (this.#isWorse(this.#heap[0], value)) {
      this.#heap[0] = value;
      this.#down();
    }
  }

  /** Returns the values, best first. */
  sorted(): T[] {
    return this.#heap.toSorted(this.#compare);
  }

  #up(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(this.#heap[at], this.#heap[parent])) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #down(): void {
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const child = this.#isWorse(this.#heap[left + 1], this.#heap[left]) ? left + 1 : left;
      if (!this.#isWorse(this.#heap[child], this.#heap[at])) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #isWorse(a: T | undefined, b: T | undefined): boolean {
    return a !== undefined && b !== undefined && this.#compare(a, b) > 0;
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (first === undefined || second === undefined) return;
    this.#heap[a] = second;
    this.#heap[b] = first;
  }
}

/** Predicate for items. Must be deterministic, because its results are cached. */
export type Accepts = (item: IndexedItem) => boolean;

export interface TagMatch {
  readonly item: IndexedItem;
  /** Names of the folders above the item, outermost first. */
  readonly path: readonly string[];
}

export interface TagMatches {
  /** Best matches, best first. */
  readonly matches: readonly TagMatch[];
  /** Number of all matches. */
  readonly total: number;
}

interface Term {
  readonly text: string;
  readonly bits: number;
  /** Scores by the slot of the folder; `NOT_SCORED` until a score is needed. */
  readonly paths: Float64Array;
}

interface CachedResult {
  readonly query: string;
  readonly rows: readonly number[];
}

interface Scored {
  readonly entry: IndexEntry;
  readonly score: number;
}

const NOT_SCORED = -1;

/** Rows per step: about a millisecond. */
const ROWS_AT_ONCE = 4000;

/** Number of cached results, for longer queries that extend them and for letters that are deleted again. */
const MAX_CACHED = 12;

/**
 * Search of one user while typing. A query that extends an earlier one searches only the earlier matches: all terms of
 * a query must match, and a longer term never matches where its prefix does not.
 */
export class TagSearch {
  readonly #index: TagIndex;
  readonly #accepts: Accepts | undefined;
  #version = -1;
  #cached: readonly CachedResult[] = [];

  /** @param accepts selects the items to search; all if absent */
  constructor(index: TagIndex, accepts?: Accepts) {
    this.#index = index;
    this.#accepts = accepts;
  }

  /** Searches like `find`, but synchronously. */
  findNow(query: string, limit: number): TagMatches {
    const scan = this.#scan(query, limit);
    while (scan.step());
    return this.#finish(scan);
  }

  /**
   * Searches in slices, so that other work continues.
   * @returns `undefined` if the search was aborted
   */
  async find(query: string, limit: number, signal: AbortSignal): Promise<TagMatches | undefined> {
    const scan = this.#scan(query, limit);
    await runInSlices(scan.steps(), signal);
    return signal.aborted ? undefined : this.#finish(scan);
  }

  #scan(query: string, limit: number): SearchRun {
    if (this.#version !== this.#index.version) this.#cached = [];
    this.#version = this.#index.version;
    const text = foldText(query).trim();
    this.#cached = this.#cached.filter((result) => text.startsWith(result.query));
    const rows = this.#cached.at(-1)?.rows;
    return new SearchRun(this.#index, { text, limit, rows, accepts: this.#accepts });
  }

  #finish(scan: SearchRun): TagMatches {
    const { text, found } = scan;
    const others = this.#cached.filter((result) => result.query !== text);
    const isWhole = scan.version === this.#index.version && text !== '';
    if (isWhole) this.#cached = [...others, { query: text, rows: found }].slice(-MAX_CACHED);
    return { matches: scan.matches(), total: found.length };
  }
}

interface ScanOptions {
  readonly text: string;
  readonly limit: number;
  /** Rows to search; `undefined` for all. */
  readonly rows: readonly number[] | undefined;
  readonly accepts: Accepts | undefined;
}

/** Single pass over the index for one query. */
class SearchRun {
  readonly text: string;
  readonly version: number;
  readonly found: number[] = [];
  readonly #index: TagIndex;
  readonly #rows: readonly number[] | undefined;
  readonly #accepts: Accepts | undefined;
  readonly #terms: readonly Term[];
  readonly #best: BestOf<Scored>;
  #at = 0;

  constructor(index: TagIndex, { text, limit, rows, accepts }: ScanOptions) {
    this.text = text;
    this.version = index.version;
    this.#index = index;
    this.#rows = rows;
    this.#accepts = accepts;
    this.#terms = termsOf(text, index.folderCount);
    this.#best = new BestOf(limit, compareScored);
  }

  /**
   * Searches the next rows.
   * @returns whether more rows are left
   */
  step(): boolean {
    const count = this.#rows?.length ?? this.#index.entries.length;
    const end = Math.min(this.#at + ROWS_AT_ONCE, count);
    for (; this.#at < end; this.#at++) this.#scoreRow(this.#rows?.[this.#at] ?? this.#at);
    return end < count;
  }

  *steps(): Generator<void> {
    while (this.step()) yield;
  }

  /** Returns the best matches, best first. */
  matches(): readonly TagMatch[] {
    return this.#best.sorted().map(({ entry: { item, folder } }) => {
      return { item, path: folder === undefined ? [] : this.#index.pathOf(folder).names };
    });
  }

  #scoreRow(row: number): void {
    const entry = this.#index.entries[row];
    if (entry === undefined) return;
    if (this.#accepts?.(entry.item) === false) return;
    const score = this.#score(entry);
    if (score === NO_MATCH) return;
    this.found.push(row);
    const { worst } = this.#best;
    if (worst === undefined || score <= worst.score) this.#best.offer({ entry, score });
  }

  #score(entry: IndexEntry): number {
    let sum = 0;
    for (const term of this.#terms) {
      sum += this.#scoreTerm(entry, term);
      if (sum === NO_MATCH) return NO_MATCH;
    }
    if (this.#terms.length < 2 || !entry.name.includes(this.text)) return sum;
    // The name contains the whole query as typed, which is better than its words in different places.
    return scoreText(this.text, entry.name, NAME_RANKS);
  }

  #scoreTerm(entry: IndexEntry, { text, bits, paths }: Term): number {
    let best = NO_MATCH;
    if ((entry.nameBits & bits) === bits) best = scoreText(text, entry.name, NAME_RANKS);
    if (best < CONTIGUOUS_NAME && text.length !== entry.id.length) return best;
    if ((entry.idBits & bits) === bits) {
      best = Math.min(best, scoreText(text, entry.id, ID_RANKS));
    }
    if (entry.folder === undefined) return best;
    const { slot } = entry.folder;
    const known = paths[slot] ?? NOT_SCORED;
    if (known !== NOT_SCORED) return Math.min(best, known);
    const score = this.#scorePath(entry.folder, text, bits);
    paths[slot] = score;
    return Math.min(best, score);
  }

  #scorePath(folder: Folder, term: string, bits: number): number {
    const path = this.#index.pathOf(folder);
    return (path.bits & bits) === bits ? scoreText(term, path.text, PATH_RANKS) : NO_MATCH;
  }
}

function termsOf(query: string, folders: number): readonly Term[] {
  return query
    .split(/[\s/]+/u)
    .filter((text) => text !== '')
    .map((text) => ({
      text,
      bits: charactersOf(text),
      paths: new Float64Array(folders).fill(NOT_SCORED),
    }));
}

/** Compares by score, name, ID and bot, so that the order does not depend on which rows were searched. */
function compareScored(a: Scored, b: Scored): number {
  return (
    a.score - b.score ||
    compare(a.entry.name, b.entry.name) ||
    compare(a.entry.item.id, b.entry.item.id) ||
    compare(a.entry.item.bot, b.entry.item.bot)
  );
}
