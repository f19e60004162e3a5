import type { Node } from 'jsonc-parser';
import { compare, nameInFile, type FileBot, type FileItem } from '../catalogue/workspaceFile.ts';
import type { FileChange } from '../catalogue/workspaceFileText.ts';
import { FOLDER, TAG } from '../base/model.ts';
import { UNPLACED, type Place } from '../base/ports.ts';
import { checkBaseUrl } from '../base/baseUrl.ts';
import { Layout, type Member, type Part, readBody } from './layout.ts';
import { insertSorted, mergeItems, united, type MergedItems } from './mergeItems.ts';
import { readWithTree, valueOf } from './readText.ts';

/** Text of a new file. English like its keys, because users with different display languages share the file. */
const NEW_FILE = `// Bots and tags that this team shares, for the VS Code extension Bot Tag Explorer.
// No tokens in here: everybody enters their own, which VS Code keeps in its secret storage.
{
  "version": 1,
  "bots": []
}
`;

/** Base URL and bot ID, which identify a bot in a file. */
type Address = Pick<FileBot, 'baseUrl' | 'botId'>;

/**
 * Writes bots into the text of a workspace file. Bots and items that only the file has are kept, and so are comments
 * and the layout of unchanged parts.
 * @throws {Error} if the text cannot be read
 */
export function writeText(text: string, change: FileChange): string {
  const isNew = text.trim() === '';
  const source = isNew ? NEW_FILE : text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const { root, content } = readWithTree(source);
  const written = new Writer(source, root, change).write(content.bots);
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return bom + (text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written);
}

class Writer {
  readonly #text: string;
  readonly #root: Node;
  readonly #change: FileChange;
  readonly #layout: Layout;
  readonly #dropped: ReadonlyMap<string, FileChange['dropped']>;
  readonly #renamed: ReadonlySet<string>;

  constructor(text: string, root: Node, change: FileChange) {
    this.#text = text;
    this.#root = root;
    this.#change = change;
    this.#layout = new Layout(text, root);
    this.#dropped = Map.groupBy(change.dropped, addressKey);
    this.#renamed = new Set(change.renamed.map(addressKey));
  }

