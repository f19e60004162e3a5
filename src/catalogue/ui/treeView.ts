import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../catalogue.ts';
import { initialSampleOf } from '../seenTags.ts';
import type { ScanHistory } from '../scanCounts.ts';
import { FOLDER } from '../../base/model.ts';
import { NO_FOLDER, type CatalogueChange } from '../../base/ports.ts';
import type { FirstSteps } from '../../base/ui/firstSteps.ts';
import type { SecretTokens } from './tokens.ts';
import type { StoredSummary } from './storedSummary.ts';
import { resumableCount } from './resumableText.ts';
import { setTreeMessage } from '../../base/ui/treeItem.ts';
import { INITIAL_SAMPLE_ROW, RESUME, TreeNodes, type TreeNode } from './treeNode.ts';
import { colorRows } from './botLooks.ts';
import { LargeLevels, type TreeState } from './largeLevels.ts';
import { countBelow, hasFolders, NodeItems } from './nodeItems.ts';
import { type OpenNodes, shapeText, TreeFilter, type TreeShape } from './treeShape.ts';
import { RedrawQueue, TreeFocus } from './treeDrawing.ts';

interface TreeParts {
  readonly view: vscode.TreeView<TreeNode>;
  readonly catalogue: Lazy<Catalogue>;
  readonly history: Lazy<ScanHistory>;
  readonly tokens: SecretTokens;
  readonly shape: TreeShape;
  readonly openNodes: OpenNodes;
  readonly steps: FirstSteps;
  readonly summary: Pick<StoredSummary, 'resumable' | 'onDidCount'>;
}

const MAX_REVEAL_ATTEMPTS = 10;

/** View "Bots & Tags" of the catalogue. Sends no requests to a service. */
export class BotTree implements vscode.Disposable {
  readonly #parts: TreeParts;
  readonly #nodes = new TreeNodes();
  readonly #redraws = new RedrawQueue();
  readonly #disposables: { dispose(): void }[] = [this.#redraws, colorRows()];
  readonly onDidChangeTreeData = this.#redraws.onDidDraw;
  readonly view: vscode.TreeView<TreeNode>;
  readonly #focus: TreeFocus;
  /** Levels (the items of one folder or bot) with too many items to show. Their rows are groups of items. */
  readonly #large = new LargeLevels();
  readonly #items: NodeItems;
  readonly #filter: TreeFilter;
  #isListening = false;
  /** Whether the last row, which has the focus, is about to be removed. The focus then moves to the welcome text. */
  #isWelcomeNext = false;

