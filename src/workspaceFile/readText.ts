import { checkBaseUrl } from '../base/baseUrl.ts';
import {
  createScanner,
  KIND,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from '../base/jsonc.ts';
import { splitByteOrderMark } from '../base/text.ts';
import { FOLDER, TAG } from '../base/model.ts';
import {
  type FileBot,
  type FileContent,
  type FileItem,
  isFileId,
  MAX_FILE_SIZE,
} from '../catalogue/workspaceFile.ts';
import type {
  FileProblem,
  FileSegment,
  LocatedItem,
  ReadFile,
  TextRange,
} from '../catalogue/workspaceFileText.ts';

/** Maximum depth of nested folders. Deeper than any real tag hierarchy, and far below the limit of the call stack. */
export const MAX_DEPTH = 100;

/** Maximum depth of brackets: two per folder level (`"folders": { "folder-…": {`), and a few levels around them. */
const MAX_BRACKET_DEPTH = 2 * MAX_DEPTH + 6;

/** Offsets in the result are those of the text after a byte order mark. */
export function readText(text: string): ReadFile {
  const [, body] = splitByteOrderMark(text);
  const { content, problems, locatedItems, segments, segmentProblems } = new Reader(body);
  return content === undefined
    ? { problems, locatedItems: [], segments: [], segmentProblems: [] }
    : { content, problems, locatedItems, segments, segmentProblems };
}

/** @throws {Error} if the text cannot be read */
export function readWithTree(text: string): { root: Node; content: FileContent } {
  const { root, content } = new Reader(text);
  if (root === undefined || content === undefined) throw new Error('the file cannot be read');
  return { root, content };
}

/** Returns the node of a property of an object. Its children are the nodes of the key and the value. */
function property(node: Node, name: string): Node | undefined {
  return node.children?.find((child) => child.children?.[0]?.value === name);
}

/** Reader of one text, which collects the problems, items and segments of all bots. */
class Reader {
  readonly problems: FileProblem[] = [];
  readonly locatedItems: LocatedItem[] = [];
  readonly segments: FileSegment[] = [];
  readonly segmentProblems: FileProblem[] = [];
  readonly root: Node | undefined;
  /** `undefined` if there are `problems`. */
  readonly content: FileContent | undefined;

  constructor(text: string) {
    this.root = this.#parse(text);
    const content = this.root && this.#readContent(this.root);
    if (this.problems.length === 0) this.content = content;
  }

  #parse(text: string): Node | undefined {
    if (text.length > MAX_FILE_SIZE) return this.addProblem('too-large', { offset: 0, length: 0 });
    if (isTooDeep(text)) return this.addProblem('too-deep', { offset: 0, length: 0 });
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { allowTrailingComma: true });
    // Errors after the first are not reported, because the first may have caused them.
    for (const error of errors.slice(0, 1)) {
      this.addProblem('syntax', error, printParseErrorCode(error.error));
    }
    if (errors.length > 0) return undefined;
    return root ?? this.addProblem('syntax', { offset: 0, length: 0 }, 'ValueExpected');
  }

  #readContent(root: Node): FileContent | undefined {
    if (root.type !== 'object') return this.addProblem('shape', root, 'object');
    const version = valueOf(root, 'version');
    if (version?.value !== 1) return this.addProblem('version', version ?? startOf(root));
    const list = valueOf(root, 'bots');
    if (list?.type !== 'array') return this.addProblem('shape', list ?? startOf(root), 'bots');
    const usedKeys = new Set<string>();
    const bots = (list.children ?? []).map((node) => this.#readBot(node, usedKeys));
    return { bots: bots.filter((bot) => bot !== undefined) };
  }

  /** @param usedKeys keys of the bots that were read before; the key of this bot is added */
  #readBot(node: Node, usedKeys: Set<string>): FileBot | undefined {
    if (node.type !== 'object') return this.addProblem('shape', node, 'object');
    const token = property(node, 'token');
    if (token !== undefined) this.addProblem('token', token);
    const botId = this.#readNonBlank(node, 'botId');
    const address = this.#readNonBlank(node, 'baseUrl');
    const label = valueOf(node, 'label') === undefined ? botId : this.#readNonBlank(node, 'label');
    const environment = valueOf(node, 'environment') && this.#readString(node, 'environment');
    const isReadOnly = valueOf(node, 'readOnly') !== undefined && this.#readFlag(node, 'readOnly');
    const checked = checkBaseUrl(address ?? '');
    if (botId === undefined || address === undefined || label === undefined) return undefined;
    const baseUrlNode = valueOf(node, 'baseUrl') ?? node;
    if (!checked.ok) return this.addProblem('base-url', baseUrlNode, checked.problem);
    const baseUrl = checked.url;
    const key = JSON.stringify([baseUrl, botId]);
    if (usedKeys.has(key)) return this.addProblem('duplicate-bot', baseUrlNode);
    usedKeys.add(key);
    const itemReader = new ItemReader(this, { baseUrl, botId });
    this.#readSegments(valueOf(node, 'segments'), { baseUrl, botId });
    const unplaced = valueOf(node, 'unplaced');
    return {
      label,
      baseUrl,
      botId,
      environment: environment ?? '',
      isReadOnly,
      items: itemReader.readItems(node),
      unplaced: unplaced === undefined ? [] : itemReader.readItems(unplaced),
    };
  }

  #readNonBlank(node: Node, name: string): string | undefined {
    const value = this.#readString(node, name);
    if (value === undefined || value.trim() !== '') return value;
    return this.addProblem('shape', valueOf(node, name) ?? node, name);
  }

  #readString(node: Node, name: string): string | undefined {
    const value = valueOf(node, name);
    const text: unknown = value?.value;
    // No valid URL or ID contains a lone surrogate.
    if (value?.type === 'string' && typeof text === 'string' && text.isWellFormed()) return text;
    return this.addProblem('shape', value ?? startOf(node), name);
  }

  #readFlag(node: Node, name: string): boolean {
    const value = valueOf(node, name);
    if (value?.type !== 'boolean') this.addProblem('shape', value ?? startOf(node), name);
    return value?.value === true;
  }

  /** Reads the segments of a bot. Unreadable segments are left out, so that the team's tags are loaded anyway. */
  #readSegments(list: Node | undefined, bot: Pick<FileBot, 'baseUrl' | 'botId'>): void {
    const addProblem = (code: FileProblem['code'], range: TextRange, detail?: string): void =>
      void this.segmentProblems.push(problemAt(code, range, detail));
    if (list === undefined) return;
    if (list.type !== 'array') return addProblem('segments', list);
    const names = new Set<string>();
    for (const node of list.children ?? []) {
      const [name, segment] = [textOf(node, 'name'), textOf(node, 'segment')];
      if (name === undefined || segment === undefined) addProblem('segment', node);
      else if (names.has(name.value)) addProblem('duplicate-segment', name.node, name.value);
      else {
        names.add(name.value);
        const { offset, length } = segment.node;
        const textRange = { offset, length };
        this.segments.push({ ...bot, name: name.value, text: segment.value, textRange });
      }
    }
  }

  /** @returns `undefined`, so that a method can return the result of the call instead of a value */
  addProblem(code: FileProblem['code'], range: TextRange, detail = ''): undefined {
    this.problems.push(problemAt(code, range, detail));
  }
}

