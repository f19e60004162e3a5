import { NO_FOLDER, type Level } from '../../base/ports.ts';

/** The row that tells what stood on a bot's first customers. */
export const FIRST_LOOK: unique symbol = Symbol.for('botTags.firstLook');
/** The row on top of the tree that leads to "Resume…". It belongs to no bot: its `bot` is `''`. */
export const RESUME: unique symbol = Symbol.for('botTags.resume');
/** Some of the siblings of a level that has too many of them. Its position says which, not what is in it. */
export interface TreeGroup {
  readonly level: Level;
  readonly isFolders: boolean;
  /** Of those that a filter lets through. */
  readonly isFiltered: boolean;
  /** How many items each such group has. */
  readonly unit: number;
  /** How many stand before it. */
  readonly start: number;
}

/** Groups that a filter leaves open: more rows than theirs nobody looks through. */
const OPEN_GROUPS = 10;

/** Where a node stands: what is there, the group "No Folder", that row, or a group. */
type Spot = Level | typeof NO_FOLDER | typeof FIRST_LOOK | typeof RESUME | TreeGroup;

/** By shape and not by class: each bundle carries its own copy of the class. */
const IS_NODE = Symbol.for('botTags.treeNode');

export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && IS_NODE in value;
}

/** A node of the tree: only its identity. What it shows is read from the catalogue when it is drawn. */
export class TreeNode {
  /** Unique over the whole tree. */
  readonly id: string;
  readonly bot: string;
  /** Absent: the bot itself, its group "No Folder", the row about its first customers, or a group. */
  readonly item: string | undefined;
  /** The group of tags in no folder that is known. */
  readonly isNoFolder: boolean;
  /** The row that tells what stood on the bot's first customers. */
  readonly isFirstLook: boolean;
  /** The row on top of the tree that leads to "Resume…". */
  readonly isResume: boolean;
  readonly group: TreeGroup | undefined;

  constructor(bot: string, spot: Spot) {
    this.bot = bot;
    this.item = typeof spot === 'string' ? spot : undefined;
    this.isNoFolder = spot === NO_FOLDER;
    this.isFirstLook = spot === FIRST_LOOK;
    this.isResume = spot === RESUME;
    this.group = isGroup(spot) ? spot : undefined;
    this.id = nodeId(bot, spot);
    // Not as a member of the class: with a computed name it stays in bundles that need no more than `isTreeNode`.
    Object.defineProperty(this, IS_NODE, { value: true });
  }

  get isBot(): boolean {
    const isRow = this.isFirstLook || this.isResume;
    const isOther = this.isNoFolder || isRow || this.group !== undefined;
    return this.item === undefined && !isOther;
  }

  /** As long as nobody has opened or closed it. */
  get isOpenAtFirst(): boolean {
    const { isFiltered = false, start = 0, unit = 1 } = this.group ?? {};
    return this.isBot || this.isNoFolder || (isFiltered && start < OPEN_GROUPS * unit);
  }

  /** The level that its children are in. */
  get level(): Level {
    return this.group === undefined ? (this.item ?? null) : this.group.level;
  }
}

function isGroup(spot: Spot): spot is TreeGroup {
  return typeof spot === 'object' && spot !== null;
}

/** No item's ID can make one of the others: an item's follows a slash, and a bot's key has neither that nor `#`. */
function nodeId(bot: string, spot: Spot): string {
  if (isGroup(spot)) {
    const { level, isFolders, isFiltered, unit, start } = spot;
    const kind = `${isFiltered ? 'filtered' : ''}${isFolders ? 'Folders' : 'Items'}`;
    return `${bot}#${kind}${unit}@${start}:${nodeId('', level)}`;
  }
  if (spot === NO_FOLDER) return `${bot}#noFolder`;
  if (spot === FIRST_LOOK) return `${bot}#firstLook`;
  if (spot === RESUME) return `${bot}#resume`;
  return spot === null ? bot : `${bot}/${spot}`;
}

/** The same object for the same node, always: VS Code finds nodes by identity. */
export class TreeNodes {
  readonly #nodes = new Map<string, TreeNode>();

  /** @param spot what stands there; `null`: the bot itself */
  of(bot: string, spot: Spot = null): TreeNode {
    const known = this.known(bot, spot);
    if (known !== undefined) return known;
    const node = new TreeNode(bot, spot);
    this.#nodes.set(node.id, node);
    return node;
  }

  /** Only if VS Code was given it. */
  known(bot: string, spot: Spot = null): TreeNode | undefined {
    return this.#nodes.get(nodeId(bot, spot));
  }

  forget(bot: string, spot: Spot): void {
    this.#nodes.delete(nodeId(bot, spot));
  }
}

/** By shape, as a node of the tree is told. */
const IS_JOURNAL = Symbol.for('botTags.journalNode');

/** A row of the Journal view: only its identity. */
export interface JournalNode {
  readonly [IS_JOURNAL]: true;
  readonly kind: 'day' | 'run' | 'write' | 'more';
  /** Of the run or write; of a day when it begins, ms. */
  readonly id: string;
}

export function journalNode(kind: JournalNode['kind'], id: string): JournalNode {
  return { [IS_JOURNAL]: true, kind, id };
}

export function isJournalNode(value: unknown): value is JournalNode {
  return typeof value === 'object' && value !== null && IS_JOURNAL in value;
}
