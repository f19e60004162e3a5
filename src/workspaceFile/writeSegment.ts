import { applyEdits, createScanner, type Edit, KIND, type Node } from '../base/jsonc.ts';
import type { SegmentChange } from '../catalogue/workspaceFileText.ts';
import { splitByteOrderMark } from '../base/text.ts';
import { Layout } from './layout.ts';
import { readWithTree, valueOf } from './readText.ts';
import { addressKey, writeText } from './writeText.ts';

/**
 * Adds, replaces or removes the segment of this name. All other text stays exactly as it is.
 * @throws {Error} if the text cannot be read
 */
export function writeSegment(text: string, change: SegmentChange): string {
  const [mark, body] = splitByteOrderMark(text);
  const botNode = body.trim() === '' ? undefined : findBot(body, change);
  if (botNode !== undefined) return mark + withSegment(body, botNode, change);
  // The file does not list the bot, so there is nothing to remove.
  if (change.segment === undefined) return text;
  const bot = { ...change.bot, items: [], unplaced: [] };
  const withBot = writeText(text, { content: { bots: [bot] }, dropped: [], renamed: [] });
  return writeSegment(withBot, change);
}

interface BotNode {
  readonly root: Node;
  readonly bot: Node;
}

function findBot(text: string, change: SegmentChange): BotNode | undefined {
  const { root, content } = readWithTree(text);
  const botKey = addressKey(change.bot);
  const index = content.bots.findIndex((bot) => addressKey(bot) === botKey);
  const bot = valueOf(root, 'bots')?.children?.[index];
  return bot && { root, bot };
}

function withSegment(
  text: string,
  { root, bot }: BotNode,
  { name, segment }: SegmentChange,
): string {
  const segmentList = valueOf(bot, 'segments');
  const oldEntry = segmentList?.children?.find((node) => valueOf(node, 'name')?.value === name);
  if (segment === undefined) return oldEntry === undefined ? text : withoutElement(text, oldEntry);
  const replaceNode = (node: Node, content: string): string =>
    applyEdits(text, [{ offset: node.offset, length: node.length, content }]);
  const oldSegment = oldEntry && valueOf(oldEntry, 'segment');
  if (oldSegment?.type === 'string') return replaceNode(oldSegment, JSON.stringify(segment));
  const entry = `{ "name": ${JSON.stringify(name)}, "segment": ${JSON.stringify(segment)} }`;
  if (oldEntry !== undefined) return replaceNode(oldEntry, entry);
  if (segmentList !== undefined && segmentList.type !== 'array')
    return replaceNode(segmentList, `[${entry}]`);
  const [parent, member] =
    segmentList === undefined ? [bot, `"segments": [\n\t${entry}\n]`] : [segmentList, entry];
  return applyEdits(text, insertionEdits(text, new Layout(text, root), parent, member));
}

/**
 * Inserts a member after the last member, in the layout of the other members. The line ends (`\n`) and indentation
 * (`\t`) of `member` are removed if it is put on an existing line.
 */
function insertionEdits(text: string, layout: Layout, node: Node, member: string): Edit[] {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const multiLineText = (indent: string): string =>
    `\n${member}`.replaceAll('\t', layout.indentUnit).replaceAll('\n', eol + indent);
  const singleLineText = member.replaceAll(/[\n\t]/g, '');
  const closing = node.offset + node.length - 1;
  const lastMember = node.children?.at(-1);
  if (lastMember === undefined) {
    const outer = layout.indentAt(node.offset);
    const inside = text.slice(node.offset + 1, closing);
    const offset = node.offset + 1 + inside.trimEnd().length;
    const content = text.includes('\n')
      ? multiLineText(outer + layout.indentUnit) + eol + outer
      : singleLineText;
    return [{ offset, length: closing - offset, content }];
  }
  const end = lastMember.offset + lastMember.length;
  const comma = findToken(KIND.comma, text, end, closing);
  const afterComma = comma === undefined ? end : comma + 1;
  const lineEnd = findToken(KIND.lineBreak, text, afterComma, closing);
  const lineStart = text.lastIndexOf('\n', lastMember.offset - 1) + 1;
  const hasOwnLine =
    lineEnd !== undefined && text.slice(lineStart, lastMember.offset).trim() === '';
  // Text after the last member on its line belongs to that member.
  const offset = hasOwnLine ? lineEnd : afterComma;
  const content = hasOwnLine
    ? multiLineText(layout.indentAt(lastMember.offset))
    : ` ${singleLineText}`;
  const separator = comma === undefined ? [{ offset: end, length: 0, content: ',' }] : [];
  return [...separator, { offset, length: 0, content }];
}

/** Returns the text without an element, its comma, and its line if the line has no other content. Comments are kept. */
function withoutElement(text: string, { offset, length, parent }: Node): string {
  const end = offset + length;
  const previousElement = parent?.children?.findLast((node) => node.offset < offset);
  const nextElement = parent?.children?.find((node) => node.offset > offset);
  const closing = parent === undefined ? end : parent.offset + parent.length - 1;
  const previousEnd =
    previousElement === undefined ? offset : previousElement.offset + previousElement.length;
  // The last element may have no comma after it. The comma before it is removed instead.
  const comma =
    findToken(KIND.comma, text, end, nextElement?.offset ?? closing) ??
    findToken(KIND.comma, text, previousEnd, offset);
  const remaining = applyEdits(text, [
    { offset, length, content: '' },
    ...(comma === undefined ? [] : [{ offset: comma, length: 1, content: '' }]),
  ]);
  // Position of the removed element in `remaining`. If the removed comma was before the element, it is one less.
  const gapStart = comma !== undefined && comma < offset ? offset - 1 : offset;
  const start = remaining.lastIndexOf('\n', gapStart - 1) + 1;
  const [emptyLine] = /^[ \t]*\r?\n/.exec(remaining.slice(start)) ?? [];
  const [space = ''] = /^[ \t]*/.exec(remaining.slice(gapStart)) ?? [];
  const emptySpace =
    emptyLine === undefined
      ? { offset: gapStart, length: space.length }
      : { offset: start, length: emptyLine.length };
  return applyEdits(remaining, [{ ...emptySpace, content: '' }]);
}

/** Returns the offset of the first comma or line break in a range of the text that contains no value. */
function findToken(
  kind: typeof KIND.comma | typeof KIND.lineBreak,
  text: string,
  from: number,
  to: number,
): number | undefined {
  const scanner = createScanner(text.slice(from, to));
  for (let token: number = scanner.scan(); token !== KIND.end; token = scanner.scan()) {
    if (token === kind) return from + scanner.getTokenOffset();
  }
  return undefined;
}
