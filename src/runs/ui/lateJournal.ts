import * as vscode from 'vscode';
import { JOURNAL_VIEW } from '../../base/manifest.ts';
import type { JournalNode } from '../../catalogue/ui/treeNode.ts';
import type { JournalTree } from './journalTree.ts';

/** The view "Journal" from activation on. The code that draws it is loaded when it is opened. */
export class LateJournal implements vscode.TreeDataProvider<JournalNode>, vscode.Disposable {
  readonly view: vscode.TreeView<JournalNode>;
  readonly #open: () => Promise<JournalTree>;
  readonly #changed = new vscode.EventEmitter<JournalNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #tree: JournalTree | undefined;

  constructor(open: () => Promise<JournalTree>) {
    this.#open = open;
    this.view = vscode.window.createTreeView(JOURNAL_VIEW, { treeDataProvider: this });
  }

  async getChildren(node?: JournalNode): Promise<JournalNode[]> {
    return (await this.#opened()).getChildren(node);
  }

  async getTreeItem(node: JournalNode): Promise<vscode.TreeItem> {
    return (await this.#opened()).getTreeItem(node);
  }

  dispose(): void {
    this.view.dispose();
    this.#changed.dispose();
  }

  async #opened(): Promise<JournalTree> {
    const tree = await this.#open();
    if (tree !== this.#tree) tree.onDidDraw((nodes) => this.#changed.fire(nodes));
    this.#tree = tree;
    return tree;
  }
}
