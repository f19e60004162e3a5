import { expectedAfter } from './parseSegment.ts';
import { nameText } from './segmentText.ts';
import { type Expected, takesName, type Token, tokensOf } from './tokens.ts';
import { MOST_CHARACTERS, PARAM, SEGMENT, STATUS_NAMES } from './words.ts';

/** Names and values to choose from, in order of preference. */
export interface SegmentChoices {
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  readonly folders: readonly { readonly id: string; readonly name: string }[];
  /** Names of saved segments. */
  readonly saved: readonly string[];
  /** Values as in records, as text. Words of the language are added automatically. */
  readonly status: readonly string[];
  readonly platform: readonly string[];
  readonly page: readonly string[];
  readonly gender: readonly string[];
  readonly params: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** Returns tags with a reliable ID. Rows of a file without IDs have the name instead of an ID. */
export function tagsWithId({ tags }: Pick<SegmentChoices, 'tags'>): SegmentChoices['tags'] {
  return tags.filter(({ id, name }) => id !== name);
}

export interface Completion {
  /** Kind of the item. `word` is a word of the language. */
  readonly kind: 'word' | 'comparison' | 'tag' | 'folder' | 'param' | 'value';
  /** Text that is shown. For an ID, its name. */
  readonly label: string;
  /** Text that replaces the range, in quotes if necessary. */
  readonly insert: string;
}

export interface Completions {
  /** Start of the range to replace, in UTF-16 units. The range may be empty. */
  readonly start: number;
  readonly end: number;
  /** Items that begin with the typed text, followed by items that contain it. */
  readonly items: readonly Completion[];
}

const MAX_ITEMS = 50;
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  age: ['1d', '7d', '30d', '90d'],
  number: ['1', '2', '3'],
};

/**
 * Returns texts to insert at an offset, with which the text before it can still become a segment.
 */
export function completionsAt(text: string, offset: number, choices: SegmentChoices): Completions {
  if (offset > MOST_CHARACTERS) return { start: offset, end: offset, items: [] };
  const { start, end, typed } = rangeAt(text, offset);
  // Quoted text is always text to search for, so there is nothing to complete.
  const isPhrase = text[start] === '"' && start < offset;
  const expected = expectedAfter(tokensOf(text.slice(0, start)));
  const all = expected
    .filter(({ kind }) => kind !== 'words' || !isPhrase)
    .flatMap((one) => offersOf(one, choices));
  return { start, end, items: selectBest(all, typed) };
}

function rangeAt(text: string, offset: number): { start: number; end: number; typed: string } {
  const token = tokensOf(text.slice(0, MOST_CHARACTERS)).find(
    (one) => one.start < offset && offset <= one.end,
  );
  if (token === undefined || isBehind(token, offset)) {
    const next = tokensOf(text).find((one) => one.start === offset && one.kind === 'text');
    return { start: offset, end: next?.end ?? offset, typed: '' };
  }
  const [cut] = tokensOf(text.slice(token.start, offset));
  const typed = token.quoted === 'no' ? text.slice(token.start, offset) : (cut?.text ?? '');
  // An open quote includes all following text, which was not intended.
  const end = token.quoted === 'open' ? offset : token.end;
  return { start: token.start, end, typed };
}

/** Checks whether the offset belongs to the next word. */
function isBehind(token: Token, offset: number): boolean {
  if (offset < token.end) return false;
  const isClosed = token.kind === 'bracket' || token.quoted === 'yes';
  return isClosed || takesName(token) || token.kind === 'comparison';
}

function offersOf(expected: Expected, choices: SegmentChoices): readonly Completion[] {
  if (expected.kind === 'words') {
    return expected.words.map((word) => {
      return { kind: /^[<>=!]/.test(word) ? 'comparison' : 'word', label: word, insert: word };
    });
  }
  const { of, param } = expected;
  switch (of) {
    case 'tag:':
    case 'folder:': {
      const isTag = of === 'tag:';
      const names = (isTag ? choices.tags : choices.folders).map(({ name }) => name);
      return names.map((name) => offer(isTag ? 'tag' : 'folder', name));
    }
    case 'tagid:':
      return tagsWithId(choices).map(({ id, name }) => offer('tag', id, name));
    case 'folderid:':
      return choices.folders.map(({ id, name }) => offer('folder', id, name));
    case SEGMENT:
      return valuesOf(choices.saved);
    case PARAM:
      if (param === undefined) return choices.params.map(({ name }) => offer('param', name));
      return valuesOf(choices.params.find(({ name }) => name === param)?.values ?? []);
    case 'status':
      return valuesOf([...STATUS_NAMES, ...choices.status.filter((one) => !/^[1-5]$/.test(one))]);
    case 'platform':
      return valuesOf(['LINE', 'Facebook', ...choices.platform.filter((one) => one !== 'FB')]);
    case 'page':
      return valuesOf(choices.page);
    case 'gender':
      return valuesOf(['male', 'female', ...choices.gender.filter((one) => !/^[男女]$/.test(one))]);
    default:
      return valuesOf(EXAMPLES[of] ?? []);
  }
}

function valuesOf(values: readonly string[]): readonly Completion[] {
  return values.map((value) => offer('value', value));
}

function offer(kind: Completion['kind'], name: string, label = name): Completion {
  return { kind, label: label === name || label === '' ? name : label, insert: nameText(name) };
}

function selectBest(all: readonly Completion[], typed: string): readonly Completion[] {
  const wanted = typed.toLowerCase();
  const seen = new Set<string>();
  const [first, others]: [Completion[], Completion[]] = [[], []];
  for (const one of all) {
    if (first.length >= MAX_ITEMS) break;
    if (seen.has(one.insert)) continue;
    const texts = [one.label.toLowerCase(), one.insert.toLowerCase()];
    if (texts.some((text) => text.startsWith(wanted))) first.push(one);
    else if (texts.some((text) => text.includes(wanted))) others.push(one);
    else continue;
    seen.add(one.insert);
  }
  return [...first, ...others].slice(0, MAX_ITEMS);
}
