import { jsonText } from '../base/jsonValues.ts';
import { type CatalogueItem, TAG } from '../base/model.ts';
import { cutEnd, oneLine } from '../base/safeText.ts';
import { escapedRegex } from '../base/text.ts';
import type { Catalogue } from './catalogue.ts';
import type { JournalStore } from './journal.ts';

export interface NamedTag {
  readonly id: string;
  readonly name: string;
  /** Name of the bot, unlike in a `CatalogueItem`. */
  readonly bot: string;
}

/** Style of constants in a programming language. */
interface Style {
  /** Form of the constants' names. `upper`: TAG_GOLD_MEMBER; `pascal`: TagGoldMember. */
  readonly names: 'upper' | 'pascal';
  /** Text before the name of a constant. */
  readonly keyword: string;
  /** Text after the value. */
  readonly end: '' | ';';
  readonly comment: string;
}

const TYPESCRIPT: Style = {
  names: 'upper',
  keyword: 'export const ',
  end: ';',
  comment: '//',
};

/** Styles by VS Code's language ID. */
const STYLES: Readonly<Record<string, Style>> = {
  python: { names: 'upper', keyword: '', end: '', comment: '#' },
  go: { names: 'pascal', keyword: 'const ', end: '', comment: '//' },
  csharp: { names: 'pascal', keyword: 'public const string ', end: ';', comment: '//' },
  java: { names: 'upper', keyword: 'public static final String ', end: ';', comment: '//' },
};

const MAX_COMMENT_LENGTH = 100;

/** Returns a line with a constant for each tag. `language` is VS Code's language ID; the default is TypeScript. */
export function constantLines(
  tags: readonly NamedTag[],
  language: string | undefined,
): readonly string[] {
  const style = (language !== undefined && styleOf(language)) || TYPESCRIPT;
  const usedNames = new Set<string>();
  return tags.map(({ id, name, bot }) => {
    const constant = unusedName(nameIn(style, name), usedNames);
    // Java replaces \u escapes also in comments: such an escape could end the line.
    const comment = oneLine(`${name}, bot "${bot}"`).replaceAll('\\', '/');
    const { keyword, end } = style;
    const declaration = `${keyword}${constant} = ${literal(id)}${end}`;
    return `${declaration} ${style.comment} ${cutEnd(comment, MAX_COMMENT_LENGTH)}`;
  });
}

function styleOf(language: string): Style | undefined {
  return Object.hasOwn(STYLES, language) ? STYLES[language] : undefined;
}

/** Letters and digits that all of these languages allow in an identifier. */
const WORD = /[\p{L}\p{Nd}]+/gu;
/** Characters that at least one of these languages does not allow in an identifier. */
const NOT_ALLOWED = /[^\p{XID_Continue}]|[\u{10000}-\u{10ffff}]/gu;

function nameIn({ names }: Style, name: string): string {
  if (names === 'upper') return ['TAG', ...wordsIn(name.toUpperCase())].join('_');
  const words = wordsIn(name).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  // Capitalizing a letter may produce several characters, and not all of them may be allowed. Therefore the name is
  // divided into words again.
  return `Tag${wordsIn(words.join('')).join('')}`;
}

function wordsIn(text: string): readonly string[] {
  // Python compares identifiers after NFKC normalization.
  return text.normalize('NFKC').replaceAll(NOT_ALLOWED, ' ').match(WORD) ?? [];
}

function unusedName(name: string, usedNames: Set<string>): string {
  let candidate = name;
  for (let number = 2; usedNames.has(candidate); number++) candidate = `${name}_${number}`;
  usedNames.add(candidate);
  return candidate;
}

/** Returns a string literal that all of these languages read in the same way. */
function literal(id: string): string {
  return jsonText(id.toWellFormed());
}

/** Maximum length of a quoted text, in UTF-16 units. IDs are shorter. Without a limit, long lines would be slow. */
const MAX_QUOTED_LENGTH = 200;

interface QuotedText {
  readonly text: string;
  /** Position of the first character in the line, in UTF-16 units. */
  readonly start: number;
}

/** Returns the quoted text at a position, if it has no white space and no other quotation mark. Takes constant time. */
export function quotedText(line: string, position: number): QuotedText | undefined {
  const from = Math.max(0, position - MAX_QUOTED_LENGTH - 1);
  const textBefore = /(["'`])([^\s"'`]*)$/.exec(line.slice(from, position));
  const textAfter = /^([^\s"'`]*)(["'`])/.exec(
    line.slice(position, position + MAX_QUOTED_LENGTH + 1),
  );
  const [, open, head = ''] = textBefore ?? [];
  const [, tail = '', close] = textAfter ?? [];
  const text = head + tail;
  if (open === undefined || open !== close || text === '' || text.length > MAX_QUOTED_LENGTH)
    return undefined;
  return { text, start: position - head.length };
}

/** Arguments of VS Code's `workbench.action.findInFiles`. */
interface WorkspaceSearch {
  readonly query: string;
  readonly isRegex: boolean;
  readonly replace?: string;
}

/** Returns a search for one ID as plain text, or for several as a regular expression. `replacement` is an ID, too. */
export function searchFor(ids: readonly string[], replacement?: string): WorkspaceSearch {
  const [id = '', ...otherIds] = ids;
  const isRegex = otherIds.length > 0;
  // Longest ID first: a pattern takes the first matching alternative, which may be a prefix of another ID.
  const longestFirst = ids.toSorted((a, b) => b.length - a.length);
  const query = isRegex ? longestFirst.map(escapedRegex).join('|') : id;
  if (replacement === undefined) return { query, isRegex };
  // In the replacement for a pattern, $ refers to a part of the match.
  return { query, isRegex, replace: isRegex ? replacement.replaceAll('$', '$$$$') : replacement };
}

/** Maximum number of renames to follow. A damaged journal may contain a cycle. */
const MAX_RENAMES = 100;

/** Returns the tags with this ID, at most one per bot, or else the tag that replaced it in a rename or merge. */
export function tagsById(
  catalogue: Catalogue,
  journal: Pick<JournalStore, 'replacement'>,
  id: string,
): readonly CatalogueItem[] {
  const tagsWithId = catalogue.bots().flatMap(({ key }) => catalogue.item(key, id) ?? []);
  if (tagsWithId.length > 0) return tagsWithId.filter(({ type }) => type === TAG);
  let replacement = journal.replacement(id);
  for (let count = 0; replacement !== undefined && count < MAX_RENAMES; count++) {
    const tag = catalogue.item(replacement.bot, replacement.id);
    if (tag !== undefined) return [tag];
    replacement = journal.replacement(replacement.id);
  }
  return [];
}
