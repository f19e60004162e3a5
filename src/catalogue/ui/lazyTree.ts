import * as vscode from 'vscode';
import { TREE_VIEW } from '../../base/manifest.ts';
import { lazy, type Lazy } from '../../base/promises.ts';
import type { StoredSummary } from './storedSummary.ts';
import { resumableCount, resumableText } from './resumableText.ts';
import { isTreeNode, type TreeNode } from './treeNode.ts';
import type { BotTree } from './treeView.ts';

/** MIME type under which VS Code passes nodes that were dragged from this tree. */
const NODES_MIME_TYPE = `application/vnd.code.tree.${TREE_VIEW.toLowerCase()}`;

/** Handler of a drop. `target` is `undefined` if the nodes were dropped in the empty area below the rows. */
type DropHandler = (nodes: readonly TreeNode[], target: TreeNode | undefined) => Thenable<unknown>;

/** Drag and drop within the tree. The handler is loaded with the first drop. */
export class TreeDrag implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = [NODES_MIME_TYPE];
  readonly dropMimeTypes = [NODES_MIME_TYPE];
  readonly #onDrop: DropHandler;

  constructor(onDrop: DropHandler) {
    this.#onDrop = onDrop;
  }

  handleDrag(nodes: readonly TreeNode[], data: vscode.DataTransfer): void {
    data.set(NODES_MIME_TYPE, new vscode.DataTransferItem(nodes));
  }

  async handleDrop(target: TreeNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const droppedValue: unknown = data.get(NODES_MIME_TYPE)?.value;
    // Nodes from another window arrive as text.
    const nodes = Array.isArray(droppedValue) ? droppedValue.filter(isTreeNode) : [];
    if (nodes.length > 0) await this.#onDrop(nodes, target);
  }
}

/** View "Bots & Tags" from activation on. Its implementation is loaded when VS Code first shows the view. */
export class LazyTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly view: vscode.TreeView<TreeNode>;
  readonly open: Lazy<BotTree>;
  readonly #changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    { drag, summary }: { readonly drag: TreeDrag; readonly summary: StoredSummary },
    open: (view: vscode.TreeView<TreeNode>) => Promise<BotTree>,
  ) {
    this.view = vscode.window.createTreeView(TREE_VIEW, {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
      dragAndDropController: drag,
    });
    const showBadge = (): void => {
      const { resumable } = summary;
      const value = resumableCount(resumable);
      this.view.badge = value === 0 ? undefined : { value, tooltip: resumableText(resumable) };
    };
    summary.onDidCount(showBadge);
    showBadge();
    this.open = lazy(async () => {
      const tree = await open(this.view);
      tree.onDidChangeTreeData((nodes) => this.#changed.fire(nodes));
      return tree;
    });
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const tree = await this.open();
    // VS Code requests only the children of open nodes. During a redraw, it does not report that a node was opened.
    if (node !== undefined) tree.storeOpenState(node, { isOpen: true });
    return tree.getChildren(node);
  }

  async getTreeItem(node: TreeNode): Promise<vscode.TreeItem> {
    return (await this.open()).getTreeItem(node);
  }

  async getParent(node: TreeNode): Promise<TreeNode | undefined> {
    return (await this.open()).getParent(node);
  }

  async resolveTreeItem(shown: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    return (await this.open()).resolveTreeItem(shown, node);
  }

  dispose(): void {
    this.open.current?.dispose();
    this.view.dispose();
    this.#changed.dispose();
  }
}
