import { inSlices } from '../base/promises.ts';
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

/** Keeps the best of what is offered, in memory for no more than that: a heap with the worst on top. */
export class BestOf<T> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: T[] = [];

  /** @param compare negative when `a` is better */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** What a new one has to be better than; `undefined` as long as there is room. */
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

  /** The best first. */
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

/** Always the same for the same item. */
export type Accepts = (item: IndexedItem) => boolean;

export interface TagMatch {
  readonly item: IndexedItem;
  /** The names of the folders above, outermost first. */
  readonly path: readonly string[];
}

export interface TagMatches {
  /** The best ones, the best first. */
  readonly matches: readonly TagMatch[];
  /** How many there are in all. */
  readonly total: number;
}

interface Term {
  readonly text: string;
  readonly bits: number;
  /** Scores by the slot of the folder; `NOT_ASKED` until one is asked for. */
  readonly paths: Float64Array;
}

interface Earlier {
  readonly query: string;
  readonly rows: readonly number[];
}

interface Scored {
  readonly entry: IndexEntry;
  readonly score: number;
}

const NOT_ASKED = -1;

/** Rows looked at in one step: about a millisecond. */
const ROWS_AT_ONCE = 4000;

/** Results kept for the queries that extend them, and for the letters that are deleted again. */
const KEPT = 12;

/**
 * One person's search while typing. A query that extends an earlier one looks only at what that one found:
 * all terms of a query have to match, and a longer term never matches what a shorter one does not.
 */
export class TagSearch {
  readonly #index: TagIndex;
  readonly #accepts: Accepts | undefined;
  #version = -1;
  #earlier: readonly Earlier[] = [];

  /** @param accepts which items are searched; absent: all */
  constructor(index: TagIndex, accepts?: Accepts) {
    this.#index = index;
    this.#accepts = accepts;
  }

  /** The same as `find`, in one go. */
  findNow(query: string, limit: number): TagMatches {
    const scan = this.#scan(query, limit);
    while (scan.step());
    return this.#finish(scan);
  }

  /** Lets other work in between. @returns `undefined` when it was aborted */
  async find(query: string, limit: number, signal: AbortSignal): Promise<TagMatches | undefined> {
    const scan = this.#scan(query, limit);
    await inSlices(scan.steps(), signal);
    return signal.aborted ? undefined : this.#finish(scan);
  }

  #scan(query: string, limit: number): SearchRun {
    if (this.#version !== this.#index.version) this.#earlier = [];
    this.#version = this.#index.version;
    const text = foldText(query).trim();
    this.#earlier = this.#earlier.filter((one) => text.startsWith(one.query));
    const rows = this.#earlier.at(-1)?.rows;
    return new SearchRun(this.#index, { text, limit, rows, accepts: this.#accepts });
  }

  #finish(scan: SearchRun): TagMatches {
    const { text, found } = scan;
    const others = this.#earlier.filter((one) => one.query !== text);
    const isWhole = scan.version === this.#index.version && text !== '';
    if (isWhole) this.#earlier = [...others, { query: text, rows: found }].slice(-KEPT);
    return { matches: scan.matches(), total: found.length };
  }
}

interface ScanOptions {
  readonly text: string;
  readonly limit: number;
  /** The rows to look at; `undefined`: all. */
  readonly rows: readonly number[] | undefined;
  readonly accepts: Accepts | undefined;
}

/** One pass over the index for one query. */
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

  /** @returns whether there is more to do */
  step(): boolean {
    const count = this.#rows?.length ?? this.#index.entries.length;
    const end = Math.min(this.#at + ROWS_AT_ONCE, count);
    for (; this.#at < end; this.#at++) this.#look(this.#rows?.[this.#at] ?? this.#at);
    return end < count;
  }

  *steps(): Generator<void> {
    while (this.step()) yield;
  }

  /** The best ones, the best first. */
  matches(): readonly TagMatch[] {
    return this.#best.sorted().map(({ entry: { item, folder } }) => {
      return { item, path: folder === undefined ? [] : this.#index.pathOf(folder).names };
    });
  }

  #look(row: number): void {
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
    // All of it in the name as it was typed: better than its words here and there.
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
    const known = paths[slot] ?? NOT_ASKED;
    if (known !== NOT_ASKED) return Math.min(best, known);
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
      paths: new Float64Array(folders).fill(NOT_ASKED),
    }));
}

/** In an order that does not depend on which rows were looked at: by score, name, ID, bot. */
function compareScored(a: Scored, b: Scored): number {
  return (
    a.score - b.score ||
    compareText(a.entry.name, b.entry.name) ||
    compareText(a.entry.item.id, b.entry.item.id) ||
    compareText(a.entry.item.bot, b.entry.item.bot)
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