/** Reader of the folders and tags of one bot. */
class ItemReader {
  readonly #reader: Reader;
  readonly #bot: Pick<FileBot, 'baseUrl' | 'botId'>;
  readonly #ids = new Set<string>();

  constructor(reader: Reader, bot: Pick<FileBot, 'baseUrl' | 'botId'>) {
    this.#reader = reader;
    this.#bot = bot;
  }

  readItems(node: Node): readonly FileItem[] {
    if (node.type !== 'object') {
      this.#reader.addProblem('shape', node, 'object');
      return [];
    }
    const folders = this.#readEntries(node, 'folders', (id, entry, value) =>
      this.#readFolder(id, entry, value),
    );
    return [
      ...folders,
      ...this.#readEntries(node, 'tags', (id, entry, value) => this.#readTag(id, entry, value)),
    ];
  }

  #readEntries(
    node: Node,
    name: 'folders' | 'tags',
    read: (id: string, entry: Node, value: Node) => FileItem | undefined,
  ): readonly FileItem[] {
    const list = valueOf(node, name);
    if (list === undefined) return [];
    if (list.type !== 'object') {
      this.#reader.addProblem('shape', list, name);
      return [];
    }
    const items = (list.children ?? []).map((entry) => {
      const [key, value] = entry.children ?? [];
      if (key === undefined || value === undefined) return undefined;
      const id = String(key.value);
      if (!isFileId(id)) return this.#reader.addProblem('shape', key, 'id');
      if (this.#ids.has(id)) return this.#reader.addProblem('duplicate-id', key, id);
      this.#ids.add(id);
      return read(id, entry, value);
    });
    return items.filter((item) => item !== undefined);
  }

  #readFolder(id: string, entry: Node, value: Node): FileItem | undefined {
    const name = this.#readName(
      id,
      entry,
      value.type === 'object' ? valueOf(value, 'name') : undefined,
    );
    if (name === undefined) return undefined;
    return { id, name, type: FOLDER, items: this.readItems(value) };
  }

  #readTag(id: string, entry: Node, value: Node): FileItem | undefined {
    // A tag is written as `"tag-…": "Name"`, or as `"tag-…": { "name": "Name", "type": 0 }`.
    const isNameOnly = value.type === 'string';
    const fields = value.type === 'object' ? value : undefined;
    const name = this.#readName(id, entry, isNameOnly ? value : fields && valueOf(fields, 'name'));
    const type: unknown = (fields && valueOf(fields, 'type'))?.value ?? TAG;
    if (name === undefined) return undefined;
    if (typeof type === 'number' && type !== FOLDER) return { id, name, type, items: [] };
    return this.#reader.addProblem('shape', value, 'type');
  }

  /** Reads the name of an item, and records where the file lists the item. */
  #readName(id: string, entry: Node, node: Node | undefined): string | undefined {
    const name: unknown = node?.type === 'string' ? node.value : undefined;
    if (node === undefined || typeof name !== 'string' || name.trim() === '') {
      return this.#reader.addProblem('shape', node ?? entry, 'name');
    }
    this.#reader.locatedItems.push({
      ...this.#bot,
      id,
      name,
      nameRange: { offset: node.offset, length: node.length },
      entryRange: { offset: entry.offset, length: entry.length },
    });
    return name;
  }
}

