import { createScanner, type Node } from 'jsonc-parser';
import { checkBaseUrl } from '../base/baseUrl.ts';
import type { SegmentChange } from '../catalogue/workspaceFileText.ts';
import { parseRoot, readText, valueOf } from './readText.ts';
import { writeText } from './writeText.ts';

/** Replacement of `length` characters. */
interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** Numbers of jsonc-parser's `SyntaxKind`, a const enum, which cannot be imported. */
const COMMA = 5;
const LINE_BREAK = 14;
const END = 17;

/**
 * Inserts a member after the last one of an object or array, in the layout of the other members.
 * @param write returns the member; its parameters are the indentation, one indentation step and the line end, all empty
 * if the list is on a single line
 */
function insertMember(
  text: string,
  node: Node,
  write: (indent: string, unit: string, eol: string) => string,
): Edit {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const closing = node.offset + node.length - 1;
  const outer = indentAt(text, node.offset);
  const last = node.children?.at(-1);
  if (last === undefined) {
    const inner = outer + unitOf(text);
    const before = text.slice(node.offset + 1, closing);
    const kept = before.trimEnd();
    const range = { offset: node.offset + 1, length: before.length };
    if (!text.includes('\n')) return { ...range, content: kept + write('', '', '') };
    const content = `${kept}${eol}${inner}${write(inner, unitOf(text), eol)}${eol}${outer}`;
    return { ...range, content };
  }
  const end = last.offset + last.length;
  const { comma, line } = gapAfter(text.slice(end, closing));
  const isOnLines = line !== undefined && startsLine(text, last.offset);
  const indent = isOnLines ? indentAt(text, last.offset) : outer;
  const newMember = isOnLines ? write(indent, unitOf(text), eol) : write('', '', '');
  // Text after the last member on its line belongs to that member.
  const kept = text.slice(end, end + (isOnLines ? line : (comma ?? 0)));
  const separated = comma === undefined ? `,${kept}` : kept;
  const content = isOnLines
    ? `${separated.trimEnd()}${eol}${indent}${newMember}`
    : `${separated} ${newMember}`;
  return { offset: end, length: kept.length, content };
}

/** Removes a member with its comma, and its line if the line has no other content. Comments are kept. */
function removeMember(text: string, member: Node): Edit {
  const end = member.offset + member.length;
  const parent = member.parent;
  const closing = parent === undefined ? end : parent.offset + parent.length - 1;
  const next = parent?.children?.find(({ offset }) => offset > member.offset);
  const gap = gapAfter(text.slice(end, next?.offset ?? closing));
  if (gap.comma !== undefined) {
    const kept = text.slice(end, end + gap.comma - 1);
    const content = kept.trim() === '' ? '' : kept;
    return wholeLine(text, member.offset, end + gap.comma, content);
  }
  const before = parent?.children?.findLast(({ offset }) => offset < member.offset);
  const edit = wholeLine(text, member.offset, end, '');
  if (before === undefined) return edit;
  // The comma before the removed member may now end the list. Comments between them are kept.
  const from = before.offset + before.length;
  const { comma } = gapAfter(text.slice(from, member.offset));
  if (comma === undefined) return edit;
  const between = text.slice(from, from + comma - 1) + text.slice(from + comma, edit.offset);
  return {
    offset: from,
    length: edit.offset + edit.length - from,
    content: between + edit.content,
  };
}

/** Extends the range to the whole lines, with the white space around it, if they have no other content. */
function wholeLine(text: string, offset: number, end: number, content: string): Edit {
  const rest = /^[ \t]*(?=\r?\n)/.exec(text.slice(end));
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  if (content !== '' || rest === null || !startsLine(text, offset) || start === 0) {
    const space = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
    return { offset, length: end - offset + (content === '' ? space : 0), content };
  }
  const from = text[start - 2] === '\r' ? start - 2 : start - 1;
  return { offset: from, length: end + rest[0].length - from, content };
}

