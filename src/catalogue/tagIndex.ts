import { FOLDER, type CatalogueItem } from '../base/model.ts';
import { characterMask, foldText } from './textMatch.ts';

// In this file, "folded" means without differences of case and character width (`foldText`).

/** Fields of an item that are searched and shown. */
export type IndexedItem = Pick<
  CatalogueItem,
  'bot' | 'id' | 'name' | 'type' | 'parentId' | 'state'
>;

/** Folder that is an item of the index, or that is only named as a parent by an item of the index. */
export interface Folder {
  /** Position of the folder in the arrays of a search, from 0. */
  readonly slot: number;
  /** Name; `undefined` if the folder is not in the index. */
  name: string | undefined;
  parent: Folder | undefined;
  /** Cached path; `undefined` until it is needed. */
  path: Path | undefined;
}

interface Path {
  /** Folder names, outermost first. */
  readonly names: readonly string[];
  /** Folded names, separated by `/`. */
  readonly text: string;
  /** Mask of the characters in `text`, from `characterMask`. */
  readonly bits: number;
  /** Value of the index's path version at which this path was computed. */
  readonly version: number;
}

export interface IndexEntry {
  readonly item: IndexedItem;
  /** Folded name. */
  readonly name: string;
  readonly nameBits: number;
  /** Folded ID. */
  readonly id: string;
  readonly idBits: number;
  readonly folder: Folder | undefined;
}

/** Search index of all items. The cost of setting or deleting an item does not depend on their number. */
export class TagIndex {
  /** Entries by row. Deleted rows are `undefined` until they are reused. */
  readonly entries: (IndexEntry | undefined)[] = [];
  /** Rows by bot and item ID. */
  readonly #rows = new Map<string, Map<string, number>>();
  readonly #freeRows: number[] = [];
  /** Folders by bot and folder ID. */
  readonly #folders = new Map<string, Map<string, Folder>>();
  #folderCount = 0;
  #pathVersion = 0;
  #version = 0;

  /** Number of changes of the index. Search results of an older version are invalid. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.entries.length - this.#freeRows.length;
  }

  get folderCount(): number {
    return this.#folderCount;
  }

  idsOf(bot: string): Iterable<string> {
    return this.#rows.get(bot)?.keys() ?? [];
  }

  set(item: IndexedItem): void {
    if (this.#isSame(item)) return;
    this.#version++;
    const rows = this.#rows.get(item.bot) ?? new Map<string, number>();
    this.#rows.set(item.bot, rows);
    const row = rows.get(item.id) ?? this.#freeRows.pop() ?? this.entries.length;
    rows.set(item.id, row);
    const folder =
      item.parentId === null ? undefined : this.#getOrCreateFolder(item.bot, item.parentId);
    this.entries[row] = entryOf(item, folder);
    // An item that is no longer a folder may still be named as a parent.
    const ownFolder =
      item.type === FOLDER
        ? this.#getOrCreateFolder(item.bot, item.id)
        : this.#existingFolder(item.bot, item.id);
    if (ownFolder !== undefined) this.#changeFolder(ownFolder, item.name, folder);
  }

  delete(bot: string, id: string): void {
    const row = this.#rows.get(bot)?.get(id);
    if (row === undefined) return;
    this.#version++;
    this.#rows.get(bot)?.delete(id);
    this.entries[row] = undefined;
    this.#freeRows.push(row);
    const folder = this.#existingFolder(bot, id);
    if (folder !== undefined) this.#changeFolder(folder, undefined, undefined);
  }

  find(bot: string, id: string): IndexEntry | undefined {
    const row = this.#rows.get(bot)?.get(id);
    return row === undefined ? undefined : this.entries[row];
  }

  /** Returns the path of a folder: its name after the names of the folders above it. */
  pathOf(folder: Folder): Path {
    const version = this.#pathVersion;
    if (folder.path?.version === version) return folder.path;
    const names: string[] = [];
    const visited = new Set<Folder>();
    for (
      let current: Folder | undefined = folder;
      current !== undefined && !visited.has(current);
      current = current.parent
    ) {
      visited.add(current);
      if (current.name === undefined) break;
      names.unshift(current.name);
    }
    const text = foldText(names.join('/'));
    folder.path = { names, text, bits: characterMask(text), version };
    return folder.path;
  }

  /** Returns the names of the folders above an entry, outermost first. */
  foldersAbove({ folder }: Pick<IndexEntry, 'folder'>): readonly string[] {
    return folder === undefined ? [] : this.pathOf(folder).names;
  }

  #getOrCreateFolder(bot: string, id: string): Folder {
    const folders = this.#folders.get(bot) ?? new Map<string, Folder>();
    this.#folders.set(bot, folders);
    const existingFolder = folders.get(id);
    if (existingFolder !== undefined) return existingFolder;
    const folder = {
      slot: this.#folderCount++,
      name: undefined,
      parent: undefined,
      path: undefined,
    };
    folders.set(id, folder);
    return folder;
  }

  #existingFolder(bot: string, id: string): Folder | undefined {
    return this.#folders.get(bot)?.get(id);
  }

  #isSame(item: IndexedItem): boolean {
    const indexedItem = this.find(item.bot, item.id)?.item;
    if (indexedItem === undefined) return false;
    const { name, type, parentId, state } = indexedItem;
    return (
      item.name === name && item.type === type && item.parentId === parentId && item.state === state
    );
  }

  /** Changes a folder. The paths of all items below it are computed again on their next use. */
  #changeFolder(folder: Folder, name: string | undefined, parent: Folder | undefined): void {
    if (folder.name === name && folder.parent === parent) return;
    folder.name = name;
    folder.parent = parent;
    this.#pathVersion++;
  }
}

function entryOf(item: IndexedItem, folder: Folder | undefined): IndexEntry {
  const { bot, id, name, type, parentId, state } = item;
  const foldedName = foldShared(name);
  const foldedId = foldShared(id);
  return {
    item: { bot, id, name, type, parentId, state },
    name: foldedName,
    nameBits: characterMask(foldedName),
    id: foldedId,
    idBits: characterMask(foldedId),
    folder,
  };
}

/** Returns the folded text. If folding changes nothing, returns `text` itself, so only one string is in memory. */
function foldShared(text: string): string {
  const folded = foldText(text);
  return folded === text ? text : folded;
}
