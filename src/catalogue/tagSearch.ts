import { runInSlices } from '../base/promises.ts';
import {
  characterMask,
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

/** Sorted list that keeps the best values up to a limit. */
export class BestOf<T> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #values: T[] = [];

  /** @param compare negative when `a` is better */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** Worst value of a full list, which a new value must beat; `undefined` while the list is not full. */
  get worst(): T | undefined {
    return this.#values[this.#limit - 1];
  }

  offer(value: T): void {
    const { worst } = this;
    if (worst !== undefined && this.#compare(value, worst) >= 0) return;
    let [low, high] = [0, this.#values.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#values[middle];
      if (other !== undefined && this.#compare(other, value) <= 0) low = middle + 1;
      else high = middle;
    }
    this.#values.splice(low, 0, value);
    if (this.#values.length > this.#limit) this.#values.pop();
  }

  /** Returns the values, best first. */
  sorted(): readonly T[] {
    return this.#values;
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
  readonly total: number;
}

/** Word of a query. */
interface Term {
  readonly text: string;
  /** Mask of the characters in `text`, from `characterMask`. */
  readonly bits: number;
  /** Scores of the folder paths, by `Folder.slot`; `NOT_SCORED` until a score is needed. */
  readonly pathScores: Float64Array;
}

interface CachedResult {
  readonly query: string;
  /** Rows of all matches. */
  readonly rows: readonly number[];
}

interface ScoredEntry {
  readonly entry: IndexEntry;
  /** A lower score is a better match. */
  readonly score: number;
}

const NOT_SCORED = -1;

/** Rows per step. A step takes about a millisecond. */
const ROWS_PER_STEP = 4000;

/** Several results are cached, so that deleting letters finds the result of the shorter query again. */
const MAX_CACHED = 12;

/**
 * Search while the user types. A query that extends an earlier query searches only the matches of the earlier query:
 * all terms of a query must match, and a longer term never matches where its prefix does not.
 */
export class TagSearch {
  readonly #index: TagIndex;
  readonly #accepts: Accepts | undefined;
  /** Version of the index to which the cached results belong. */
  #version = -1;
  #cachedResults: readonly CachedResult[] = [];

  constructor(index: TagIndex, accepts?: Accepts) {
    this.#index = index;
    this.#accepts = accepts;
  }

  findNow(query: string, limit: number): TagMatches {
    const pass = this.#startPass(query, limit);
    while (pass.step());
    return this.#finish(pass);
  }

  /** Searches in slices, so other work continues. Returns `undefined` if the search was aborted. */
  async find(query: string, limit: number, signal: AbortSignal): Promise<TagMatches | undefined> {
    const pass = this.#startPass(query, limit);
    await runInSlices(pass.steps(), signal);
    return signal.aborted ? undefined : this.#finish(pass);
  }

  #startPass(query: string, limit: number): SearchPass {
    if (this.#version !== this.#index.version) this.#cachedResults = [];
    this.#version = this.#index.version;
    const text = foldText(query).trim();
    this.#cachedResults = this.#cachedResults.filter((result) => text.startsWith(result.query));
    const rows = this.#cachedResults.at(-1)?.rows;
    return new SearchPass(this.#index, { text, limit, rows, accepts: this.#accepts });
  }

  #finish(pass: SearchPass): TagMatches {
    const { text, matchingRows } = pass;
    const otherResults = this.#cachedResults.filter((result) => result.query !== text);
    const canCache = pass.version === this.#index.version && text !== '';
    if (canCache)
      this.#cachedResults = [...otherResults, { query: text, rows: matchingRows }].slice(
        -MAX_CACHED,
      );
    return { matches: pass.matches(), total: matchingRows.length };
  }
}

interface PassOptions {
  readonly text: string;
  readonly limit: number;
  /** Rows to search; all rows if `undefined`. */
  readonly rows: readonly number[] | undefined;
  readonly accepts: Accepts | undefined;
}

/** Single pass over the index for one query. */
class SearchPass {
  readonly text: string;
  readonly version: number;
  readonly matchingRows: number[] = [];
  readonly #index: TagIndex;
  readonly #rows: readonly number[] | undefined;
  readonly #accepts: Accepts | undefined;
  readonly #terms: readonly Term[];
  readonly #best: BestOf<ScoredEntry>;
  /** Number of rows searched so far. */
  #position = 0;

  constructor(index: TagIndex, { text, limit, rows, accepts }: PassOptions) {
    this.text = text;
    this.version = index.version;
    this.#index = index;
    this.#rows = rows;
    this.#accepts = accepts;
    this.#terms = termsOf(text, index.folderCount);
    this.#best = new BestOf(limit, compareScored);
  }

  /** Searches the next rows, and returns whether more rows are left. */
  step(): boolean {
    const count = this.#rows?.length ?? this.#index.entries.length;
    const end = Math.min(this.#position + ROWS_PER_STEP, count);
    for (; this.#position < end; this.#position++)
      this.#scoreRow(this.#rows?.[this.#position] ?? this.#position);
    return end < count;
  }

  *steps(): Generator<void> {
    while (this.step()) yield;
  }

  matches(): readonly TagMatch[] {
    return this.#best.sorted().map(({ entry }) => {
      return { item: entry.item, path: this.#index.foldersAbove(entry) };
    });
  }

  #scoreRow(row: number): void {
    const entry = this.#index.entries[row];
    if (entry === undefined) return;
    if (this.#accepts?.(entry.item) === false) return;
    const score = this.#score(entry);
    if (score === NO_MATCH) return;
    this.matchingRows.push(row);
    const { worst } = this.#best;
    // An entry with the same score may still be better by its name.
    if (worst === undefined || score <= worst.score) this.#best.offer({ entry, score });
  }

  #score(entry: IndexEntry): number {
    let sum = 0;
    for (const term of this.#terms) {
      sum += this.#scoreTerm(entry, term);
      if (sum === NO_MATCH) return NO_MATCH;
    }
    if (this.#terms.length < 2 || !entry.name.includes(this.text)) return sum;
    // The name contains the whole query as typed: a better match than its words at different positions.
    return scoreText(this.text, entry.name, NAME_RANKS);
  }

  #scoreTerm(entry: IndexEntry, { text, bits, pathScores }: Term): number {
    let best = NO_MATCH;
    if ((entry.nameBits & bits) === bits) best = scoreText(text, entry.name, NAME_RANKS);
    // If the name contains the term, ID and path cannot match better. Exception: an ID that equals the term, and
    // therefore has the same length.
    if (best < CONTIGUOUS_NAME && text.length !== entry.id.length) return best;
    if ((entry.idBits & bits) === bits) {
      best = Math.min(best, scoreText(text, entry.id, ID_RANKS));
    }
    if (entry.folder === undefined) return best;
    const { slot } = entry.folder;
    const cachedScore = pathScores[slot] ?? NOT_SCORED;
    if (cachedScore !== NOT_SCORED) return Math.min(best, cachedScore);
    const score = this.#scorePath(entry.folder, text, bits);
    pathScores[slot] = score;
    return Math.min(best, score);
  }

  #scorePath(folder: Folder, term: string, bits: number): number {
    const path = this.#index.pathOf(folder);
    return (path.bits & bits) === bits ? scoreText(term, path.text, PATH_RANKS) : NO_MATCH;
  }
}

function termsOf(query: string, folderCount: number): readonly Term[] {
  return query
    .split(/[\s/]+/u)
    .filter((text) => text !== '')
    .map((text) => ({
      text,
      bits: characterMask(text),
      pathScores: new Float64Array(folderCount).fill(NOT_SCORED),
    }));
}

/** Compares by score, name, ID and bot. The order never depends on the order in which the rows were searched. */
function compareScored(a: ScoredEntry, b: ScoredEntry): number {
  return (
    a.score - b.score ||
    compare(a.entry.name, b.entry.name) ||
    compare(a.entry.item.id, b.entry.item.id) ||
    compare(a.entry.item.bot, b.entry.item.bot)
  );
}
