import type { Plan } from '../../base/plan.ts';
import type { TextRange } from '../jsonTokens.ts';

/** Finds a JSON string after the comments at the top of the plan. Returns the start of the text if not found. */
export function rangeOf(text: string, value: string): TextRange {
  const json = JSON.stringify(value);
  // The expression stays within one line: a match across blank lines would be quadratic in their number.
  const start = text.search(/^[^\S\r\n\u2028\u2029]*\{/m);
  const offset = text.indexOf(json, Math.max(0, start));
  if (offset < 0) return { line: 1, offset: 0, length: 0 };
  return { line: lineAt(text, offset), offset, length: json.length };
}

export function lineRange(text: string, line: number): TextRange {
  let start = 0;
  for (let number = 1; number < line; number++) start = text.indexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  const lineText = text.slice(start, end < 0 ? undefined : end);
  const content = lineText.trim();
  return { line, offset: start + lineText.indexOf(content), length: content.length };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  let lineBreak = text.indexOf('\n');
  for (; lineBreak >= 0 && lineBreak < offset; lineBreak = text.indexOf('\n', lineBreak + 1))
    line++;
  return line;
}

/** Finds the first line with two users or items. A run identifies them by line, so each needs its own line. */
export function sharedLine({ users, items }: Pick<Plan, 'users' | 'items'>): number | undefined {
  let previousLine = 0;
  for (const { line } of [...users, ...items]) {
    if (line === previousLine) return line;
    previousLine = line;
  }
  return undefined;
}