export function valueOf(node: Node, name: string): Node | undefined {
  return property(node, name)?.children?.[1];
}

/** Returns the first character of a node, to mark a problem without marking the whole node. */
function startOf({ offset }: Node): TextRange {
  return { offset, length: 1 };
}

/**
 * Returns whether brackets are nested deeper than `MAX_BRACKET_DEPTH`. It is not recursive: a hostile file could overflow
 * the stack. A closing bracket of the wrong kind is not counted, because the parser skips it and stays in the same list.
 */
function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  const closingKinds: number[] = [];
  for (let kind: number = scanner.scan(); kind !== KIND.end; kind = scanner.scan()) {
    const closingKind = CLOSING_KINDS.get(kind);
    if (closingKind !== undefined) closingKinds.push(closingKind);
    else if (kind === closingKinds.at(-1)) closingKinds.pop();
    if (closingKinds.length > MAX_BRACKET_DEPTH) return true;
  }
  return false;
}

/** Kind of the closing bracket for each kind of opening bracket. */
const CLOSING_KINDS: ReadonlyMap<number, number> = new Map([
  [KIND.openBrace, KIND.closeBrace],
  [KIND.openBracket, KIND.closeBracket],
]);

/** Returns a string property of an object, unless it is blank or ill-formed. */
function textOf(
  node: Node,
  name: string,
): { readonly node: Node; readonly value: string } | undefined {
  const valueNode = node.type === 'object' ? valueOf(node, name) : undefined;
  const value: unknown = valueNode?.value;
  if (valueNode?.type !== 'string' || typeof value !== 'string') return undefined;
  return value.trim() !== '' && value.isWellFormed() ? { node: valueNode, value } : undefined;
}

function problemAt(code: FileProblem['code'], range: TextRange, detail = ''): FileProblem {
  return { code, offset: range.offset, length: range.length, detail };
}