  write(inFile: readonly FileBot[]): string {
    const list = valueOf(this.#root, 'bots');
    if (list === undefined) throw new Error('the file has no bots');
    const elements = readBody(this.#text, list).members;
    const wanted = mergeByAddress(this.#change.content.bots);
    const present = new Set(inFile.map(addressKey));
    const changes = new Map(wanted.map((bot) => [addressKey(bot), bot]));
    const old = inFile.map((bot, index) => {
      const change = changes.get(addressKey(bot));
      return { ...bot, part: this.#botPart(elements[index], change, bot) };
    });
    const added = wanted
      .filter((bot) => !present.has(addressKey(bot)))
      .map((bot) => ({ ...bot, part: this.#botPart(undefined, bot, undefined) }))
      .toSorted(byLabel);
    const bots = insertSorted(old, added, byLabel).map(({ part }) => part);
    const field: Field = {
      name: 'bots',
      value: (node, indent) => this.#layout.put(node ?? list, bots, indent),
    };
    const { offset, length } = this.#root;
    const body = this.#object(this.#root, [field], '');
    return this.#text.slice(0, offset) + body + this.#text.slice(offset + length);
  }

  #botPart(
    member: Member | undefined,
    bot: FileBot | undefined,
    inFile: FileBot | undefined,
  ): Part {
    const node = member?.value;
    const value = (indent: string): string => {
      if (bot !== undefined) return this.#bot(node, bot, inFile, indent);
      return node === undefined ? '' : this.#layout.asIs(node, indent);
    };
    return { member, key: undefined, value };
  }

  #bot(node: Node | undefined, bot: FileBot, inFile: FileBot | undefined, indent: string): string {
    const key = addressKey(bot);
    const ids = new Set(this.#dropped.get(key)?.map(({ id }) => id));
    const items = mergeItems(bot, inFile, ids);
    const isOwn = inFile === undefined || this.#renamed.has(key);
    const members = node === undefined ? new Map<string, ItemMember>() : this.#itemMembers(node);
    const container: Container = { items, members };
    const texts: Field[] = isOwn ? [this.#textField('label', labelInFile(bot))] : [];
    if (inFile === undefined)
      texts.push(this.#textField('baseUrl', bot.baseUrl), this.#textField('botId', bot.botId));
    const inNode = node && valueOf(node, 'environment');
    const takesEnvironment = isOwn ? bot.environment !== '' || inNode : inNode === undefined;
    if (takesEnvironment && (bot.environment !== '' || inNode)) {
      texts.push(this.#textField('environment', bot.environment.toWellFormed()));
    }
    // The lock is added but never removed: only a manual edit of the file unlocks a bot for the whole team.
    if (bot.isReadOnly) texts.push({ name: 'readOnly', value: () => 'true' });
    const unplaced: Field = {
      name: 'unplaced',
      isNeeded: items.at(UNPLACED).length > 0,
      value: (old, inner) => this.#object(old, this.#fields(container, UNPLACED), inner),
    };
    const fields = [...texts, ...this.#fields(container, null), unplaced];
    return this.#object(node, fields, indent);
  }

  /** Returns `folders` and `tags` of a place. */
  #fields(container: Container, place: Place): readonly Field[] {
    const placeItems = container.items.at(place);
    const field = (name: string, items: readonly FileItem[]): Field => ({
      name,
      isNeeded: items.length > 0,
      value: (node, indent) => {
        const parts = items.map((item) => this.#itemPart(container, item));
        return this.#layout.put(node, parts, indent);
      },
    });
    return [
      field(
        'folders',
        placeItems.filter(({ type }) => type === FOLDER),
      ),
      field(
        'tags',
        placeItems.filter(({ type }) => type !== FOLDER),
      ),
    ];
  }

  #itemPart(container: Container, item: FileItem): Part {
    const found = container.members.get(item.id);
    // A tag that has become a folder, or the reverse, is rewritten.
    const isFolder = item.type === FOLDER;
    const member = found?.isFolder === isFolder ? found.member : undefined;
    const value = (indent: string): string =>
      isFolder
        ? this.#folder(container, item, member?.value, indent)
        : this.#tag(item, member?.value, indent);
    return { member, key: item.id, value };
  }

  #folder(container: Container, item: FileItem, node: Node | undefined, indent: string): string {
    const fields = [this.#textField('name', nameInFile(item)), ...this.#fields(container, item.id)];
    return this.#object(node, fields, indent);
  }

  #tag(item: FileItem, node: Node | undefined, indent: string): string {
    const { type } = item;
    const name = nameInFile(item);
    if (type === TAG && (node === undefined || node.type === 'string')) {
      return this.#string(name, node, indent);
    }
    const old = node?.type === 'object' ? node : undefined;
    const isNeeded = type !== TAG || (old !== undefined && valueOf(old, 'type') !== undefined);
    const number: Field = { name: 'type', isNeeded, value: () => String(type) };
    return this.#object(old, [this.#textField('name', name), number], indent);
  }

  /** Returns the object with new values. Each new member follows the members that precede it in `fields`. */
  #object(node: Node | undefined, fields: readonly Field[], indent: string): string {
    const old = node === undefined ? [] : readBody(this.#text, node).members;
    const parts = old.map((member): Part => {
      const { key, value } = member;
      const field = fields.find(({ name }) => name === key);
      const write = (inner: string): string =>
        field === undefined ? this.#layout.asIs(value, inner) : field.value(value, inner);
      return { member, key, value: write };
    });
    for (const [rank, { name, isNeeded, value }] of fields.entries()) {
      if (isNeeded === false || parts.some(({ key }) => key === name)) continue;
      const earlier = fields.slice(0, rank);
      const lastEarlier = parts.findLastIndex(({ key }) => earlier.some((one) => one.name === key));
      const at = lastEarlier === -1 ? (rank === 0 ? 0 : parts.length) : lastEarlier + 1;
      parts.splice(at, 0, {
        member: undefined,
        key: name,
        value: (inner) => value(undefined, inner),
      });
    }
    return this.#layout.put(node, parts, indent);
  }

  #textField(name: string, value: string): Field {
    return { name, value: (node, indent) => this.#string(value, node, indent) };
  }

  /** Returns the string as JSON. An unchanged string keeps its spelling. */
  #string(value: string, node: Node | undefined, indent: string): string {
    return node?.value === value ? this.#layout.asIs(node, indent) : JSON.stringify(value);
  }

  /** Returns the current member of each item of a bot, by ID. */
  #itemMembers(bot: Node): Map<string, ItemMember> {
    const found = new Map<string, ItemMember>();
    const visit = (node: Node | undefined): void => {
      if (node === undefined) return;
      for (const name of ['folders', 'tags']) {
        const list = valueOf(node, name);
        const members = list === undefined ? [] : readBody(this.#text, list).members;
        for (const member of members) {
          found.set(member.key ?? '', { member, isFolder: name === 'folders' });
          if (name === 'folders') visit(member.value);
        }
      }
    };
    visit(bot);
    visit(valueOf(bot, 'unplaced'));
    return found;
  }
}

interface ItemMember {
  readonly member: Member;
  readonly isFolder: boolean;
}

interface Container {
  readonly items: MergedItems;
  readonly members: ReadonlyMap<string, ItemMember>;
}

interface Field {
  readonly name: string;
  /** Returns the text of the new value. */
  readonly value: (node: Node | undefined, indent: string) => string;
  /** `false`: the member is not added if it is missing. */
  readonly isNeeded?: boolean;
}

/**
 * Merges bots with the same base URL and bot ID, because a file lists each of them once. A bot added by the user may
 * have the address of a bot from a file.
 */
function mergeByAddress(bots: readonly FileBot[]): readonly FileBot[] {
  const groups = [...Map.groupBy(bots, addressKey).values()];
  return groups.flatMap(([first, ...others]) =>
    first === undefined ? [] : others.reduce((merged, other) => united(merged, other), first),
  );
}

function labelInFile({ label, botId }: FileBot): string {
  return label.trim() === '' ? botId : label.toWellFormed();
}

export function addressKey({ baseUrl, botId }: Address): string {
  return JSON.stringify([normal(baseUrl), botId]);
}

function normal(baseUrl: string): string {
  const checked = checkBaseUrl(baseUrl);
  return checked.ok ? checked.url : baseUrl;
}

function byLabel(a: Address & { label: string }, b: Address & { label: string }): number {
  return compare(a.label, b.label) || compare(a.botId, b.botId) || compare(a.baseUrl, b.baseUrl);
}
