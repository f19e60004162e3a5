import * as vscode from 'vscode';
import type { Catalogue } from '../../core/catalogue.ts';
import type { Lazy } from '../../core/lazy.ts';
import { FOLDER } from '../../core/model.ts';
import { UNPLACED, type CatalogueChange } from '../../core/ports.ts';
import { TREE_VIEW } from '../../manifest.ts';
import type { SecretTokens } from '../tokens.ts';
import { botItem, catalogueTreeItem, unplacedItem } from './treeItems.ts';
import { TreeNodes, type TreeNode } from './treeNode.ts';

/** Changes that come within this time are drawn together, ms. */
const DRAW_AFTER = 30;

/** More nodes than this are drawn as one whole tree. */
const MANY = 200;

/** The view "Bots & Tags". Shows the catalogue; fetches nothing itself. */
export class BotTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #catalogue: Lazy<Catalogue>;
  readonly #tokens: SecretTokens;
  readonly #nodes = new TreeNodes();
  readonly #drawn = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly #disposables: { dispose(): void }[] = [this.#drawn];
  readonly onDidChangeTreeData = this.#drawn.event;
  readonly view: vscode.TreeView<TreeNode>;
  readonly #waiting = new Set<TreeNode | undefined>();
  #timer: NodeJS.Timeout | undefined;
  #isListening = false;

  constructor(catalogue: Lazy<Catalogue>, tokens: SecretTokens) {
    this.#catalogue = catalogue;
    this.#tokens = tokens;
    this.view = vscode.window.createTreeView(TREE_VIEW, {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
    });
    const drawBot = (key: string): void => this.#draw([this.#nodes.known(key)]);
    this.#disposables.push(this.view, tokens.onDidChange(drawBot));
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const catalogue = await this.#open();
    if (node === undefined) return catalogue.bots().map((bot) => this.#nodes.of(bot.key));
    const items = catalogue.children(node.bot, node.place);
    const nodes = items.map((item) => this.#nodes.of(node.bot, item.id));
    return node.isBot ? [...nodes, ...this.#unplaced(catalogue, node.bot)] : nodes;
  }

  async getTreeItem(node: TreeNode): Promise<vscode.TreeItem> {
    const catalogue = await this.#open();
    if (node.isUnplaced) return unplacedItem(node, catalogue.count(node.bot, UNPLACED));
    if (node.item === undefined) {
      const bot = catalogue.bots().find((one) => one.key === node.bot);
      if (bot === undefined) return new vscode.TreeItem('');
      return botItem(bot, (await this.#tokens.get(bot.key)) !== undefined);
    }
    const item = catalogue.item(node.bot, node.item);
    // Removed between the two calls: the next drawing leaves it out.
    if (item === undefined) return new vscode.TreeItem('');
    const children = item.type === FOLDER ? catalogue.count(item.bot, item.id) : 0;
    return catalogueTreeItem(item, children, catalogue.scan(item.bot));
  }

  getParent(node: TreeNode): TreeNode | undefined {
    if (node.isUnplaced) return this.#nodes.of(node.bot);
    if (node.item === undefined) return undefined;
    const item = this.#catalogue.current?.item(node.bot, node.item);
    const place = item?.folderKnown === 'no' ? UNPLACED : item?.parentId;
    return this.#nodes.of(node.bot, place ?? null);
  }

  /** What is selected; keyboard shortcuts act on it. */
  get selection(): readonly TreeNode[] {
    return this.view.selection;
  }

  async reveal(bot: string, item?: string): Promise<void> {
    await this.#open();
    this.#drawNow();
    const node = this.#nodes.of(bot, item);
    await this.view.reveal(node, { select: true, focus: false, expand: item === undefined });
  }

  /** The group of the items whose folder is not known, when there are any. */
  #unplaced(catalogue: Catalogue, bot: string): TreeNode[] {
    if (catalogue.count(bot, UNPLACED) > 0) return [this.#nodes.of(bot, UNPLACED)];
    this.#nodes.forget(bot, UNPLACED);
    return [];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #open(): Promise<Catalogue> {
    const catalogue = await this.#catalogue();
    if (!this.#isListening) {
      this.#isListening = true;
      this.#disposables.push(catalogue.onDidChange((changes) => this.#onChanges(changes)));
    }
    return catalogue;
  }

  #onChanges(changes: readonly CatalogueChange[]): void {
    this.#draw(changes.map((change) => this.#nodeOf(change)).filter((node) => node !== null));
  }

  /** The node to draw anew; `null`: none that VS Code has; `undefined`: the root. */
  #nodeOf(change: CatalogueChange): TreeNode | undefined | null {
    const { bot, item, childrenOf } = change;
    if (bot === undefined) return undefined;
    if (childrenOf === UNPLACED) return this.#unplacedNodeOf(bot);
    if (childrenOf !== undefined) return this.#nodes.known(bot, childrenOf) ?? null;
    return this.#nodes.known(bot, item) ?? null;
  }

  /** The bot is drawn when the group comes or goes. */
  #unplacedNodeOf(bot: string): TreeNode | null {
    const group = this.#nodes.known(bot, UNPLACED);
    const isEmpty = this.#catalogue.current?.count(bot, UNPLACED) === 0;
    return (isEmpty ? undefined : group) ?? this.#nodes.known(bot) ?? null;
  }

  #draw(nodes: readonly (TreeNode | undefined)[]): void {
    for (const node of nodes) this.#waiting.add(node);
    if (nodes.length > 0) this.#timer ??= setTimeout(() => this.#drawNow(), DRAW_AFTER);
  }

  #drawNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const nodes = [...this.#waiting];
    this.#waiting.clear();
    if (nodes.length === 0) return;
    const whole = nodes.includes(undefined) || nodes.length > MANY;
    this.#drawn.fire(whole ? undefined : nodes.filter((node) => node !== undefined));
  }
}
