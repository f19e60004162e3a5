import type { Node } from '../base/jsonc.ts';
import { compare, nameInFile, type FileBot, type FileItem } from '../catalogue/workspaceFile.ts';
import type { FileChange } from '../catalogue/workspaceFileText.ts';
import { splitByteOrderMark } from '../base/text.ts';
import { FOLDER, TAG } from '../base/model.ts';
import { UNPLACED, type Place } from '../base/ports.ts';
import { checkBaseUrl } from '../base/baseUrl.ts';
import { Layout, type Member, type NewMember, readBody } from './layout.ts';
import { insertSorted, mergeItems, mergeBots } from './mergeItems.ts';
import { readWithTree, valueOf } from './readText.ts';

/** Text of a new file. It is in English, because users with different display languages share the file. */
const NEW_FILE = `// Bots and tags that this team shares, for the VS Code extension Bot Tag Explorer.
// No tokens in here: each user enters their own, which VS Code keeps in its secret storage.
{
  "version": 1,
  "bots": []
}
`;

/**
 * Writes bots into the text of a workspace file. Bots and items that only the file has are kept, and so are comments
 * and the layout of unchanged parts.
 * @param text text of the file; empty if there is no file
 * @throws {Error} if the text cannot be read
 */
export function writeText(text: string, change: FileChange): string {
  const isNew = text.trim() === '';
  const [mark, body] = splitByteOrderMark(text);
  const source = isNew ? NEW_FILE : body.replaceAll('\r\n', '\n');
  const { root, content } = readWithTree(source);
  const written = new Writer(source, root, change).write(content.bots, change.content.bots);
  return mark + (text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written);
}

class Writer {
  readonly #text: string;
  readonly #root: Node;
  readonly #layout: Layout;
  /** Items to remove, by `addressKey` of their bot. */
  readonly #dropped: ReadonlyMap<string, FileChange['dropped']>;
  /** Bots whose label and environment are replaced, by `addressKey`. */
  readonly #withReplacedTexts: ReadonlySet<string>;

  constructor(text: string, root: Node, change: FileChange) {
    this.#text = text;
    this.#root = root;
    this.#layout = new Layout(text, root);
    this.#dropped = Map.groupBy(change.dropped, addressKey);
    this.#withReplacedTexts = new Set(change.renamed.map(addressKey));
  }