/** Returns the end offsets of the first comma and of the line in the text between members. */
function gapAfter(gap: string): {
  readonly comma: number | undefined;
  readonly line: number | undefined;
} {
  const scanner = createScanner(gap);
  let [comma, line]: [number | undefined, number | undefined] = [undefined, undefined];
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    if (kind === COMMA) comma ??= scanner.getTokenOffset() + 1;
    // A comma on a later line still belongs to the member.
    if (kind === LINE_BREAK && (line === undefined || comma === undefined)) {
      line ??= scanner.getTokenOffset();
    }
  }
  return { comma, line: line === undefined ? undefined : Math.max(line, comma ?? 0) };
}

function startsLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Returns the indentation step of the file. Two spaces if the file has no indentation. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

/**
 * Adds, replaces or removes one segment in the text of a workspace file. All other text is kept unchanged.
 * @throws {Error} if the text cannot be read
 */
export function writeSegment(text: string, change: SegmentChange): string {
  const { name, segment } = change;
  if (text.trim() !== '' && botIn(text, change) === undefined && segment === undefined) return text;
  const source = withBot(text, change);
  const bom = source.startsWith('\uFEFF') ? 1 : 0;
  const body = source.slice(bom);
  const bot = botIn(source, change);
  if (bot === undefined) throw new Error('the file cannot be read');
  const list = valueOf(bot, 'segments');
  const found = list?.children?.find((node) => valueOf(node, 'name')?.value === name);
  const edit = editOf(body, { bot, list, found }, change);
  if (edit === undefined) return text;
  const { offset, length, content } = edit;
  return source.slice(0, bom + offset) + content + source.slice(bom + offset + length);
}

interface Place {
  readonly bot: Node;
  readonly list: Node | undefined;
  readonly found: Node | undefined;
}

function editOf(
  text: string,
  { bot, list, found }: Place,
  { name, segment }: SegmentChange,
): Edit | undefined {
  if (segment === undefined) return found && removeMember(text, found);
  const old = found && valueOf(found, 'segment');
  if (old?.type === 'string') return { ...rangeOf(old), content: JSON.stringify(segment) };
  const entry = `{ "name": ${JSON.stringify(name)}, "segment": ${JSON.stringify(segment)} }`;
  if (found !== undefined) return { ...rangeOf(found), content: entry };
  if (list?.type === 'array') return insertMember(text, list, () => entry);
  const listText = (indent: string, unit: string, eol: string): string =>
    ['[', indent + unit + entry, `${indent}]`].join(eol);
  if (list !== undefined) return { ...rangeOf(list), content: `[${entry}]` };
  return insertMember(
    text,
    bot,
    (indent, unit, eol) => `"segments": ${listText(indent, unit, eol)}`,
  );
}

function rangeOf({ offset, length }: Node): Pick<Edit, 'offset' | 'length'> {
  return { offset, length };
}

/** Returns the text with the bot added if it is missing. */
function withBot(text: string, change: SegmentChange): string {
  if (botIn(text, change) !== undefined) return text;
  const bot = { ...change.bot, items: [], unplaced: [] };
  return writeText(text, { content: { bots: [bot] }, dropped: [], renamed: [] });
}

function botIn(text: string, { bot }: SegmentChange): Node | undefined {
  const body = text.replace(/^\uFEFF/, '');
  if (body.trim() === '') return undefined;
  const root = parseRoot(body);
  if (root === undefined || readText(body).content === undefined) {
    throw new Error('the file cannot be read');
  }
  const wanted = normal(bot.baseUrl);
  return valueOf(root, 'bots')?.children?.find(
    (node) =>
      valueOf(node, 'botId')?.value === bot.botId &&
      normal(String(valueOf(node, 'baseUrl')?.value)) === wanted,
  );
}

function normal(baseUrl: string): string {
  const checked = checkBaseUrl(baseUrl);
  return checked.ok ? checked.url : baseUrl;
}