  constructor(parts: TreeParts) {
    const { view, tokens, shape, steps, summary } = parts;
    this.#parts = parts;
    this.#items = new NodeItems(tokens, this.#large, summary);
    this.#filter = new TreeFilter(shape);
    this.view = view;
    this.#focus = new TreeFocus(this.view);
    this.#disposables.push(
      this.view.onDidExpandElement(({ element }) => {
        this.storeOpenState(element, { isOpen: true });
        // A bot is opened by VS Code when it first appears, so this does not show that the user looks around.
        if (!element.isBot) steps.markDone('botTags.didLookAround');
      }),
      this.view.onDidCollapseElement(({ element }) =>
        this.storeOpenState(element, { isOpen: false }),
      ),
      // A bot that has no node yet is `undefined`, which redraws the whole tree.
      tokens.onDidChange((key) => this.#redraws.queue([this.#nodes.existing(key)])),
      shape.onDidChange(() => this.#onShapeChange()),
      summary.onDidCount(() => this.#redraws.queue([undefined])),
    );
  }

  storeOpenState(node: TreeNode, { isOpen }: { readonly isOpen: boolean }): void {
    void this.#parts.openNodes.set(node.id, { isOpen, isOpenAtFirst: node.isOpenAtFirst });
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const treeState = await this.#readTreeState();
    const { catalogue, filtered } = treeState;
    if (node === undefined) {
      setTreeMessage(this.view, shapeText(this.#parts.shape, filtered));
      const bots = catalogue.bots();
      if (bots.length === 0 && this.#isWelcomeNext) this.#goToWelcome();
      return [...this.#resumeRows(bots.length), ...bots.map((bot) => this.#nodes.of(bot.key))];
    }
    if (node.isInitialSampleRow || node.isResume) return [];
    const isLarge = this.#large.isLarge(treeState, node.bot, node.level);
    // The level is no longer large. VS Code still shows one of its groups, which therefore has no children.
    if (node.group !== undefined && !isLarge) return [];
    const children = isLarge
      ? this.#large.children(treeState, node).map((position) => this.#nodes.of(node.bot, position))
      : this.#itemsBelow(treeState, node);
    return [
      ...this.#initialSampleRows(treeState, node),
      ...children,
      ...this.#noFolderSections(treeState, node),
    ];
  }

  /** Returns the nodes of the items directly below a node of a level that is not large. */
  #itemsBelow(treeState: TreeState, node: TreeNode): TreeNode[] {
    const { catalogue, filtered, sort } = treeState;
    const hasNoFolderSection = node.isBot && hasFolders(treeState, node.bot);
    return catalogue
      .children(node.bot, node.level, sort)
      .filter(({ bot, id }) => filtered?.isShown(bot, id) ?? true)
      .filter(({ type }) => (type === FOLDER ? !node.isNoFolderRow : !hasNoFolderSection))
      .map(({ id }) => this.#nodes.of(node.bot, id));
  }

  #resumeRows(botCount: number): TreeNode[] {
    const isShown = botCount > 0 && resumableCount(this.#parts.summary.resumable) > 0;
    return isShown ? [this.#nodes.of('', RESUME)] : [];
  }

  async getTreeItem(node: TreeNode): Promise<vscode.TreeItem> {
    const item = await this.#items.treeItemOf(await this.#readTreeState(), node);
    if ((item.collapsibleState ?? 0) !== vscode.TreeItemCollapsibleState.None) {
      item.collapsibleState = this.#parts.openNodes.stateOf(node.id, node.isOpenAtFirst);
    }
    return item;
  }

  /** Adds the tooltip, when VS Code is about to show it. */
  async resolveTreeItem(treeItem: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    const tooltip = this.#items.tooltip(
      await this.#openCatalogue(),
      await this.#parts.history(),
      node,
    );
    if (tooltip !== undefined) treeItem.tooltip = tooltip;
    return treeItem;
  }

  async getParent(node: TreeNode): Promise<TreeNode | undefined> {
    const treeState = await this.#readTreeState();
    const container = this.#containerOf(treeState, node);
    const child = node.group ?? node.item;
    if (container === undefined || child === undefined) return container;
    const { bot, level } = container;
    if (!this.#large.isLarge(treeState, bot, level)) return container;
    const group = this.#large.groupAbove(treeState, bot, level, child);
    return group === undefined ? container : this.#nodes.of(bot, group);
  }

  /** Returns the bot, folder or section "No Folder" that contains a node. Skips the groups of a large level. */
  #containerOf(treeState: TreeState, node: TreeNode): TreeNode | undefined {
    const { bot, item: id, group } = node;
    if (node.isNoFolderRow || node.isInitialSampleRow) return this.#nodes.of(bot);
    if (id === undefined && group === undefined) return undefined;
    const item = id === undefined ? undefined : treeState.catalogue.item(bot, id);
    const level = group?.level ?? item?.parentId ?? null;
    const isFolder = group?.isFolders ?? item?.type === FOLDER;
    const isInNoFolder = level === null && !isFolder && hasFolders(treeState, bot);
    return this.#nodes.of(bot, isInNoFolder ? NO_FOLDER : level);
  }

  /** Returns the nodes that a key pressed in the tree applies to; empty if no row has the focus. */
  inFocus(): Promise<readonly TreeNode[]> {
    return this.#focus.read();
  }

  /**
   * Selects a bot or an item, and clears a filter that hides it. Returns whether a filter was cleared.
   * @param focus whether to move the keyboard focus, too: if not, the next key in the tree applies to the previous row
   */
  async reveal(
    bot: string,
    item?: string,
    { focus = false }: { readonly focus?: boolean | undefined } = {},
  ): Promise<boolean> {
    const isCleared = item !== undefined && (await this.#clearHidingFilter(bot, item));
    this.#redraws.flush();
    const node = this.#nodes.of(bot, item);
    // If the node is already selected, the selection does not show whether the focus has moved. Only then is the focus
    // read, because reading it briefly changes the selection.
    const checksFocus = focus && this.view.selection.includes(node);
    let attempts = 0;
    do await this.view.reveal(node, { select: true, focus, expand: item === undefined });
    while (!(await this.#isRevealed(node, checksFocus)) && ++attempts < MAX_REVEAL_ATTEMPTS);
    return isCleared;
  }

  async counts(): Promise<{ readonly shown: number; readonly total: number } | undefined> {
    const { filtered } = await this.#readTreeState();
    return filtered && { shown: filtered.matchCount, total: filtered.totalCount };
  }

  /** Must be called before focused nodes are removed. Otherwise no row would have the focus afterwards. */
  async moveFocusAwayFrom(nodes: readonly TreeNode[]): Promise<void> {
    const leavingIds = new Set(nodes.map(({ id }) => id));
    const isStaying = ({ id }: TreeNode): boolean => !leavingIds.has(id);
    // Finds the outermost removed node that is, or contains, the first node.
    let [leavingNode] = nodes;
    for (let node = leavingNode; node !== undefined; node = await this.getParent(node)) {
      if (!isStaying(node)) leavingNode = node;
    }
    if (leavingNode === undefined) return;
    const parent = await this.getParent(leavingNode);
    const siblings = await this.getChildren(parent);
    const index = siblings.findIndex(({ id }) => id === leavingNode.id);
    const sibling =
      siblings.slice(index + 1).find(isStaying) ?? siblings.slice(0, index).findLast(isStaying);
    const focusTarget = sibling ?? parent;
    if (focusTarget === undefined) this.#isWelcomeNext = true;
    else {
      // A failure to move the focus must not stop the command: the tree may be redrawing at this moment.
      await Promise.resolve(this.view.reveal(focusTarget, { select: false, focus: true })).catch(
        () => {},
      );
    }
  }

  /** Waits until VS Code has received the empty tree, then focuses the view, which shows its welcome text. */
  #goToWelcome(): void {
    this.#isWelcomeNext = false;
    setTimeout(() => void vscode.commands.executeCommand('botTags.tree.focus'));
  }

  /** Checks whether a reveal has worked. While VS Code draws the tree, it ignores a reveal without an error. */
  async #isRevealed(node: TreeNode, checksFocus: boolean): Promise<boolean> {
    if (!this.view.selection.includes(node)) return false;
    return !checksFocus || (await this.inFocus())[0] === node;
  }

  async #clearHidingFilter(bot: string, item: string): Promise<boolean> {
    const { filtered } = await this.#readTreeState();
    if (filtered === undefined || filtered.isShown(bot, item)) return false;
    await this.#parts.shape.setFilter({});
    return true;
  }

  async #readTreeState(): Promise<TreeState> {
    const catalogue = await this.#openCatalogue();
    const filtered = await this.#filter.open(catalogue);
    return { catalogue, filtered, sort: this.#parts.shape.sort };
  }

  #onShapeChange(): void {
    this.#filter.clearCache();
    this.#large.clearCache();
    this.#redraws.queue([undefined]);
  }

  #noFolderSections(treeState: TreeState, { bot, isBot }: TreeNode): TreeNode[] {
    if (!isBot) return [];
    const section = this.#nodes.of(bot, NO_FOLDER);
    if (hasFolders(treeState, bot) && countBelow(treeState, section) > 0) return [section];
    this.#nodes.remove(bot, NO_FOLDER);
    return [];
  }

  /** Returns the row about the bot's first customers, if there is one. With a filter, only matches are shown. */
  #initialSampleRows({ catalogue }: TreeState, { bot, isBot }: TreeNode): TreeNode[] {
    const isShown =
      isBot && !this.#parts.shape.isFiltered && initialSampleOf(catalogue, bot) !== undefined;
    return isShown ? [this.#nodes.of(bot, INITIAL_SAMPLE_ROW)] : [];
  }

  dispose(): void {
    this.#filter.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #openCatalogue(): Promise<Catalogue> {
    const catalogue = await this.#parts.catalogue();
    if (!this.#isListening) {
      this.#isListening = true;
      this.#disposables.push(catalogue.onDidChange((changes) => this.#onChanges(changes)));
    }
    return catalogue;
  }

  #onChanges(changes: readonly CatalogueChange[]): void {
    this.#items.clearCache();
    this.#large.clearCache();
    this.#redraws.queue(
      changes.map((change) => this.#nodeOf(change)).filter((node) => node !== null),
    );
  }

  /** Returns the node to redraw; `null` if VS Code has no node for the change; `undefined` for the whole tree. */
  #nodeOf(change: CatalogueChange): TreeNode | undefined | null {
    const { bot, item, childrenOf } = change;
    // With a filter, a change of one item may show or hide any folder above it.
    if (bot === undefined || this.#parts.shape.isFiltered) return undefined;
    if (childrenOf !== undefined) return this.#nodes.existing(bot, childrenOf) ?? null;
    const node = this.#nodes.existing(bot, item);
    const catalogue = this.#parts.catalogue.current;
    const { sort } = this.#parts.shape;
    // If the tree is not sorted by name, a change of the item's own fields may move it among its siblings. A change of
    // the name is reported with `childrenOf`.
    const mayMove = catalogue !== undefined && node?.item !== undefined && sort.by !== 'name';
    const container = mayMove
      ? this.#containerOf({ catalogue, sort, filtered: undefined }, node)
      : undefined;
    return container ?? node ?? null;
  }
}
