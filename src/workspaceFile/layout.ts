import { createScanner, type Node } from 'jsonc-parser';

/** A property of an object, or an element of an array, with the comments that belong to it. */
export interface Member {
  readonly key: string | undefined;
  /** What stands before the value: `"key": `, with any comment in it; empty in an array. */
  readonly head: string;
  readonly value: Node;
  /** Comments and empty lines above it. */
  readonly before: readonly string[];
  /** Comments after it, on its last line. */
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

/** Takes an object or array apart, so that it can be put together in another way with its comments. */
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
const LINE_BREAK = 14;
const END = 17;

/** What stands between two members: white space, comments and at most one comma. */
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
  const [first = '', ...rest] = lines.map((parts) => parts.join(' '));
  // The last line is the beginning of the next member's own line.
  const last = rest.pop();
  const below = last === undefined || last === '' ? rest : [...rest, last];
  return { sameLine: first, below };
}

/** A member as it has to stand in the new text. */
export interface Part {
  /** The member of the old text that it goes on from, wherever that stood. */
  readonly member: Member | undefined;
  /** `"key": ` of one that is new. */
  readonly head: string;
  /** The text of the value, for an object whose members are indented like this. */
  readonly value: (indent: string) => string;
}

/** Writes JSON with comments anew, as close to the old text as its new content allows. */
export class Layout {
  readonly #text: string;
  readonly #unit: string;
  /** Offsets at which lines begin. To search the text for them takes long where it is one line. */
  readonly #lineStarts: readonly number[];

  /** @param text with `\n` at the end of lines */
  constructor(text: string, unit: string) {
    this.#text = text;
    this.#unit = unit;
    this.#lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  }

  /** A value that stays as it is, moved to where lines are indented like this. */
  asIs(node: Node, indent: string): string {
    const { offset, length } = node;
    return shift(this.#text.slice(offset, offset + length), this.#indentAt(offset), indent);
  }

  /**
   * An object or array with these members. When they are those of `node` in their order, what stands between them
   * stays to the letter; else each gets a line of its own, with its comments.
   */
  put(node: Node | undefined, parts: readonly Part[], indent: string): string {
    const [opening, closing] = node?.type === 'array' ? ['[', ']'] : ['{', '}'];
    if (node === undefined) return this.#lines({ opening, closing, indent }, bare(parts));
    const body = readBody(this.#text, node);
    const isSame =
      parts.length === body.members.length &&
      parts.every(({ member }, index) => member?.offset === body.members[index]?.offset);
    if (isSame) return this.#splice(node, parts, indent);
    const own = new Set(body.members.map(({ offset }) => offset));
    const queue = [...body.members];
    const rows = parts.map((part): FileLine => {
      const { member } = part;
      const before: string[] = [];
      if (member !== undefined && own.has(member.offset)) {
        // Comments above one that has left stay where they are.
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          before.push(...next.before);
          if (next.offset === member.offset) break;
        }
      }
      return { part, before, after: member?.after ?? '' };
    });
    const close = [...queue.flatMap(({ before }) => before), ...body.close];
    return this.#lines({ opening: joined(opening, body.open), closing, indent }, rows, close);
  }

  /** New values in the old surroundings. */
  #splice(node: Node, parts: readonly Part[], indent: string): string {
    const old = this.#indentAt(node.offset);
    let at = node.offset;
    let text = '';
    for (const { member, value } of parts) {
      if (member === undefined) continue;
      const { offset, length } = member.value;
      text += this.#text.slice(at, offset) + value(this.#indentAt(member.offset));
      at = offset + length;
    }
    text += this.#text.slice(at, node.offset + node.length);
    return shift(text, old, indent);
  }

  #lines(
    frame: { readonly opening: string; readonly closing: string; readonly indent: string },
    rows: readonly FileLine[],
    close: readonly string[] = [],
  ): string {
    const { opening, closing, indent } = frame;
    if (rows.length === 0 && close.length === 0 && opening.length === 1) return opening + closing;
    const inner = indent + this.#unit;
    const comment = (line: string): string => (line === '' ? '' : inner + line);
    const lines = rows.flatMap(({ part, before, after }, index) => {
      const comma = index === rows.length - 1 ? '' : ',';
      const head = part.member?.head ?? part.head;
      const own = inner + joined(head + part.value(inner) + comma, after);
      return [...before.map(comment), own];
    });
    return [opening, ...lines, ...close.map(comment), indent + closing].join('\n');
  }

  #indentAt(offset: number): string {
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

function bare(parts: readonly Part[]): readonly FileLine[] {
  return parts.map((part) => ({ part, before: [], after: '' }));
}

function joined(text: string, comment: string): string {
  return comment === '' ? text : `${text} ${comment}`;
}

function shift(text: string, from: string, to: string): string {
  if (from === to || !text.includes('\n')) return text;
  const [first = '', ...lines] = text.split('\n');
  const shifted = lines.map((line) =>
    line.startsWith(from) ? to + line.slice(from.length) : line,
  );
  return [first, ...shifted].join('\n');
}
