import { expectedAfter } from './parseSegment.ts';
import type { SegmentField } from './segment.ts';
import { nameText } from './segmentText.ts';
import { type Expected, takesName, type Token, tokensOf } from './tokens.ts';
import { MAX_SEARCH_LENGTH, PARAM, SEGMENT, STATUS_NAMES, wordFor } from './words.ts';

/** Names and values to choose from, in order of preference. */
export interface SegmentChoices {
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  readonly folders: readonly { readonly id: string; readonly name: string }[];
  /** Names of saved segments. */
  readonly saved: readonly string[];
  /** Values as in records, as text. Words of the search language are added automatically. */
  readonly status: readonly string[];
  readonly platform: readonly string[];
  readonly page: readonly string[];
  readonly gender: readonly string[];
  readonly params: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** Returns the tags with a real ID. If the service sends a tag without an ID, the name is used as the ID. */
export function tagsWithId({ tags }: Pick<SegmentChoices, 'tags'>): SegmentChoices['tags'] {
  return tags.filter(({ id, name }) => id !== name);
}

export interface Completion {
  /** Whether this is a word of the search language. Names, values and comparisons are not. */
  readonly isWord: boolean;
  /** Text that is shown. For an ID, its name. */
  readonly label: string;
  /** Text that replaces the range, in quotes if necessary. */
  readonly inserted: string;
}

export interface Completions {
  /** Start of the range to replace, in UTF-16 units. The range may be empty. */
  readonly start: number;
  readonly end: number;
  /** Items that begin with the typed text, followed by items that contain it. */
  readonly items: readonly Completion[];
}

const MAX_ITEMS = 50;
/** Examples of values, by the `field` of the expected value (see `Expected`). */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  age: ['1d', '7d', '30d', '90d'],
  number: ['1', '2', '3'],
};

/** Words that are suggested even if no record has the value. */
const FIELD_WORDS: Readonly<Record<SegmentField, readonly string[]>> = {
  status: STATUS_NAMES,
  platform: ['LINE', 'Facebook'],
  page: [],
  gender: ['male', 'female'],
};

export function completionsAt(text: string, offset: number, choices: SegmentChoices): Completions {
  if (offset > MAX_SEARCH_LENGTH) return { start: offset, end: offset, items: [] };
  const { start, end, typed } = rangeAt(text, offset);
  // A quoted text is never a word of the language, so only names and values are suggested for it.
  const isPhrase = text[start] === '"' && start < offset;
  const expected = expectedAfter(tokensOf(text.slice(0, start)));
  const candidates = expected
    .filter(({ kind }) => kind !== 'words' || !isPhrase)
    .flatMap((expectation) => completionsFor(expectation, choices));
  return { start, end, items: selectBest(candidates, typed) };
}

function rangeAt(text: string, offset: number): { start: number; end: number; typed: string } {
  const tokens = tokensOf(text.slice(0, MAX_SEARCH_LENGTH));
  const token = tokens.find(({ start, end }) => start < offset && offset <= end);
  if (token === undefined || isPastToken(token, offset)) {
    // A new token begins at the offset. An inserted item replaces a name or word that begins right there.
    const next = tokens.find(({ start, kind }) => start === offset && kind === 'text');
    return { start: offset, end: next?.end ?? offset, typed: '' };
  }
  const [typedToken] = tokensOf(text.slice(token.start, offset));
  const typed = token.quoted === 'no' ? text.slice(token.start, offset) : (typedToken?.text ?? '');
  // A token with an open quote extends to the end of the text. The text after the offset is kept.
  const end = token.quoted === 'open' ? offset : token.end;
  return { start: token.start, end, typed };
}

/** Returns whether text that is typed at the offset begins a new token after this one. */
function isPastToken(token: Token, offset: number): boolean {
  if (offset < token.end) return false;
  const isClosed = token.kind === 'bracket' || token.quoted === 'yes';
  return isClosed || takesName(token) || token.kind === 'comparison';
}

function completionsFor(expected: Expected, choices: SegmentChoices): readonly Completion[] {
  if (expected.kind === 'words') {
    return expected.words.map((word) => {
      return { isWord: !/^[<>=!]/.test(word), label: word, inserted: word };
    });
  }
  const { field, param } = expected;
  switch (field) {
    case 'tag:':
      return choices.tags.map(({ name }) => completion(name));
    case 'folder:':
      return choices.folders.map(({ name }) => completion(name));
    case 'tagid:':
      return tagsWithId(choices).map(({ id, name }) => completion(id, name));
    case 'folderid:':
      return choices.folders.map(({ id, name }) => completion(id, name));
    case SEGMENT:
      return valueCompletions(choices.saved);
    case PARAM:
      if (param === undefined) return choices.params.map(({ name }) => completion(name));
      return valueCompletions(choices.params.find(({ name }) => name === param)?.values ?? []);
    case 'status':
    case 'platform':
    case 'page':
    case 'gender': {
      // `selectBest` drops words that occur twice.
      const loadedWords = choices[field].map((code) => wordFor(field, code));
      return valueCompletions([...FIELD_WORDS[field], ...loadedWords]);
    }
    default:
      return valueCompletions(EXAMPLES[field] ?? []);
  }
}

function valueCompletions(values: readonly string[]): readonly Completion[] {
  return values.map((value) => completion(value));
}

function completion(value: string, label = value): Completion {
  return { isWord: false, label: label || value, inserted: nameText(value) };
}

function selectBest(candidates: readonly Completion[], typed: string): readonly Completion[] {
  const lowerTyped = typed.toLowerCase();
  const usedInserts = new Set<string>();
  const [prefixMatches, innerMatches]: [Completion[], Completion[]] = [[], []];
  for (const candidate of candidates) {
    if (prefixMatches.length >= MAX_ITEMS) break;
    if (usedInserts.has(candidate.inserted)) continue;
    const texts = [candidate.label.toLowerCase(), candidate.inserted.toLowerCase()];
    if (texts.some((text) => text.startsWith(lowerTyped))) prefixMatches.push(candidate);
    else if (texts.some((text) => text.includes(lowerTyped))) innerMatches.push(candidate);
    else continue;
    usedInserts.add(candidate.inserted);
  }
  return [...prefixMatches, ...innerMatches].slice(0, MAX_ITEMS);
}
