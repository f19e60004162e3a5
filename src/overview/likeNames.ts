import { runInSlices } from '../base/promises.ts';
import { foldText } from '../catalogue/textMatch.ts';
import { uniteTypos } from './typos.ts';

/** Largest difference in a group. `spelling`: case, character width, spaces or hyphens; `letter`: one letter. */
export type Likeness = 'spelling' | 'plural' | 'letter';

export interface LikeGroup<T> {
  /** At least two tags, with at least two different names. */
  readonly tags: readonly T[];
  readonly likeness: Likeness;
}

const SEPARATORS = /[\s\p{Pd}_]+/u;
const DIGIT = /\p{Nd}/u;
const LATIN_WORD = /^\p{Script=Latin}+$/u;

/**
 * Groups names that are most likely variants of one name. Looks up each name by its normalized form, and never compares
 * it with all others. Takes about 100 ms for 10,000 long names, in slices, so that other work can run in between.
 * @returns `undefined` if aborted
 */
export async function likeNamesInSlices<T extends Named>(
  tags: readonly T[],
  signal: AbortSignal,
): Promise<readonly LikeGroup<T>[] | undefined> {
  const groups = new Groups(tags.length);
  await runInSlices(uniteLike(tags, groups), signal);
  if (signal.aborted) return undefined;
  return groups.list().flatMap(({ members, likeness }) => {
    const groupTags = members.flatMap((index) => tags[index] ?? []);
    const distinctNames = new Set(groupTags.map(({ name }) => name));
    return distinctNames.size > 1 ? [{ tags: groupTags, likeness }] : [];
  });
}

interface Named {
  readonly name: string;
}

function* uniteLike(tags: readonly Named[], groups: Groups): Generator<undefined, void, undefined> {
  const wordsOfNames: (readonly string[])[] = [];
  for (const { name } of tags) {
    const nameWords = foldText(name).split(SEPARATORS);
    wordsOfNames.push(nameWords.filter((word) => word !== ''));
    yield;
  }
  const joinSingulars = (nameWords: readonly string[]) => joinWords(nameWords.map(singularOf));
  yield* uniteBy(joinWords, 'spelling', wordsOfNames, groups);
  yield* uniteBy(joinSingulars, 'plural', wordsOfNames, groups);
  const texts = wordsOfNames.map((nameWords) => nameWords.join(' '));
  yield* uniteTypos(texts, {
    areUnited: (one, other) => groups.areUnited(one, other),
    unite: (one, other) => groups.unite(one, other, 'letter'),
  });
}

/** Unites the names whose words give the same key. */
function* uniteBy(
  keyOf: (words: readonly string[]) => string,
  likeness: Likeness,
  wordsOfNames: readonly (readonly string[])[],
  groups: Groups,
): Generator<undefined, void, undefined> {
  const firstIndexes = new Map<string, number>();
  for (const [index, nameWords] of wordsOfNames.entries()) {
    if (nameWords.length === 0) continue;
    const key = keyOf(nameWords);
    const firstIndex = firstIndexes.get(key);
    if (firstIndex === undefined) firstIndexes.set(key, index);
    else groups.unite(firstIndex, index, likeness);
    yield;
  }
}

/** Joins words, but keeps adjacent numbers separate, so that "1-01" differs from "10-1". */
function joinWords(words: readonly string[]): string {
  return words
    .map((word, index) => {
      const previous = words[index - 1] ?? '';
      const areBothNumbers = DIGIT.test(previous.at(-1) ?? '') && DIGIT.test(word[0] ?? '');
      return areBothNumbers ? ` ${word}` : word;
    })
    .join('');
}

/** Returns the likely singular of an English word, judged by its ending. Short words such as "bus" do not change. */
function singularOf(word: string): string {
  if (word.length < 4 || !LATIN_WORD.test(word) || word.endsWith('ss')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  // The ending does not show whether "cases" is the plural of "cas" or of "case", so all three get one form.
  if (/(?:s|x|z|ch|sh)e$/.test(word)) return word.slice(0, -1);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Differences between names, the smallest first. */
const LIKENESS_ORDER: readonly Likeness[] = ['spelling', 'plural', 'letter'];

/** Union-find of indexes of names. Two names of a group need not be similar: a chain of names can connect them. */
class Groups {
  readonly #parents: number[];
  /** Largest difference in each group of at least two names, by root. */
  readonly #likeness = new Map<number, Likeness>();

  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, index) => index);
  }

  areUnited(one: number, other: number): boolean {
    return this.#rootOf(one) === this.#rootOf(other);
  }

  unite(one: number, other: number, likeness: Likeness): void {
    const [root, otherRoot] = [this.#rootOf(one), this.#rootOf(other)];
    if (root === otherRoot) return;
    const likenesses = [this.#likeness.get(root), this.#likeness.get(otherRoot), likeness];
    const largest = LIKENESS_ORDER.findLast((candidate) => likenesses.includes(candidate));
    this.#parents[otherRoot] = root;
    this.#likeness.set(root, largest ?? likeness);
  }

  list(): readonly { readonly members: readonly number[]; readonly likeness: Likeness }[] {
    const members = Map.groupBy(this.#parents.keys(), (index) => this.#rootOf(index));
    return [...this.#likeness].flatMap(([root, likeness]) => {
      // A former root, whose group was united with another group, has no members.
      const groupMembers = members.get(root) ?? [];
      return groupMembers.length > 1 ? [{ members: groupMembers, likeness }] : [];
    });
  }

  #rootOf(index: number): number {
    let root = index;
    // Path halving: each visited index is attached to its grandparent, so later lookups are shorter.
    for (;;) {
      const parent = this.#parents[root] ?? root;
      if (parent === root) return root;
      this.#parents[root] = this.#parents[parent] ?? parent;
      root = parent;
    }
  }
}
