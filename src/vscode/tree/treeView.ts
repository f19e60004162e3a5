import * as vscode from 'vscode';
import type { Catalogue } from '../../core/catalogue.ts';
import { firstLookOf } from '../../core/firstLook.ts';
import { FilteredItems } from '../../core/filteredItems.ts';
import type { Lazy } from '../../core/lazy.ts';
import { LiveItems } from '../../core/liveItems.ts';
import { FOLDER, type CatalogueItem, type Scan } from '../../core/model.ts';
import { UNPLACED, type CatalogueChange } from '../../core/ports.ts';
import { TREE_VIEW } from '../../manifest.ts';
import { setTreeMessage, treeItem } from '../kit/treeItem.ts';
import type { SecretTokens } from '../tokens.ts';
import { firstLookItem } from './firstLookItem.ts';
import { botItem, catalogueTreeItem, tooltipOf, unplacedItem } from './treeItems.ts';
import { shapeText } from './shapeText.ts';
import { TreeFocus } from './treeFocus.ts';
import { FIRST_LOOK, TreeNodes, type TreeNode } from './treeNode.ts';
import type { TreeShape } from './treeShape.ts';

/** Changes that come within this time are drawn together, ms. */
const DRAW_AFTER = 30;

/** From one drawing to the next, ms: a scan changes many nodes many times a second. */
const DRAW_EVERY = 300;

/** More nodes than this are drawn as one whole tree. */
const MANY = 200;