  /** @param fileBots bots of the file, in its order */
  write(fileBots: readonly FileBot[], botsToWrite: readonly FileBot[]): string {
    const list = valueOf(this.#root, 'bots');
    if (list === undefined) throw new Error('the file has no bots');
    const elements = readBody(this.#text, list).members;
    const changedBots = mergeByAddress(botsToWrite);
    const presentKeys = new Set(fileBots.map(addressKey));
    const changedByKey = new Map(changedBots.map((bot) => [addressKey(bot), bot]));
    const oldBots = fileBots.map((fileBot, index) => {
      const bot = changedByKey.get(addressKey(fileBot));
      return { ...fileBot, newMember: this.#newBotMember(elements[index], bot, fileBot) };
    });
    const addedBots = changedBots
      .filter((bot) => !presentKeys.has(addressKey(bot)))
      .map((bot) => ({ ...bot, newMember: this.#newBotMember(undefined, bot, undefined) }))
      .toSorted(byLabel);
    const bots = insertSorted(oldBots, addedBots, byLabel).map(({ newMember }) => newMember);
    const field: Field = {
      name: 'bots',
      writeValue: (node, indent) => this.#layout.writeContainer(node ?? list, bots, indent),
    };
    const { offset, length } = this.#root;
    const body = this.#writeObject(this.#root, [field], '');
    return this.#text.slice(0, offset) + body + this.#text.slice(offset + length);
  }

  /** Returns the member to write for a bot. `bot` is its new content, or `undefined` if it stays unchanged. */
  #newBotMember(
    member: Member | undefined,
    bot: FileBot | undefined,
    fileBot: FileBot | undefined,
  ): NewMember {
    const node = member?.value;
    const writeValue = (indent: string): string => {
      if (bot !== undefined) return this.#writeBot(node, bot, fileBot, indent);
      return node === undefined ? '' : this.#layout.copyValue(node, indent);
    };
    return { oldMember: member, key: undefined, writeValue };
  }

  #writeBot(
    node: Node | undefined,
    bot: FileBot,
    fileBot: FileBot | undefined,
    indent: string,
  ): string {
    const key = addressKey(bot);
    const droppedIds = new Set(this.#dropped.get(key)?.map(({ id }) => id));
    const merged = mergeItems(bot, fileBot, droppedIds);
    // If the file already lists the bot, its label and environment are kept, unless `renamed` contains the bot.
    const canReplaceTexts = fileBot === undefined || this.#withReplacedTexts.has(key);
    const members = node === undefined ? new Map<string, ItemMember>() : this.#oldItemMembers(node);
    const botItems: BotItems = { merged, members };
    const botFields: Field[] = canReplaceTexts ? [this.#textField('label', labelInFile(bot))] : [];
    if (fileBot === undefined)
      botFields.push(this.#textField('baseUrl', bot.baseUrl), this.#textField('botId', bot.botId));
    const environmentNode = node && valueOf(node, 'environment');
    const canReplaceEnvironment = canReplaceTexts || environmentNode === undefined;
    // A bot without an environment gets the property only to clear an existing one.
    if (canReplaceEnvironment && (bot.environment !== '' || environmentNode)) {
      botFields.push(this.#textField('environment', bot.environment.toWellFormed()));
    }
    // `readOnly` is added but never removed: only a manual edit of the file unlocks a bot for the whole team.
    if (bot.isReadOnly) botFields.push({ name: 'readOnly', writeValue: () => 'true' });
    const unplaced: Field = {
      name: 'unplaced',
      isNeeded: (merged.get(UNPLACED) ?? []).length > 0,
      writeValue: (old, inner) =>
        this.#writeObject(old, this.#folderAndTagFields(botItems, UNPLACED), inner),
    };
    const fields = [...botFields, ...this.#folderAndTagFields(botItems, null), unplaced];
    return this.#writeObject(node, fields, indent);
  }

  #folderAndTagFields(botItems: BotItems, place: Place): readonly Field[] {
    const placeItems = botItems.merged.get(place) ?? [];
    const field = (name: string, items: readonly FileItem[]): Field => ({
      name,
      isNeeded: items.length > 0,
      writeValue: (node, indent) => {
        const newMembers = items.map((item) => this.#newItemMember(botItems, item));
        return this.#layout.writeContainer(node, newMembers, indent);
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

  #newItemMember(botItems: BotItems, item: FileItem): NewMember {
    const oldItem = botItems.members.get(item.id);
    // A tag that has become a folder, or the reverse, is rewritten.
    const isFolder = item.type === FOLDER;
    const member = oldItem?.isFolder === isFolder ? oldItem.member : undefined;
    const writeValue = (indent: string): string =>
      isFolder
        ? this.#writeFolder(botItems, item, member?.value, indent)
        : this.#writeTag(item, member?.value, indent);
    return { oldMember: member, key: item.id, writeValue };
  }

  #writeFolder(botItems: BotItems, item: FileItem, node: Node | undefined, indent: string): string {
    const fields = [
      this.#textField('name', nameInFile(item)),
      ...this.#folderAndTagFields(botItems, item.id),
    ];
    return this.#writeObject(node, fields, indent);
  }

  #writeTag(item: FileItem, node: Node | undefined, indent: string): string {
    const { type } = item;
    const name = nameInFile(item);
    if (type === TAG && (node === undefined || node.type === 'string')) {
      return this.#writeString(name, node, indent);
    }
    const objectNode = node?.type === 'object' ? node : undefined;
    const typeField: Field = {
      name: 'type',
      isNeeded: type !== TAG,
      writeValue: () => String(type),
    };
    return this.#writeObject(objectNode, [this.#textField('name', name), typeField], indent);
  }

  /**
   * Returns the text of an object with these fields. A new field is inserted after the last field that comes before it
   * in `fields`. If the object has no such field, the first of `fields` is inserted at the start, and any other field
   * at the end.
   */
  #writeObject(node: Node | undefined, fields: readonly Field[], indent: string): string {
    const oldMembers = node === undefined ? [] : readBody(this.#text, node).members;
    const newMembers = oldMembers.map((member): NewMember => {
      const { key, value } = member;
      const field = fields.find(({ name }) => name === key);
      const writeValue = (inner: string): string =>
        field === undefined ? this.#layout.copyValue(value, inner) : field.writeValue(value, inner);
      return { oldMember: member, key, writeValue };
    });
    for (const [rank, { name, isNeeded, writeValue }] of fields.entries()) {
      if (isNeeded === false || newMembers.some(({ key }) => key === name)) continue;
      const earlier = fields.slice(0, rank);
      const lastEarlier = newMembers.findLastIndex(({ key }) =>
        earlier.some((field) => field.name === key),
      );
      const position = lastEarlier === -1 ? (rank === 0 ? 0 : newMembers.length) : lastEarlier + 1;
      newMembers.splice(position, 0, {
        oldMember: undefined,
        key: name,
        writeValue: (inner) => writeValue(undefined, inner),
      });
    }
    return this.#layout.writeContainer(node, newMembers, indent);
  }

  #textField(name: string, value: string): Field {
    return { name, writeValue: (node, indent) => this.#writeString(value, node, indent) };
  }

  /** Returns the string as JSON. An unchanged string keeps its spelling. */
  #writeString(value: string, node: Node | undefined, indent: string): string {
    return node?.value === value ? this.#layout.copyValue(node, indent) : JSON.stringify(value);
  }

  #oldItemMembers(bot: Node): Map<string, ItemMember> {
    const itemMembers = new Map<string, ItemMember>();
    const visit = (node: Node | undefined): void => {
      if (node === undefined) return;
      for (const name of ['folders', 'tags']) {
        const list = valueOf(node, name);
        const members = list === undefined ? [] : readBody(this.#text, list).members;
        for (const member of members) {
          itemMembers.set(member.key ?? '', { member, isFolder: name === 'folders' });
          if (name === 'folders') visit(member.value);
        }
      }
    };
    visit(bot);
    visit(valueOf(bot, 'unplaced'));
    return itemMembers;
  }
}

interface ItemMember {
  readonly member: Member;
  readonly isFolder: boolean;
}

/** New items of a bot, and their current members in the file by ID. */
interface BotItems {
  readonly merged: ReadonlyMap<Place, readonly FileItem[]>;
  readonly members: ReadonlyMap<string, ItemMember>;
}

/** Property to set in an object. Other properties of the object are kept. */
interface Field {
  readonly name: string;
  /** Returns the text of the new value. `node` is the current value in the file. */
  readonly writeValue: (node: Node | undefined, indent: string) => string;
  /** Whether to add the property to an object that does not have it. Defaults to `true`. */
  readonly isNeeded?: boolean;
}

/** A file lists each address once, but a bot that the user added may have the address of a bot from a file. */
function mergeByAddress(bots: readonly FileBot[]): readonly FileBot[] {
  const groups = [...Map.groupBy(bots, addressKey).values()];
  return groups.flatMap(([first, ...others]) =>
    first === undefined ? [] : others.reduce((merged, other) => mergeBots(merged, other), first),
  );
}

function labelInFile({ label, botId }: FileBot): string {
  return label.trim() === '' ? botId : label.toWellFormed();
}

/** Returns a key that is equal for two entries of the same bot. */
export function addressKey({ baseUrl, botId }: Pick<FileBot, 'baseUrl' | 'botId'>): string {
  return JSON.stringify([normalizedUrl(baseUrl), botId]);
}

function normalizedUrl(baseUrl: string): string {
  const checked = checkBaseUrl(baseUrl);
  return checked.ok ? checked.url : baseUrl;
}

function byLabel(a: FileBot, b: FileBot): number {
  return compare(a.label, b.label) || compare(a.botId, b.botId) || compare(a.baseUrl, b.baseUrl);
}
