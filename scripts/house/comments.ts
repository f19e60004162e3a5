import { parseSync } from 'oxc-parser';

export interface CodeComment {
  /** Line of the first character, from 1. */
  readonly line: number;
  /** Text without comment marks. Consecutive line comments are one text. */
  readonly text: string;
}

/** Returns the comments of a TypeScript file, in order. */
export function commentsOf(file: string, source: string): readonly CodeComment[] {
  const comments: CodeComment[] = [];
  // End and kind of the previous comment.
  let end = 0;
  let isLine = false;
  for (const { type, value, start, end: next } of parseSync(file, source).comments) {
    const text = value.replace(/^\s*\*? ?/gm, '').trim();
    const last = comments.at(-1);
    if (last && isLine && type === 'Line' && /^\r?\n[ \t]*$/.test(source.slice(end, start))) {
      comments[comments.length - 1] = { line: last.line, text: `${last.text}\n${text}` };
    } else {
      comments.push({ line: source.slice(0, start).split('\n').length, text });
    }
    end = next;
    isLine = type === 'Line';
  }
  return comments;
}
