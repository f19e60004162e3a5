import { UNPLACED, type Place } from '../../core/ports.ts';

/** The row that tells what stood on a bot's first customers. */
export const FIRST_LOOK = Symbol('firstLook');
/** Where a node stands: what is there, the group of the unplaced, or that row. */
type Spot = Place | typeof FIRST_LOOK;

/** A node of the tree: only its identity. What it shows is read from the catalogue when it is drawn. */
export class TreeNode {
  /** Unique over the whole tree. */
  readonly id: string;
  readonly bot: string;
  /** Absent: the bot itself, its group of items whose folder is not known, or the row about its first customers. */
  readonly item: string | undefined;
  /** The group of items whose folder is not known. */
  readonly isUnplaced: boolean;
  /** The row that tells what stood on the bot's first customers. */
  readonly isFirstLook: boolean;

  constructor(bot: string, spot: Spot) {
    this.bot = bot;
    this.item = typeof spot === 'string' ? spot : undefined;
    this.isUnplaced = spot === UNPLACED;
    this.isFirstLook = spot === FIRST_LOOK;
    this.id = nodeId(bot, spot);
  }

  get isBot(): boolean {
    return this.item === undefined && !this.isUnplaced && !this.isFirstLook;
  }

  /** Among what its children stand. */
  get place(): Place {
    return this.isUnplaced ? UNPLACED : (this.item ?? null);
  }
}

/** No item's ID can make one of the others: an item's follows a slash. */
function nodeId(bot: string, spot: Spot): string {
  if (spot === UNPLACED) return `${bot}#unplaced`;
  if (spot === FIRST_LOOK) return `${bot}#firstLook`;
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
