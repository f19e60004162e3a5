import * as vscode from 'vscode';
import { TREE_VIEW } from '../../base/manifest.ts';
import { isTreeNode, type TreeNode } from './treeNode.ts';

/** Under which VS Code hands a tree's own nodes back to it. */
const NODES = `application/vnd.code.tree.${TREE_VIEW.toLowerCase()}`;

/** What was dropped on what; `undefined`: below all rows. */
export type Dropped = (
  nodes: readonly TreeNode[],
  target: TreeNode | undefined,
) => Thenable<unknown>;

/** Dragging within the tree. What it leads to is loaded with the first drop. */
export class TreeDrag implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = [NODES];
  readonly dropMimeTypes = [NODES];
  readonly #onDrop: Dropped;

  constructor(onDrop: Dropped) {
    this.#onDrop = onDrop;
  }

  handleDrag(nodes: readonly TreeNode[], data: vscode.DataTransfer): void {
    data.set(NODES, new vscode.DataTransferItem(nodes));
  }

  async handleDrop(target: TreeNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const dropped: unknown = data.get(NODES)?.value;
    // Of another window come texts.
    const nodes = Array.isArray(dropped) ? dropped.filter(isTreeNode) : [];
    if (nodes.length > 0) await this.#onDrop(nodes, target);
  }
}
