import * as vscode from 'vscode';
import { JOURNAL_VIEW, RUN_SCHEME } from '../../base/manifest.ts';
import { PLAN_SUFFIX } from '../../base/plan.ts';
import type { JournalNode } from '../../catalogue/ui/treeNode.ts';
import type { PlanEditors } from '../../plans/ui/planEditors.ts';
import type { JournalTree } from './journalTree.ts';

/** View "Journal", present from activation. Its code is loaded when the view is opened. */
export class LazyJournalView implements vscode.TreeDataProvider<JournalNode>, vscode.Disposable {
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
    return (await this.#openTree()).getChildren(node);
  }

  async getTreeItem(node: JournalNode): Promise<vscode.TreeItem> {
    return (await this.#openTree()).getTreeItem(node);
  }

  dispose(): void {
    this.view.dispose();
    this.#changed.dispose();
  }

  async #openTree(): Promise<JournalTree> {
    const tree = await this.#open();
    if (tree !== this.#tree) tree.onDidDraw((nodes) => this.#changed.fire(nodes));
    this.#tree = tree;
    return tree;
  }
}

/** Registers the code lenses of plans. Their code is loaded when a plan is open in an editor. */
export function registerLazyLenses(
  open: () => Promise<Pick<PlanEditors, 'lenses' | 'onDidChangeLenses'>>,
): vscode.Disposable {
  const plans: vscode.DocumentSelector = { pattern: `**/*${PLAN_SUFFIX}` };
  const changed = new vscode.EventEmitter<void>();
  let subscription: vscode.Disposable | undefined;
  const provider = vscode.languages.registerCodeLensProvider(plans, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (document, token) => {
      const source = await open();
      subscription ??= source.onDidChangeLenses(() => changed.fire());
      return source.lenses(document, token);
    },
  });
  return vscode.Disposable.from(provider, changed, { dispose: () => subscription?.dispose() });
}

/** Registers the content provider for run results, which a reopened window may show. */
export function registerRunContent(
  changed: vscode.EventEmitter<vscode.Uri>,
  textOf: (uri: vscode.Uri) => Promise<string>,
): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(RUN_SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: textOf,
  });
}

/** Returns the ID of the run whose result the document shows. */
export function runOfUri({ scheme, path }: vscode.Uri): string | undefined {
  return scheme === RUN_SCHEME ? path.split('/')[1] : undefined;
}
