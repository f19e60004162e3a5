import { createScanner, KIND, type Node } from '../base/jsonc.ts';
import { lastAtMost } from '../base/numbers.ts';

/** Property of an object, or element of an array, with its comments. */
export interface Member {
  readonly key: string | undefined;
  /** Text before the value: `"key": `, with any comment in it. Empty in an array. */
  readonly head: string;
  readonly value: Node;
  /** Comments and empty lines above the member. */
  readonly commentsAbove: readonly string[];
  /** Comments after the member, on its last line. */
  readonly commentAfter: string;
  readonly offset: number;
}

interface Body {
  /** Comments on the line of the opening brace. */
  readonly openingComment: string;
  readonly members: readonly Member[];
  /** Comments above the closing brace. */
  readonly closingComments: readonly string[];
}

const EMPTY_BODY: Body = { openingComment: '', members: [], closingComments: [] };

/** Splits an object or array into its members and comments, so that it can be written in another order. */
export function readBody(text: string, node: Node): Body {
  const entries = node.children ?? [];
  const ends = entries.map((entry) => entry.offset + entry.length);
  const closingBrace = node.offset + node.length - 1;
  // Gap `i` is before entry `i`; the last gap is before the closing brace.
  const gaps = [node.offset + 1, ...ends].map((gapStart, index) =>
    readGap(text.slice(gapStart, entries[index]?.offset ?? closingBrace)),
  );
  const members = entries.map((entry, index): Member => {
    const isProperty = entry.type === 'property';
    const value = isProperty ? (entry.children?.[1] ?? entry) : entry;
    return {
      key: isProperty ? String(entry.children?.[0]?.value) : undefined,
      head: text.slice(entry.offset, value.offset),
      value,
      commentsAbove: gaps[index]?.below ?? [],
      commentAfter: gaps[index + 1]?.sameLine ?? '',
      offset: entry.offset,
    };
  });
  return {
    openingComment: gaps[0]?.sameLine ?? '',
    members,
    closingComments: gaps.at(-1)?.below ?? [],
  };
}

/** Comments between two members, or between a member and a brace. */
interface Gap {
  /** Comments on the line where the gap starts. */
  readonly sameLine: string;
  /** Comments and empty lines on the lines below. */
  readonly below: readonly string[];
}

/** Splits the text between two members: white space, comments and at most one comma. */
function readGap(gap: string): Gap {
  const scanner = createScanner(gap);
  const lines: string[][] = [[]];
  for (let kind: number = scanner.scan(); kind !== KIND.end; kind = scanner.scan()) {
    if (kind === KIND.lineBreak) lines.push([]);
    else if (kind === KIND.lineComment || kind === KIND.blockComment) {
      lines
        .at(-1)
        ?.push(
          gap.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()),
        );
    }
  }
  const [sameLine = '', ...linesBelow] = lines.map((comments) => comments.join(' '));
  // The next member follows on the gap's last line. So without a comment, that line does not count as an empty line.
  const lastLine = linesBelow.pop();
  const below = lastLine === undefined || lastLine === '' ? linesBelow : [...linesBelow, lastLine];
  return { sameLine, below };
}

export interface NewMember {
  /** Member of the old text that this member replaces, wherever it was. `undefined`: the member is added. */
  readonly oldMember: Member | undefined;
  /** Key of an added member. `undefined` in an array. */
  readonly key: string | undefined;
  /** Returns the text of the value. `indent` is the indentation of the line on which the value starts. */
  readonly writeValue: (indent: string) => string;
}

/** Rewrites JSON with comments, and keeps the comments and line breaks of the old text where possible. */
export class Layout {
  /** Indentation of one level: that of the first indented line, or two spaces if there is none. */
  readonly indentUnit: string;
  readonly #text: string;
  /** Offsets of line starts. An index, because searching for the start takes long in a text of one long line. */
  readonly #lineStarts: readonly number[];

