import { slices } from '../core/async/inSlices.ts';
import { foldText } from '../core/search/foldText.ts';

/** How names of a group differ, at most: in case, width, spaces and hyphens; in their number; in one letter. */
export type Likeness = 'writing' | 'plural' | 'letter';

export interface LikeGroup<T> {
  /** At least two, not all of the same name. */
  readonly tags: readonly T[];
  readonly likeness: Likeness;
}

/** A word has to be as long as this before one letter of it counts as a slip: "Cat" and "Bat" are two things. */
const LEAST_LETTERS = 6;

const SEPARATORS = /[\s\p{Pd}_]+/u;
const DIGIT = /\p{Nd}/u;
const LATIN_WORD = /^\p{Script=Latin}+$/u;
const LATIN_RUN = /\p{Script=Latin}+/gu;
/** Stands for a letter, whichever; no name has it, since it is no text. */
const ANY = '\0';

/** Names between two chances to let other work in: some 2 ms. */
const STEP = 50;

/**
 * Names that are most likely meant to be one. Each is looked up by what it becomes, never compared with all others: 10,000
 * long ones take some 300 ms, which is why there is `likeNamesInSlices`.
 */
export function likeNames<T extends Named>(tags: readonly T[]): readonly LikeGroup<T>[] {
  const steps = likeSteps(tags);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same, and lets other work in meanwhile. @returns `undefined`: it was aborted */
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
  for (const { name } of tags) {
    const own = foldText(name).split(SEPARATORS);
    words.push(own.filter((word) => word !== ''));
    if (words.length % STEP === 0) yield;
  }
  const groups = new Groups(tags.length);
  yield* uniteBy((own) => [joined(own)], { likeness: 'writing', words, groups });
  yield* uniteBy((own) => [joined(own.map(singular))], { likeness: 'plural', words, groups });
  yield* uniteBy(slips, { likeness: 'letter', words, groups });
  return groups.all().flatMap(({ members, likeness }) => {
    const found = members.flatMap((at) => tags[at] ?? []);
    return new Set(found.map(({ name }) => name)).size > 1 ? [{ tags: found, likeness }] : [];
  });
}

function* uniteBy(
  keysOf: (words: readonly string[]) => Iterable<string>,
  { likeness, words, groups }: Uniting,
): Steps<void> {
  const first = new Map<string, number>();
  for (const [at, own] of words.entries()) {
    if (at % STEP === STEP - 1) yield;
    if (own.length === 0) continue;
    for (const key of keysOf(own)) {
      const other = first.get(key);
      if (other === undefined) first.set(key, at);
      else groups.unite(other, at, likeness);
    }
  }
}

interface Uniting {
  readonly likeness: Likeness;
  readonly words: readonly (readonly string[])[];
  readonly groups: Groups;
}

/** Numbers stay apart: "1-01" is not "10-1". */
function joined(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const isNumber = DIGIT.test(text.at(-1) ?? '') && DIGIT.test(word[0] ?? '');
    return text + (isNumber ? ' ' : '') + word;
  });
}

function singular(word: string): string {
  if (word.length < 4 || !LATIN_WORD.test(word) || word.endsWith('ss')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/**
 * What two names share that differ by one letter of a long word: another one there has the same text around it; one
 * more or less, and the text without it is the other name.
 */
function* slips(words: readonly string[]): Generator<string> {
  const text = words.join(' ');
  yield text;
  for (const run of text.matchAll(LATIN_RUN)) {
    if (run[0].length < LEAST_LETTERS) continue;
    for (let at = run.index; at < run.index + run[0].length; at++) {
      const [before, after] = [text.slice(0, at), text.slice(at + 1)];
      yield before + ANY + after;
      // Of double letters either may be missing.
      if (text[at] !== text[at - 1]) yield `${before}${after}`;
    }
  }
}

const ORDER: readonly Likeness[] = ['writing', 'plural', 'letter'];

/** Who belongs together by way of others. */
class Groups {
  readonly #parents: number[];
  readonly #likeness = new Map<number, Likeness>();

  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, at) => at);
  }

  unite(one: number, other: number, likeness: Likeness): void {
    const [a, b] = [this.#rootOf(one), this.#rootOf(other)];
    if (a === b) return;
    const known = [this.#likeness.get(a), this.#likeness.get(b), likeness];
    this.#parents[b] = a;
    this.#likeness.set(a, ORDER.findLast((each) => known.includes(each)) ?? likeness);
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
