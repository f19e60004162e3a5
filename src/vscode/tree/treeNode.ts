/** A node of the tree: only its identity. What it shows is read from the catalogue when it is drawn. */
export class TreeNode {
  /** Unique over the whole tree: the bot's key, then the item's ID. */
  readonly id: string;
  readonly bot: string;
  /** Absent: the bot itself. */
  readonly item: string | undefined;

  constructor(bot: string, item?: string) {
    this.bot = bot;
    this.item = item;
    this.id = nodeId(bot, item);
  }
}

export function nodeId(bot: string, item?: string): string {
  return item === undefined ? bot : `${bot}/${item}`;
}

/** The same object for the same node, always: VS Code finds nodes by identity. */
export class TreeNodes {
  readonly #nodes = new Map<string, TreeNode>();

  of(bot: string, item?: string): TreeNode {
    const known = this.known(bot, item);
    if (known !== undefined) return known;
    const node = new TreeNode(bot, item);
    this.#nodes.set(node.id, node);
    return node;
  }

  /** Only if VS Code was given it. */
  known(bot: string, item?: string): TreeNode | undefined {
    return this.#nodes.get(nodeId(bot, item));
  }

  forget(bot: string, item: string): void {
    this.#nodes.delete(nodeId(bot, item));
  }
}