  constructor(text: string, root: Node) {
    this.#text = text;
    this.indentUnit = /\n([ \t]+)\S/.exec(text.slice(root.offset))?.[1] ?? '  ';
    this.#lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  }

  /** Returns the text of an unchanged value, re-indented for a line with this indentation. */
  copyValue(node: Node, indent: string): string {
    const { offset, length } = node;
    return reindent(this.#text.slice(offset, offset + length), this.indentAt(offset), indent);
  }

  /**
   * Returns the text of an object or array with these members. The text between the members is kept if they are those
   * of `node` in the same order. Otherwise each member gets its own line. A comment after a member moves with it.
   * Comments above members stay where they are in the container.
   */
  writeContainer(node: Node | undefined, newMembers: readonly NewMember[], indent: string): string {
    const [opening, closing] = node?.type === 'array' ? ['[', ']'] : ['{', '}'];
    const body = node === undefined ? EMPTY_BODY : readBody(this.#text, node);
    const { members } = body;
    const hasSameMembers =
      newMembers.length === members.length &&
      newMembers.every(({ oldMember }, index) => oldMember?.offset === members[index]?.offset);
    if (hasSameMembers && node !== undefined) return this.#replaceValues(node, newMembers, indent);
    const positions = new Map(members.map(({ offset }, index) => [offset, index]));
    // Number of old members whose comments are written.
    let writtenCount = 0;
    const rows = newMembers.map((newMember): MemberLines => {
      const { oldMember } = newMember;
      // Number of old members up to and including `oldMember`. 0 if the member was added or comes from elsewhere.
      const end = 1 + (positions.get(oldMember?.offset ?? -1) ?? -1);
      // Includes the comments above removed members, so that these comments stay in place.
      const commentsAbove = members
        .slice(writtenCount, end)
        .flatMap((member) => member.commentsAbove);
      writtenCount = Math.max(writtenCount, end);
      return { newMember, commentsAbove, commentAfter: oldMember?.commentAfter ?? '' };
    });
    const remaining = members.slice(writtenCount).flatMap(({ commentsAbove }) => commentsAbove);
    const closingComments = [...remaining, ...body.closingComments];
    const frame = { opening: withComment(opening, body.openingComment), closing, indent };
    return this.#writeLines(frame, rows, closingComments);
  }

  /** Replaces the values of all members, and keeps the text between the values. */
  #replaceValues(node: Node, newMembers: readonly NewMember[], indent: string): string {
    const oldIndent = this.indentAt(node.offset);
    let copiedUntil = node.offset;
    let text = '';
    for (const { oldMember, writeValue } of newMembers) {
      if (oldMember === undefined) continue;
      const { offset, length } = oldMember.value;
      text += this.#text.slice(copiedUntil, offset) + writeValue(this.indentAt(oldMember.offset));
      copiedUntil = offset + length;
    }
    text += this.#text.slice(copiedUntil, node.offset + node.length);
    return reindent(text, oldIndent, indent);
  }

  #writeLines(
    frame: { readonly opening: string; readonly closing: string; readonly indent: string },
    rows: readonly MemberLines[],
    closingComments: readonly string[],
  ): string {
    const { opening, closing, indent } = frame;
    // `opening` is longer than its bracket if it has a comment.
    const isEmpty = rows.length === 0 && closingComments.length === 0 && opening.length === 1;
    if (isEmpty) return opening + closing;
    const inner = indent + this.indentUnit;
    const indented = (comment: string): string => (comment === '' ? '' : inner + comment);
    const lines = rows.flatMap(({ newMember, commentsAbove, commentAfter }, index) => {
      const comma = index === rows.length - 1 ? '' : ',';
      const key = newMember.key === undefined ? '' : `${JSON.stringify(newMember.key)}: `;
      const head = newMember.oldMember?.head ?? key;
      const line = inner + withComment(head + newMember.writeValue(inner) + comma, commentAfter);
      return [...commentsAbove.map(indented), line];
    });
    return [opening, ...lines, ...closingComments.map(indented), indent + closing].join('\n');
  }

  indentAt(offset: number): string {
    const lineStart = this.#lineStarts[lastAtMost(this.#lineStarts, offset)] ?? 0;
    return /^[ \t]*/.exec(this.#text.slice(lineStart, offset))?.[0] ?? '';
  }
}

interface MemberLines {
  readonly newMember: NewMember;
  readonly commentsAbove: readonly string[];
  readonly commentAfter: string;
}

function withComment(text: string, comment: string): string {
  return comment === '' ? text : `${text} ${comment}`;
}

/** Replaces the indentation of all lines except the first, which starts within a line. */
function reindent(text: string, oldIndent: string, newIndent: string): string {
  if (oldIndent === newIndent || !text.includes('\n')) return text;
  const [firstLine = '', ...lines] = text.split('\n');
  const reindented = lines.map((line) =>
    line.startsWith(oldIndent) ? newIndent + line.slice(oldIndent.length) : line,
  );
  return [firstLine, ...reindented].join('\n');
}
