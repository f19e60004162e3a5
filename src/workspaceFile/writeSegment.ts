import type { Node } from 'jsonc-parser';
import type { SegmentChange } from '../catalogue/workspaceFileText.ts';
import { checkBaseUrl } from '../base/baseUrl.ts';
import { insertMember, removeMember, type Edit } from './memberEdits.ts';
import { parseRoot, readText, valueOf } from './readText.ts';
import { writeText } from './writeText.ts';

/**
 * Puts one segment into the text of a workspace file, or takes it out; what stands there besides stays to the letter.
 * Throws when the text cannot be read.
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
  const whole = (indent: string, unit: string, eol: string): string =>
    ['[', indent + unit + entry, `${indent}]`].join(eol);
  if (list !== undefined) return { ...rangeOf(list), content: `[${entry}]` };
  return insertMember(text, bot, (indent, unit, eol) => `"segments": ${whole(indent, unit, eol)}`);
}

function rangeOf({ offset, length }: Node): Pick<Edit, 'offset' | 'length'> {
  return { offset, length };
}

/** The text with the bot in it. */
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
