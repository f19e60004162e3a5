import { UNPLACED, type Place } from '../../core/ports.ts';

/** A node of the tree: only its identity. What it shows is read from the catalogue when it is drawn. */
export class TreeNode {
  /** Unique over the whole tree. */
  readonly id: string;
  readonly bot: string;
  /** Absent: the bot itself, or its group of items whose folder is not known. */
  readonly item: string | undefined;
  /** The group of items whose folder is not known. */
  readonly isUnplaced: boolean;

  constructor(bot: string, place: Place) {
    this.bot = bot;
    this.item = place === UNPLACED ? undefined : (place ?? undefined);
    this.isUnplaced = place === UNPLACED;
    this.id = nodeId(bot, place);
  }

  get isBot(): boolean {
    return this.item === undefined && !this.isUnplaced;
  }

  /** Among what its children stand. */
  get place(): Place {
    return this.isUnplaced ? UNPLACED : (this.item ?? null);
  }
}

/** No item's ID can make the group's: an item's follows a slash. */
function nodeId(bot: string, place: Place): string {
  if (place === UNPLACED) return `${bot}#unplaced`;
  return place === null ? bot : `${bot}/${place}`;
}

/** The same object for the same node, always: VS Code finds nodes by identity. */
export class TreeNodes {
  readonly #nodes = new Map<string, TreeNode>();

  /** @param place what stands there; `null`: the bot itself */
  of(bot: string, place: Place = null): TreeNode {
    const known = this.known(bot, place);
    if (known !== undefined) return known;
    const node = new TreeNode(bot, place);
    this.#nodes.set(node.id, node);
    return node;
  }

  /** Only if VS Code was given it. */
  known(bot: string, place: Place = null): TreeNode | undefined {
    return this.#nodes.get(nodeId(bot, place));
  }

  forget(bot: string, place: Place): void {
    this.#nodes.delete(nodeId(bot, place));
  }
}
