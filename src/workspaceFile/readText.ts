import {
  createScanner,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { checkBaseUrl } from '../base/baseUrl.ts';
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
  FileSpot,
  ReadFile,
  TextRange,
} from '../catalogue/workspaceFileText.ts';

/** Maximum depth of nested folders. Deeper than any real tag hierarchy, and far below the limit of the call stack. */
export const MAX_DEPTH = 100;

/** Maximum depth of braces: two per folder level, plus the bot, the list of bots and the file. */
const MAX_BRACES = 2 * MAX_DEPTH + 6;

/** Reads the text of a workspace file. If there is any problem, no content is returned. */
export function readText(text: string): ReadFile {
  const reader = new Reader();
  const root = reader.parse(text);
  const content = root === undefined ? undefined : reader.content(root);
  const { problems, spots, segments, leftOut } = reader;
  if (content === undefined || problems.length > 0) {
    return { problems, spots: [], segments: [], leftOut: [] };
  }
  return { content, problems, spots, segments, leftOut };
}

/** Reads a text that is to be changed, with its syntax tree. @throws {Error} if the text cannot be read */
export function readWithTree(text: string): { root: Node; content: FileContent } {
  const reader = new Reader();
  const root = reader.parse(text);
  const content = root && reader.content(root);
  if (root === undefined || content === undefined || reader.problems.length > 0) {
    throw new Error('the file cannot be read');
  }
  return { root, content };
}

export function property(node: Node, name: string): Node | undefined {
  return node.children?.find((child) => child.children?.[0]?.value === name);
}

class Reader {
  readonly problems: FileProblem[] = [];
  readonly spots: FileSpot[] = [];
  readonly segments: FileSegment[] = [];
  readonly leftOut: FileProblem[] = [];

  parse(text: string): Node | undefined {
    if (text.length > MAX_FILE_SIZE) return this.refuse('too-large', { offset: 0, length: 0 });
    if (deepest(text) > MAX_BRACES) return this.refuse('too-deep', { offset: 0, length: 0 });
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { allowTrailingComma: true });
    for (const error of errors.slice(0, 1)) {
      this.refuse('syntax', error, printParseErrorCode(error.error));
    }
    if (errors.length > 0) return undefined;
    return root ?? this.refuse('syntax', { offset: 0, length: 0 }, 'ValueExpected');
  }

  content(root: Node): FileContent | undefined {
    if (root.type !== 'object') return this.refuse('shape', root, 'object');
    const version = valueOf(root, 'version');
    if (version?.value !== 1) return this.refuse('version', version ?? start(root));
    const bots = valueOf(root, 'bots');
    if (bots?.type !== 'array') return this.refuse('shape', bots ?? start(root), 'bots');
    const seen = new Set<string>();
    const read = (bots.children ?? []).map((node) => this.#bot(node, seen));
    return { bots: read.filter((bot) => bot !== undefined) };
  }

  #bot(node: Node, seen: Set<string>): FileBot | undefined {
    if (node.type !== 'object') return this.refuse('shape', node, 'object');
    const token = property(node, 'token');
    if (token !== undefined) this.refuse('token', token);
    const botId = this.#text(node, 'botId');
    const address = this.#text(node, 'baseUrl');
    const label = valueOf(node, 'label') === undefined ? botId : this.#text(node, 'label');
    const environment = valueOf(node, 'environment') && this.#string(node, 'environment');
    const isReadOnly = valueOf(node, 'readOnly') !== undefined && this.#isTrue(node, 'readOnly');
    const checked = checkBaseUrl(address ?? '');
    if (botId === undefined || address === undefined || label === undefined) return undefined;
    const baseUrlNode = valueOf(node, 'baseUrl') ?? node;
    if (!checked.ok) return this.refuse('base-url', baseUrlNode, checked.problem);
    const baseUrl = checked.url;
    const key = JSON.stringify([baseUrl, botId]);
    if (seen.has(key)) return this.refuse('duplicate-bot', baseUrlNode);
    seen.add(key);
    const items = new ItemReader(this, { baseUrl, botId });
    const named = readSegments(valueOf(node, 'segments'), { baseUrl, botId });
    this.segments.push(...named.segments);
    this.leftOut.push(...named.leftOut);
    const unplaced = valueOf(node, 'unplaced');
    return {
      label,
      baseUrl,
      botId,
      environment: environment ?? '',
      isReadOnly,
      items: items.in(node),
      unplaced: unplaced === undefined ? [] : items.in(unplaced),
    };
  }

  #text(node: Node, name: string): string | undefined {
    const value = this.#string(node, name);
    if (value === undefined || value.trim() !== '') return value;
    return this.refuse('shape', valueOf(node, name) ?? node, name);
  }

  #string(node: Node, name: string): string | undefined {
    const value = valueOf(node, name);
    const text: unknown = value?.value;
    // An address or an ID cannot contain a lone surrogate.
    if (value?.type === 'string' && typeof text === 'string' && text.isWellFormed()) return text;
    return this.refuse('shape', value ?? start(node), name);
  }

  #isTrue(node: Node, name: string): boolean {
    const value = valueOf(node, name);
    if (value?.type !== 'boolean') this.refuse('shape', value ?? start(node), name);
    return value?.value === true;
  }

  /** @returns undefined, so that a reader can return the result */
  refuse(code: FileProblem['code'], at: TextRange, detail = ''): undefined {
    this.problems.push({ code, offset: at.offset, length: at.length, detail });
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

  in(node: Node): readonly FileItem[] {
    if (node.type !== 'object') {
      this.#reader.refuse('shape', node, 'object');
      return [];
    }
    const folders = this.#each(node, 'folders', (id, entry, value) =>
      this.#folder(id, entry, value),
    );
    return [
      ...folders,
      ...this.#each(node, 'tags', (id, entry, value) => this.#tag(id, entry, value)),
    ];
  }

  #each(
    node: Node,
    name: 'folders' | 'tags',
    read: (id: string, entry: Node, value: Node) => FileItem | undefined,
  ): readonly FileItem[] {
    const list = valueOf(node, name);
    if (list === undefined) return [];
    if (list.type !== 'object') {
      this.#reader.refuse('shape', list, name);
      return [];
    }
    const items = (list.children ?? []).map((entry) => {
      const [key, value] = entry.children ?? [];
      if (key === undefined || value === undefined) return undefined;
      const id = String(key.value);
      if (!isFileId(id)) return this.#reader.refuse('shape', key, 'id');
      if (this.#ids.has(id)) return this.#reader.refuse('duplicate-id', key, id);
      this.#ids.add(id);
      return read(id, entry, value);
    });
    return items.filter((item) => item !== undefined);
  }

  #folder(id: string, entry: Node, value: Node): FileItem | undefined {
    const name = this.#name(
      id,
      entry,
      value.type === 'object' ? valueOf(value, 'name') : undefined,
    );
    if (name === undefined) return undefined;
    return { id, name, type: FOLDER, items: this.in(value) };
  }

  #tag(id: string, entry: Node, value: Node): FileItem | undefined {
    const isShort = value.type === 'string';
    const name = this.#name(id, entry, isShort ? value : valueOf(value, 'name'));
    const type: unknown = isShort ? TAG : (valueOf(value, 'type')?.value ?? TAG);
    if (name === undefined) return undefined;
    if (typeof type === 'number' && type !== FOLDER) return { id, name, type, items: [] };
    return this.#reader.refuse('shape', value, 'type');
  }

  #name(id: string, entry: Node, node: Node | undefined): string | undefined {
    const name: unknown = node?.type === 'string' ? node.value : undefined;
    if (node === undefined || typeof name !== 'string' || name.trim() === '') {
      return this.#reader.refuse('shape', node ?? entry, 'name');
    }
    this.#reader.spots.push({
      ...this.#bot,
      id,
      name,
      nameAt: { offset: node.offset, length: node.length },
      entryAt: { offset: entry.offset, length: entry.length },
    });
    return name;
  }
}

