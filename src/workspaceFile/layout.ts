import { createScanner, type Node } from 'jsonc-parser';

/** Property of an object, or element of an array, with its comments. */
export interface Member {
  readonly key: string | undefined;
  /** Text before the value: `"key": `, with any comment in it. Empty in an array. */
  readonly head: string;
  readonly value: Node;
  /** Comments and empty lines above the member. */
  readonly before: readonly string[];
  /** Comments after the member, on its last line. */
  readonly after: string;
  readonly offset: number;
}

interface Body {
  /** Comments on the line of the opening brace. */
  readonly open: string;
  readonly members: readonly Member[];
  /** Comments above the closing brace. */
  readonly close: readonly string[];
}

const EMPTY: Body = { open: '', members: [], close: [] };

/** Splits an object or array into its members and comments, so that it can be written in another order. */
export function readBody(text: string, node: Node): Body {
  const entries = node.children ?? [];
  const ends = entries.map((entry) => entry.offset + entry.length);
  const inside = node.offset + node.length - 1;
  const gaps = [node.offset + 1, ...ends].map((from, index) =>
    readGap(text.slice(from, entries[index]?.offset ?? inside)),
  );
  const members = entries.map((entry, index): Member => {
    const isProperty = entry.type === 'property';
    const value = isProperty ? (entry.children?.[1] ?? entry) : entry;
    return {
      key: isProperty ? String(entry.children?.[0]?.value) : undefined,
      head: text.slice(entry.offset, value.offset),
      value,
      before: gaps[index]?.below ?? [],
      after: gaps[index + 1]?.sameLine ?? '',
      offset: entry.offset,
    };
  });
  return { open: gaps[0]?.sameLine ?? '', members, close: gaps.at(-1)?.below ?? [] };
}

interface Gap {
  readonly sameLine: string;
  readonly below: readonly string[];
}

/** Numbers of jsonc-parser's `SyntaxKind`, a const enum, which cannot be imported. */
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
export const LINE_BREAK = 14;
export const END = 17;

/** Splits the text between two members: white space, comments and at most one comma. */
function readGap(gap: string): Gap {
  const scanner = createScanner(gap);
  const lines: string[][] = [[]];
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    if (kind === LINE_BREAK) lines.push([]);
    else if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) {
      lines
        .at(-1)
        ?.push(
          gap.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()),
        );
    }
  }
  const [first = '', ...rest] = lines.map((comments) => comments.join(' '));
  // The last line is the beginning of the line of the next member.
  const last = rest.pop();
  const below = last === undefined || last === '' ? rest : [...rest, last];
  return { sameLine: first, below };
}

/** A member of the new text. */
export interface Part {
  /** The member of the old text that is continued, wherever it was. */
  readonly member: Member | undefined;
  /** Key of a new member. */
  readonly key: string | undefined;
  /** Returns the text of the value, for an object whose members have this indentation. */
  readonly value: (indent: string) => string;
}

/** Rewrites JSON with comments, as close to the old text as the new content allows. */
export class Layout {
  /** Indentation step. Two spaces if the file has no indentation. */
  readonly unit: string;
  readonly #text: string;
  /** Offsets of line starts. An index, because searching for the start takes long in a text of one long line. */
  readonly #lineStarts: readonly number[];

  constructor(text: string, root: Node) {
    this.#text = text;
    this.unit = /\n([ \t]+)\S/.exec(text.slice(root.offset))?.[1] ?? '  ';
    this.#lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  }

  /** Returns the unchanged value, re-indented for lines with this indentation. */
  asIs(node: Node, indent: string): string {
    const { offset, length } = node;
    return reindent(this.#text.slice(offset, offset + length), this.indentAt(offset), indent);
  }

  /**
   * Returns an object or array with these members. If they are the members of `node` in the same order, the text
   * between them is kept unchanged. Otherwise each member gets its own line, with its comments.
   */
  put(node: Node | undefined, parts: readonly Part[], indent: string): string {
    const [opening, closing] = node?.type === 'array' ? ['[', ']'] : ['{', '}'];
    const body = node === undefined ? EMPTY : readBody(this.#text, node);
    const { members } = body;
    const isSame =
      parts.length === members.length &&
      parts.every(({ member }, index) => member?.offset === members[index]?.offset);
    if (isSame && node !== undefined) return this.#splice(node, parts, indent);
    const positions = new Map(members.map(({ offset }, index) => [offset, index]));
    let done = 0;
    const rows = parts.map((part): FileLine => {
      const { member } = part;
      const end = 1 + (positions.get(member?.offset ?? -1) ?? -1);
      // Comments above a removed member stay in place.
      const before = members.slice(done, end).flatMap((own) => own.before);
      done = Math.max(done, end);
      return { part, before, after: member?.after ?? '' };
    });
    const close = [...members.slice(done).flatMap(({ before }) => before), ...body.close];
    return this.#lines({ opening: joined(opening, body.open), closing, indent }, rows, close);
  }

  /** Replaces the values and keeps the text between them. */
  #splice(node: Node, parts: readonly Part[], indent: string): string {
    const oldIndent = this.indentAt(node.offset);
    let at = node.offset;
    let text = '';
    for (const { member, value } of parts) {
      if (member === undefined) continue;
      const { offset, length } = member.value;
      text += this.#text.slice(at, offset) + value(this.indentAt(member.offset));
      at = offset + length;
    }
    text += this.#text.slice(at, node.offset + node.length);
    return reindent(text, oldIndent, indent);
  }

  #lines(
    frame: { readonly opening: string; readonly closing: string; readonly indent: string },
    rows: readonly FileLine[],
    close: readonly string[],
  ): string {
    const { opening, closing, indent } = frame;
    if (rows.length === 0 && close.length === 0 && opening.length === 1) return opening + closing;
    const inner = indent + this.unit;
    const comment = (text: string): string => (text === '' ? '' : inner + text);
    const lines = rows.flatMap(({ part, before, after }, index) => {
      const comma = index === rows.length - 1 ? '' : ',';
      const key = part.key === undefined ? '' : `${JSON.stringify(part.key)}: `;
      const head = part.member?.head ?? key;
      const line = inner + joined(head + part.value(inner) + comma, after);
      return [...before.map(comment), line];
    });
    return [opening, ...lines, ...close.map(comment), indent + closing].join('\n');
  }

  /** Returns the indentation of the line. */
  indentAt(offset: number): string {
    let [low, high] = [0, this.#lineStarts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const lineStart = this.#lineStarts[low] ?? 0;
    return /^[ \t]*/.exec(this.#text.slice(lineStart, offset))?.[0] ?? '';
  }
}

interface FileLine {
  readonly part: Part;
  readonly before: readonly string[];
  readonly after: string;
}

function joined(text: string, comment: string): string {
  return comment === '' ? text : `${text} ${comment}`;
}

function reindent(text: string, from: string, to: string): string {
  if (from === to || !text.includes('\n')) return text;
  const [first = '', ...lines] = text.split('\n');
  const shifted = lines.map((line) =>
    line.startsWith(from) ? to + line.slice(from.length) : line,
  );
  return [first, ...shifted].join('\n');
}
