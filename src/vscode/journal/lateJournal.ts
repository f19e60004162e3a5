import * as vscode from 'vscode';
import type { JournalStore } from '../../core/journal/journal.ts';
import { HAS_JOURNAL, JOURNAL_VIEW } from '../../surface/manifest.ts';
import { setContext } from '../kit/contextKey.ts';
import type { JournalNode } from '../kit/treeNode.ts';
import type { JournalTree } from './journalTree.ts';

/** Kept beside the context key of the same name, so that a new window needs no database to show the view. */
const KEPT = HAS_JOURNAL;

/** The view "Journal" from activation on, shown from the first write on. What draws it is loaded when it is opened. */
export class LateJournal implements vscode.TreeDataProvider<JournalNode>, vscode.Disposable {
  readonly view: vscode.TreeView<JournalNode>;
  readonly #state: vscode.Memento;
  readonly #open: () => Promise<JournalTree>;
  readonly #changed = new vscode.EventEmitter<JournalNode[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #isShown: boolean;
  #tree: JournalTree | undefined;

  constructor(state: vscode.Memento, open: () => Promise<JournalTree>) {
    this.#state = state;
    this.#open = open;
    this.view = vscode.window.createTreeView(JOURNAL_VIEW, { treeDataProvider: this });
    this.#isShown = state.get(KEPT) === true;
    setContext(HAS_JOURNAL, this.#isShown);
  }

  /** Shows and hides the view from now on. */
  follow(journal: JournalStore): void {
    const look = (): void => {
      const isShown = !journal.isEmpty();
      if (isShown === this.#isShown) return;
      this.#isShown = isShown;
      setContext(HAS_JOURNAL, isShown);
      void this.#state.update(KEPT, isShown || undefined);
    };
    journal.onDidChange(look);
    look();
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
