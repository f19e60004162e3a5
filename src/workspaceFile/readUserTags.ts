import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { ReadUserTags, TagsProblem, TagSpot } from '../core/customers/userTagsText.ts';
import { deepest } from './readText.ts';

/** Characters; a person edits hundreds of tags, and this has room for tens of thousands. */
const MAX_TEXT = 4 * 1024 * 1024;

/** An object of strings has one; the few more let the parser say what is wrong. */
const MAX_DEPTH = 20;

/** Reads the text in which a person edits a user's tags. Whatever is wrong with it, nothing of it is taken. */
export function readUserTags(text: string): ReadUserTags {
  const nowhere = { offset: 0, length: 0 };
  if (text.length > MAX_TEXT || deepest(text) > MAX_DEPTH) return refused('too-large', nowhere);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) return refused('syntax', error, printParseErrorCode(error.error));
  if (root?.type !== 'object') return refused('object', root ?? nowhere);
  const read = (root.children ?? []).map(spotOf);
  const problems = read.filter((one) => 'code' in one);
  return { problems, spots: problems.length > 0 ? [] : read.filter((one) => 'id' in one) };
}

function spotOf({ children: [key, value] = [], offset, length }: Node): TagSpot | TagsProblem {
  const id: unknown = key?.value;
  if (typeof id !== 'string' || id.trim() === '' || !id.isWellFormed()) {
    return problem('id', key ?? { offset, length });
  }
  if (value?.type !== 'string') return problem('name', value ?? { offset, length });
  return { id, offset, length };
}

type Place = Pick<TagsProblem, 'offset' | 'length'>;

function refused(code: TagsProblem['code'], at: Place, detail = ''): ReadUserTags {
  return { spots: [], problems: [problem(code, at, detail)] };
}

function problem(code: TagsProblem['code'], { offset, length }: Place, detail = ''): TagsProblem {
  return { code, detail, offset, length };
}
