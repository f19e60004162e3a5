import { slices } from '../base/promises.ts';
import { foldText } from '../catalogue/textMatch.ts';
import { uniteSlips } from './letterSlips.ts';

/**
 * Largest difference between the names of a group. `writing`: case, width, spaces or hyphens; `plural`: singular or
 * plural; `letter`: one letter.
 */
export type Likeness = 'writing' | 'plural' | 'letter';

export interface LikeGroup<T> {
  /** At least two tags, with at least two different names. */
  readonly tags: readonly T[];
  readonly likeness: Likeness;
}

const SEPARATORS = /[\s\p{Pd}_]+/u;
const DIGIT = /\p{Nd}/u;
const LATIN_WORD = /^\p{Script=Latin}+$/u;

/** Letters per step of the generator. A step takes a few milliseconds. */
const LETTERS_PER_STEP = 10_000;

/**
 * Returns groups of names that are most likely variants of one name. Each name is looked up by its normalized form and
 * never compared with all others. For 10,000 long names this takes about 100 ms, so interactive code uses
 * `likeNamesInSlices`.
 */
export function likeNames<T extends Named>(tags: readonly T[]): readonly LikeGroup<T>[] {
  const steps = likeSteps(tags);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does the work of `likeNames` in slices, so that other work can run in between. @returns `undefined` if aborted */
export async function likeNamesInSlices<T extends Named>(
  tags: readonly T[],
  signal: AbortSignal,
): Promise<readonly LikeGroup<T>[] | undefined> {
  const steps = likeSteps(tags);
  const due = slices();
  while (!signal.aborted) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await due();
  }
  return undefined;
}

interface Named {
  readonly name: string;
}

type Steps<R> = Generator<undefined, R, undefined>;

function* likeSteps<T extends Named>(tags: readonly T[]): Steps<readonly LikeGroup<T>[]> {
  const words: (readonly string[])[] = [];
  let left = LETTERS_PER_STEP;
  for (const { name } of tags) {
    const own = foldText(name).split(SEPARATORS);
    words.push(own.filter((word) => word !== ''));
    left -= name.length + 1;
    if (left > 0) continue;
    left = LETTERS_PER_STEP;
    yield;
  }
  const groups = new Groups(tags.length);
  yield* uniteBy(joinWords, { likeness: 'writing', words, groups });
  yield* uniteBy((own) => joinWords(own.map(singularOf)), { likeness: 'plural', words, groups });
  const texts = words.map((own) => own.join(' '));
  yield* uniteSlips(texts, {
    areUnited: (one, other) => groups.areUnited(one, other),
    unite: (one, other) => groups.unite(one, other, 'letter'),
  });
  return groups.all().flatMap(({ members, likeness }) => {
    const found = members.flatMap((at) => tags[at] ?? []);
    return new Set(found.map(({ name }) => name)).size > 1 ? [{ tags: found, likeness }] : [];
  });
}

function* uniteBy(
  keyOf: (words: readonly string[]) => string,
  { likeness, words, groups }: Uniting,
): Steps<void> {
  const first = new Map<string, number>();
  let left = LETTERS_PER_STEP;
  for (const [at, own] of words.entries()) {
    if (own.length === 0) continue;
    const key = keyOf(own);
    const other = first.get(key);
    if (other === undefined) first.set(key, at);
    else groups.unite(other, at, likeness);
    left -= key.length;
    if (left > 0) continue;
    left = LETTERS_PER_STEP;
    yield;
  }
}

interface Uniting {
  readonly likeness: Likeness;
  readonly words: readonly (readonly string[])[];
  readonly groups: Groups;
}

/** Joins words, but keeps adjacent numbers separate, so that "1-01" differs from "10-1". */
function joinWords(words: readonly string[]): string {
  return words
    .map((word, at) => {
      const isNumber = DIGIT.test(words[at - 1]?.at(-1) ?? '') && DIGIT.test(word[0] ?? '');
      return isNumber ? ` ${word}` : word;
    })
    .join('');
}

function singularOf(word: string): string {
  if (word.length < 4 || !LATIN_WORD.test(word) || word.endsWith('ss')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

const LIKENESS_ORDER: readonly Likeness[] = ['writing', 'plural', 'letter'];

/** Disjoint sets (union-find) of similar names. Names can be connected through other names. */
class Groups {
  readonly #parents: number[];
  readonly #likeness = new Map<number, Likeness>();

  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, at) => at);
  }

  areUnited(one: number, other: number): boolean {
    return this.#rootOf(one) === this.#rootOf(other);
  }

  unite(one: number, other: number, likeness: Likeness): void {
    const [a, b] = [this.#rootOf(one), this.#rootOf(other)];
    if (a === b) return;
    const known = [this.#likeness.get(a), this.#likeness.get(b), likeness];
    this.#parents[b] = a;
    this.#likeness.set(a, LIKENESS_ORDER.findLast((each) => known.includes(each)) ?? likeness);
  }

  all(): readonly { readonly members: readonly number[]; readonly likeness: Likeness }[] {
    const members = Map.groupBy(this.#parents.keys(), (at) => this.#rootOf(at));
    return [...this.#likeness].flatMap(([root, likeness]) => {
      const own = members.get(root) ?? [];
      return own.length > 1 ? [{ members: own, likeness }] : [];
    });
  }

  #rootOf(at: number): number {
    let root = at;
    for (let up = this.#parents[root] ?? root; up !== root; up = this.#parents[root] ?? root) {
      this.#parents[root] = this.#parents[up] ?? up;
      root = up;
    }
    return root;
  }
}
