/** Characters of a quoted text, at most: IDs are shorter, and a line may have megabytes. */
const LONGEST = 200;

interface QuotedText {
  readonly text: string;
  /** Position of its first character in the line, in UTF-16 units. */
  readonly start: number;
}

/**
 * Returns the text in quotation marks at a position of a line, in constant time.
 * @returns `undefined` if there is none, or if it has white space or another quotation mark
 */
export function quotedText(line: string, position: number): QuotedText | undefined {
  const from = Math.max(0, position - LONGEST - 1);
  const before = /(["'`])([^\s"'`]*)$/.exec(line.slice(from, position));
  const after = /^([^\s"'`]*)(["'`])/.exec(line.slice(position, position + LONGEST + 1));
  const [, open, head = ''] = before ?? [];
  const [, tail = '', close] = after ?? [];
  const text = head + tail;
  if (open === undefined || open !== close || text === '' || text.length > LONGEST)
    return undefined;
  return { text, start: position - head.length };
}
