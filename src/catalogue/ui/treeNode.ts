import { NO_FOLDER, type Level } from '../../base/ports.ts';

/** Row below a new bot: tags of the customers that were read when the bot was added. */
export const INITIAL_SAMPLE_ROW: unique symbol = Symbol.for('botTags.firstLook');
/** Row at the top of the tree that runs "Resume…". Belongs to no bot: its `bot` is `''`. */
export const RESUME: unique symbol = Symbol.for('botTags.resume');

/** Row for consecutive siblings in a level with too many items to show. Identified by position, not by contents. */
export interface TreeGroup {
  readonly level: Level;
  readonly isFolders: boolean;
  /** Whether the group contains only matches of the filter. */
  readonly isFiltered: boolean;
  /** Number of items per group. The last group of a level may be larger or smaller. */
  readonly groupSize: number;
  /** Number of siblings of the same kind (folders, or other items) before the group. */
  readonly start: number;
}

/** Number of groups that are initially open while a filter is set. Users rarely scroll further. */
const INITIALLY_OPEN_GROUPS = 10;

/** Position of a node below its bot: an item, the bot itself (`null`), "No Folder", a special row, or a group. */
type NodePosition =
  Level | typeof NO_FOLDER | typeof INITIAL_SAMPLE_ROW | typeof RESUME | TreeGroup;

/** Marker of nodes, checked instead of the class: each bundle has its own copy of the class. */
const IS_NODE = Symbol.for('botTags.treeNode');

export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && IS_NODE in value;
}

/** Identity of a node in the tree. Its contents are read from the catalogue when it is drawn. */
export class TreeNode {
  /** ID, unique in the whole tree. */
  readonly id: string;
  readonly bot: string;
  /** ID of the tag or folder. Absent for every other kind of node, such as the bot itself or a group. */
  readonly item: string | undefined;
  readonly isNoFolderRow: boolean;
  readonly isInitialSampleRow: boolean;
  readonly isResume: boolean;
  readonly group: TreeGroup | undefined;

  constructor(bot: string, position: NodePosition) {
    this.bot = bot;
    this.item = typeof position === 'string' ? position : undefined;
    this.isNoFolderRow = position === NO_FOLDER;
    this.isInitialSampleRow = position === INITIAL_SAMPLE_ROW;
    this.isResume = position === RESUME;
    this.group = isGroup(position) ? position : undefined;
    this.id = nodeId(bot, position);
    // Not declared as a class member: with a computed member, the bundler would keep the class in bundles that need
    // only `isTreeNode`.
    Object.defineProperty(this, IS_NODE, { value: true });
  }

  get isBot(): boolean {
    const isRow = this.isInitialSampleRow || this.isResume;
    const isOther = this.isNoFolderRow || isRow || this.group !== undefined;
    return this.item === undefined && !isOther;
  }

  /** Whether the node is open until the user opens or closes it. */
  get isOpenAtFirst(): boolean {
    const { isFiltered = false, start = 0, groupSize = 1 } = this.group ?? {};
    return (
      this.isBot || this.isNoFolderRow || (isFiltered && start < INITIALLY_OPEN_GROUPS * groupSize)
    );
  }

  /** Level of the node's children. */
  get level(): Level {
    return this.group === undefined ? (this.item ?? null) : this.group.level;
  }
}

function isGroup(position: NodePosition): position is TreeGroup {
  return typeof position === 'object' && position !== null;
}

/** Returns a unique ID. The ID of an item follows a slash, and a bot's key contains neither `/` nor `#`. */
function nodeId(bot: string, position: NodePosition): string {
  if (isGroup(position)) {
    const { level, isFolders, isFiltered, groupSize, start } = position;
    const kind = `${isFiltered ? 'filtered' : ''}${isFolders ? 'Folders' : 'Items'}`;
    return `${bot}#${kind}${groupSize}@${start}:${nodeId('', level)}`;
  }
  if (position === NO_FOLDER) return `${bot}#noFolder`;
  if (position === INITIAL_SAMPLE_ROW) return `${bot}#firstLook`;
  if (position === RESUME) return `${bot}#resume`;
  return position === null ? bot : `${bot}/${position}`;
}

/** Registry that always returns the same object for the same node: VS Code finds nodes by identity. */
export class TreeNodes {
  readonly #nodes = new Map<string, TreeNode>();

  of(bot: string, position: NodePosition = null): TreeNode {
    const existingNode = this.existing(bot, position);
    if (existingNode !== undefined) return existingNode;
    const node = new TreeNode(bot, position);
    this.#nodes.set(node.id, node);
    return node;
  }

  /** Returns the node if it was created before, so VS Code may have it; otherwise `undefined`. */
  existing(bot: string, position: NodePosition = null): TreeNode | undefined {
    return this.#nodes.get(nodeId(bot, position));
  }

  remove(bot: string, position: NodePosition): void {
    this.#nodes.delete(nodeId(bot, position));
  }
}

/** Marker of Journal rows, for the same reason as `IS_NODE`. */
const IS_JOURNAL = Symbol.for('botTags.journalNode');

export interface JournalNode {
  readonly [IS_JOURNAL]: true;
  readonly kind: 'day' | 'run' | 'write' | 'more';
  /** ID of the run or write; for a day, its start in ms; for the row "more", `''`. */
  readonly id: string;
}

export function journalNode(kind: JournalNode['kind'], id: string): JournalNode {
  return { [IS_JOURNAL]: true, kind, id };
}

export function isJournalNode(value: unknown): value is JournalNode {
  return typeof value === 'object' && value !== null && IS_JOURNAL in value;
}