/** The view "Bots & Tags". Shows the catalogue; fetches nothing itself. */
export class BotTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #catalogue: Lazy<Catalogue>;
  readonly #tokens: SecretTokens;
  readonly #shape: TreeShape;
  readonly #nodes = new TreeNodes();
  readonly #drawn = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly #disposables: { dispose(): void }[] = [this.#drawn];
  readonly onDidChangeTreeData = this.#drawn.event;
  readonly view: vscode.TreeView<TreeNode>;
  readonly #focus: TreeFocus;
  readonly #waiting = new Set<TreeNode | undefined>();
  /** What was read with a level, until its nodes are drawn right after or something changes. */
  readonly #read = new Map<TreeNode, CatalogueItem>();
  readonly #scans = new Map<string, Scan | undefined>();
  #drawnAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isListening = false;
  /** There is one as long as there is a filter. */
  #filtered: LiveItems<FilteredItems> | undefined;

  constructor(catalogue: Lazy<Catalogue>, tokens: SecretTokens, shape: TreeShape) {
    this.#catalogue = catalogue;
    this.#tokens = tokens;
    this.#shape = shape;
    this.view = vscode.window.createTreeView(TREE_VIEW, {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.#focus = new TreeFocus(this.view);
    const drawBot = (key: string): void => this.#draw([this.#nodes.known(key)]);
    this.#disposables.push(this.view, tokens.onDidChange(drawBot));
    this.#disposables.push(shape.onDidChange(() => this.#reshape()));
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const catalogue = await this.#open();
    const filtered = await this.#filter(catalogue);
    if (node === undefined) {
      this.#sayWhatIsShown(filtered);
      return catalogue.bots().map((bot) => this.#nodes.of(bot.key));
    }
    if (node.isFirstLook) return [];
    const items = catalogue.children(node.bot, node.place, this.#shape.sort);
    const nodes = items
      .filter(({ bot, id }) => filtered?.isShown(bot, id) ?? true)
      .map((item) => {
        const child = this.#nodes.of(node.bot, item.id);
        this.#read.set(child, item);
        return child;
      });
    if (!node.isBot) return nodes;
    const unplaced = this.#unplaced(catalogue, node.bot, filtered);
    return [...nodes, ...unplaced, ...this.#firstLook(catalogue, node.bot)];
  }

  async getTreeItem(node: TreeNode): Promise<vscode.TreeItem> {
    const catalogue = await this.#open();
    const filtered = await this.#filter(catalogue);
    if (node.isFirstLook) return firstLookItem(node, firstLookOf(catalogue, node.bot));
    if (node.isUnplaced) return unplacedItem(node, this.#count(catalogue, node, filtered));
    if (node.item === undefined) {
      const bot = catalogue.bots().find((one) => one.key === node.bot);
      if (bot === undefined) return treeItem({ label: '' });
      const hasToken = (await this.#tokens.get(bot.key)) !== undefined;
      return botItem(bot, hasToken, this.#scanOf(catalogue, bot.key));
    }
    const item = this.#read.get(node) ?? catalogue.item(node.bot, node.item);
    this.#read.delete(node);
    // Removed between the two calls: the next drawing leaves it out.
    if (item === undefined) return treeItem({ label: '' });
    const children = item.type === FOLDER ? this.#count(catalogue, node, filtered) : 0;
    const isHidden = filtered !== undefined && children === 0;
    const scan = this.#scanOf(catalogue, item.bot);
    return catalogueTreeItem(item, isHidden ? undefined : children, scan);
  }

  /** The tooltip of an item is made when somebody looks at it. */
  async resolveTreeItem(shown: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    const catalogue = await this.#open();
    const item = node.item === undefined ? undefined : catalogue.item(node.bot, node.item);
    if (item !== undefined) shown.tooltip = tooltipOf(item);
    return shown;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    if (node.isUnplaced || node.isFirstLook) return this.#nodes.of(node.bot);
    if (node.item === undefined) return undefined;
    const item = this.#catalogue.current?.item(node.bot, node.item);
    const place = item?.folderKnown === 'no' ? UNPLACED : item?.parentId;
    return this.#nodes.of(node.bot, place ?? null);
  }

  /** The nodes that a key pressed in the tree is meant for: none when no row has the focus. */
  inFocus(): Promise<readonly TreeNode[]> {
    return this.#focus.read();
  }

  /** Shows an item, and clears a filter that hides it. @returns whether there was one */
  async reveal(bot: string, item?: string): Promise<boolean> {
    const isCleared = item !== undefined && (await this.#unhide(bot, item));
    this.#drawNow();
    const node = this.#nodes.of(bot, item);
    await this.view.reveal(node, { select: true, focus: false, expand: item === undefined });
    return isCleared;
  }

  /** Like `reveal`, for somebody who goes on from there with the keyboard. */
  async goTo(bot: string, item: string): Promise<boolean> {
    const isCleared = await this.#unhide(bot, item);
    this.#drawNow();
    await this.view.reveal(this.#nodes.of(bot, item), { select: true, focus: true });
    return isCleared;
  }

  /** What the filter lets through, of how many; all of them when there is none. */
  async counts(): Promise<{ readonly shown: number; readonly total: number } | undefined> {
    const filtered = await this.#filter(await this.#open());
    return filtered && { shown: filtered.matches, total: filtered.total };
  }

  async #unhide(bot: string, item: string): Promise<boolean> {
    const filtered = await this.#filter(await this.#open());
    if (filtered === undefined || filtered.isShown(bot, item)) return false;
    await this.#shape.setFilter({});
    return true;
  }

  /** Brought up to date before each use, without keeping other work waiting. */
  async #filter(catalogue: Catalogue): Promise<FilteredItems | undefined> {
    if (!this.#shape.isFiltered) return undefined;
    const { filter } = this.#shape;
    this.#filtered ??= new LiveItems(catalogue, () => new FilteredItems(filter));
    return this.#filtered.open();
  }

  #reshape(): void {
    this.#filtered?.dispose();
    this.#filtered = undefined;
    this.#draw([undefined]);
  }

  #sayWhatIsShown(filtered: FilteredItems | undefined): void {
    setTreeMessage(this.view, shapeText(this.#shape, filtered));
  }

  #count(catalogue: Catalogue, node: TreeNode, filtered: FilteredItems | undefined): number {
    return filtered?.matchesBelow(node.bot, node.place) ?? catalogue.count(node.bot, node.place);
  }

  /** The group of the items whose folder is not known, when there are any to show. */
  #unplaced(catalogue: Catalogue, bot: string, filtered: FilteredItems | undefined): TreeNode[] {
    const group = this.#nodes.of(bot, UNPLACED);
    if (this.#count(catalogue, group, filtered) > 0) return [group];
    this.#nodes.forget(bot, UNPLACED);
    return [];
  }

  /** A filter shows what matches, and nothing else. */
  #firstLook(catalogue: Catalogue, bot: string): TreeNode[] {
    const isShown = !this.#shape.isFiltered && firstLookOf(catalogue, bot) !== undefined;
    return isShown ? [this.#nodes.of(bot, FIRST_LOOK)] : [];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#filtered?.dispose();
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

  #scanOf(catalogue: Catalogue, bot: string): Scan | undefined {
    if (!this.#scans.has(bot)) this.#scans.set(bot, catalogue.scan(bot));
    return this.#scans.get(bot);
  }

  #onChanges(changes: readonly CatalogueChange[]): void {
    this.#read.clear();
    this.#scans.clear();
    this.#draw(changes.map((change) => this.#nodeOf(change)).filter((node) => node !== null));
  }

  /** The node to draw anew; `null`: none that VS Code has; `undefined`: the root. */
  #nodeOf(change: CatalogueChange): TreeNode | undefined | null {
    const { bot, item, childrenOf } = change;
    // With a filter, any change may make folders far from it come or go.
    if (bot === undefined || this.#shape.isFiltered) return undefined;
    if (childrenOf === UNPLACED) return this.#unplacedNodeOf(bot);
    if (childrenOf !== undefined) return this.#nodes.known(bot, childrenOf) ?? null;
    const node = this.#nodes.known(bot, item);
    // Sorted by one of its own fields, it may have another place among its siblings.
    const isMoved = node?.item !== undefined && this.#shape.sort.by !== 'name';
    return (isMoved ? this.getParent(node) : node) ?? null;
  }

  /** The bot is drawn when the group comes or goes. */
  #unplacedNodeOf(bot: string): TreeNode | null {
    const group = this.#nodes.known(bot, UNPLACED);
    const isEmpty = this.#catalogue.current?.count(bot, UNPLACED) === 0;
    return (isEmpty ? undefined : group) ?? this.#nodes.known(bot) ?? null;
  }

  #draw(nodes: readonly (TreeNode | undefined)[]): void {
    for (const node of nodes) this.#waiting.add(node);
    if (nodes.length === 0) return;
    const wait = Math.max(DRAW_AFTER, this.#drawnAt + DRAW_EVERY - performance.now());
    this.#timer ??= setTimeout(() => this.#drawNow(), wait);
  }

  #drawNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const nodes = [...this.#waiting];
    this.#waiting.clear();
    if (nodes.length === 0) return;
    this.#drawnAt = performance.now();
    const whole = nodes.includes(undefined) || nodes.length > MANY;
    this.#drawn.fire(whole ? undefined : nodes.filter((node) => node !== undefined));
  }
}