export function valueOf(node: Node, name: string): Node | undefined {
  return property(node, name)?.children?.[1];
}

function start({ offset }: Node): TextRange {
  return { offset, length: 1 };
}

/** Returns the depth of nested brackets. Without recursion, because a hostile file could overflow the stack. */
export function deepest(text: string): number {
  const scanner = createScanner(text, true);
  let depth = 0;
  let max = 0;
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    if (OPENING.has(kind)) max = Math.max(max, ++depth);
    else if (CLOSING.has(kind)) depth--;
  }
  return max;
}

/** Numbers of jsonc-parser's `SyntaxKind`, a const enum, which cannot be imported. */
const END = 17;
const OPENING = new Set<number>([1, 3]);
const CLOSING = new Set<number>([2, 4]);

type SegmentList = {
  readonly segments: readonly FileSegment[];
  readonly leftOut: readonly FileProblem[];
};

/** Reads the segments of a bot. Unreadable segments are left out, so that the team's tags are loaded anyway. */
function readSegments(
  list: Node | undefined,
  bot: Pick<FileBot, 'baseUrl' | 'botId'>,
): SegmentList {
  if (list === undefined) return { segments: [], leftOut: [] };
  if (list.type !== 'array') return { segments: [], leftOut: [leftOut('segments', list)] };
  const segments: FileSegment[] = [];
  const problems: FileProblem[] = [];
  const names = new Set<string>();
  for (const node of list.children ?? []) {
    const [name, segment] = [textOf(node, 'name'), textOf(node, 'segment')];
    if (name === undefined || segment === undefined) problems.push(leftOut('segment', node));
    else if (names.has(name.value)) {
      problems.push(leftOut('duplicate-segment', name.node, name.value));
    } else {
      names.add(name.value);
      const { offset, length } = segment.node;
      const textAt = { offset, length };
      segments.push({ ...bot, name: name.value, text: segment.value, textAt });
    }
  }
  return { segments, leftOut: problems };
}

function textOf(
  node: Node,
  name: string,
): { readonly node: Node; readonly value: string } | undefined {
  const found = node.type === 'object' ? valueOf(node, name) : undefined;
  const value: unknown = found?.value;
  if (found?.type !== 'string' || typeof value !== 'string') return undefined;
  return value.trim() !== '' && value.isWellFormed() ? { node: found, value } : undefined;
}

function leftOut(code: FileProblem['code'], at: TextRange, detail = ''): FileProblem {
  return { code, offset: at.offset, length: at.length, detail };
}
