import type { Plan } from '../../base/plan.ts';

/** A place in a text. */
export interface Spot {
  /** From 1. */
  readonly line: number;
  /** UTF-16 units. */
  readonly offset: number;
  readonly length: number;
}

/** Where a text stands as a string of JSON, behind the comments above the plan; its beginning when it stands nowhere. */
export function spotOf(text: string, value: string): Spot {
  const json = JSON.stringify(value);
  // Stays within a line: a search that runs on over blank lines is quadratic in their number.
  const start = text.search(/^[^\S\r\n\u2028\u2029]*\{/m);
  const offset = text.indexOf(json, Math.max(0, start));
  if (offset < 0) return { line: 1, offset: 0, length: 0 };
  return { line: lineAt(text, offset), offset, length: json.length };
}

/** A whole line without what stands around it. */
export function lineSpot(text: string, line: number): Spot {
  let start = 0;
  for (let number = 1; number < line; number++) start = text.indexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  const whole = text.slice(start, end < 0 ? undefined : end);
  const content = whole.trim();
  return { line, offset: start + whole.indexOf(content), length: content.length };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The first line on which two users or items stand: a run tells them apart by their lines. */
export function sharedLine({ users, items }: Pick<Plan, 'users' | 'items'>): number | undefined {
  let last = 0;
  for (const { line } of [...users, ...items]) {
    if (line === last) return line;
    last = line;
  }
  return undefined;
}
