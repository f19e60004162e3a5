import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../catalogue.ts';
import { firstLookOf } from '../seenTags.ts';
import type { ScanHistory } from '../scanCounts.ts';
import { FOLDER } from '../../base/model.ts';
import { NO_FOLDER, type CatalogueChange } from '../../base/ports.ts';
import type { FirstSteps } from '../../base/ui/firstSteps.ts';
import type { SecretTokens } from './tokens.ts';
import type { KeptSummary } from './keptSummary.ts';
import { resumableCount } from './resumableText.ts';
import { setTreeMessage } from '../../base/ui/treeItem.ts';
import { FIRST_LOOK, RESUME, TreeNodes, type TreeNode } from './treeNode.ts';
import { colourRows } from './botLooks.ts';
import { LargeLevels, type Drawing } from './largeLevels.ts';
import { countBelow, hasFolders, NodeItems } from './nodeItems.ts';
import { type OpenNodes, shapeText, TreeFilter, type TreeShape } from './treeShape.ts';
import { TreeDrawing, TreeFocus } from './treeDrawing.ts';

export interface TreeParts {
  readonly view: vscode.TreeView<TreeNode>;
  readonly catalogue: Lazy<Catalogue>;
  readonly history: Lazy<ScanHistory>;
  readonly tokens: SecretTokens;
  readonly shape: TreeShape;
  readonly openNodes: OpenNodes;
  readonly steps: FirstSteps;
  readonly summary: Pick<KeptSummary, 'resumable' | 'onDidCount'>;
}

/** How often VS Code is asked to go to a node, at most. */
const MOST_TRIES = 10;

/** The view "Bots & Tags" over the catalogue. Asks no service. */
export class BotTree implements vscode.Disposable {
  readonly #catalogue: Lazy<Catalogue>;
  readonly #history: Lazy<ScanHistory>;
  readonly #shape: TreeShape;
  readonly #openNodes: OpenNodes;
  readonly #nodes = new TreeNodes();
  readonly #drawing = new TreeDrawing();
  readonly #disposables: { dispose(): void }[] = [this.#drawing, colourRows()];
  readonly onDidChangeTreeData = this.#drawing.onDidDraw;
  readonly view: vscode.TreeView<TreeNode>;
  readonly #focus: TreeFocus;
  readonly #large = new LargeLevels();
  readonly #items: NodeItems;
  readonly #summary: TreeParts['summary'];
  readonly #filter: TreeFilter;
  #isListening = false;
  /** The keyboard was at the last bot, which is about to go. */
  #isLastLeaving = false;

  constructor({ view, catalogue, history, tokens, shape, openNodes, steps, summary }: TreeParts) {
    this.#catalogue = catalogue;
    this.#history = history;
    this.#shape = shape;
    this.#openNodes = openNodes;
    this.#summary = summary;
    this.#items = new NodeItems(tokens, this.#large, summary);
    this.#filter = new TreeFilter(shape);
    this.view = view;
    this.#focus = new TreeFocus(this.view);
    const drawBot = (key: string): void => this.#drawing.later([this.#nodes.known(key)]);
    this.#disposables.push(
      this.view.onDidExpandElement(({ element }) => {
        this.keep(element, true);
        // A bot is opened with its first appearance, by nobody.
        if (!element.isBot) steps.done('botTags.didLookAround');
      }),
      this.view.onDidCollapseElement(({ element }) => this.keep(element, false)),
    );
    this.#disposables.push(tokens.onDidChange(drawBot));
    this.#disposables.push(shape.onDidChange(() => this.#reshape()));
    summary.onDidCount(() => this.#drawing.later([undefined]));
  }

  /** Keeps that a node is open, or is not, for the windows that come. */
  keep(node: TreeNode, isOpen: boolean): void {
    void this.#openNodes.set(node.id, isOpen, node.isOpenAtFirst);
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const drawing = await this.#drawingNow();
    const { catalogue, filtered } = drawing;
    if (node === undefined) {
      setTreeMessage(this.view, shapeText(this.#shape, filtered));
      const bots = catalogue.bots();
      if (bots.length === 0 && this.#isLastLeaving) this.#goToWelcome();
      return [...this.#resume(bots.length), ...bots.map((bot) => this.#nodes.of(bot.key))];
    }
    if (node.isFirstLook || node.isResume) return [];
    if (this.#large.isLarge(drawing, node.bot, node.level)) {
      const below = this.#large
        .children(drawing, node)
        .map((spot) => this.#nodes.of(node.bot, spot));
      return [...this.#firstLook(drawing, node), ...below, ...this.#noFolder(drawing, node)];
    }
    const items = catalogue.children(node.bot, node.level, drawing.sort);
    const isGrouped = node.isBot && hasFolders(drawing, node.bot);
    const nodes = items
      .filter(({ bot, id }) => filtered?.isShown(bot, id) ?? true)
      .filter(({ type }) => (type === FOLDER ? !node.isNoFolder : !isGrouped))
      .map((item) => {
        const child = this.#nodes.of(node.bot, item.id);
        this.#items.keep(child, item);
        return child;
      });
    // Such a level is drawn without groups as soon as it is small again.
    if (node.group !== undefined) return [];
    return [...this.#firstLook(drawing, node), ...nodes, ...this.#noFolder(drawing, node)];
  }

  /** The row about paused and interrupted jobs. */
  #resume(bots: number): TreeNode[] {
    const isShown = bots > 0 && resumableCount(this.#summary.resumable) > 0;
    return isShown ? [this.#nodes.of('', RESUME)] : [];
  }

  async getTreeItem(node: TreeNode): Promise<vscode.TreeItem> {
    const item = await this.#items.of(await this.#drawingNow(), node);
    if ((item.collapsibleState ?? 0) !== vscode.TreeItemCollapsibleState.None) {
      item.collapsibleState = this.#openNodes.stateOf(node.id, node.isOpenAtFirst);
    }
    return item;
  }

  /** The tooltip of an item is made when somebody looks at it. */
  async resolveTreeItem(shown: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    const tooltip = this.#items.tooltip(await this.#open(), await this.#history(), node);
    if (tooltip !== undefined) shown.tooltip = tooltip;
    return shown;
  }

  async getParent(node: TreeNode): Promise<TreeNode | undefined> {
    const drawing = await this.#drawingNow();
    const above = this.#levelAbove(drawing, node);
    const below = node.group ?? node.item;
    if (above === undefined || below === undefined) return above;
    const { bot, level } = above;
    if (!this.#large.isLarge(drawing, bot, level)) return above;
    const group = this.#large.groupAbove(drawing, bot, level, below);
    return group === undefined ? above : this.#nodes.of(bot, group);
  }

  /** The bot, folder or group "No Folder" that a node stands in. */
  #levelAbove(drawing: Drawing, node: TreeNode): TreeNode | undefined {
    const { bot, item: id, group } = node;
    if (node.isNoFolder || node.isFirstLook) return this.#nodes.of(bot);
    if (id === undefined && group === undefined) return undefined;
    const item = id === undefined ? undefined : drawing.catalogue.item(bot, id);
    const level = group?.level ?? item?.parentId ?? null;
    const isFolder = group?.isFolders ?? item?.type === FOLDER;
    const isGrouped = level === null && !isFolder && hasFolders(drawing, bot);
    return this.#nodes.of(bot, isGrouped ? NO_FOLDER : level);
  }

  /** The nodes that a key pressed in the tree is meant for: none when no row has the focus. */
  inFocus(): Promise<readonly TreeNode[]> {
    return this.#focus.read();
  }

  /**
   * Shows and selects a bot or an item, and clears a filter that hides it.
   * @param focus moves the keyboard there: set for a command that was started in the tree, whose keys would else mean the
   * row that had the focus before
   * @returns whether a filter was cleared
   */
  async reveal(
    bot: string,
    item?: string,
    { focus = false }: { readonly focus?: boolean | undefined } = {},
  ): Promise<boolean> {
    const isCleared = item !== undefined && (await this.#unhide(bot, item));
    this.#drawing.now();
    const node = this.#nodes.of(bot, item);
    // Then the selection does not show whether the focus has moved. Asking for the focus changes what is selected meanwhile.
    const asksFocus = focus && this.view.selection.includes(node);
    let tries = 0;
    do await this.view.reveal(node, { select: true, focus, expand: item === undefined });
    while (!(await this.#isRevealed(node, asksFocus)) && ++tries < MOST_TRIES);
    return isCleared;
  }

  /** How many items the filter lets through, of how many; `undefined`: there is no filter. */
  async counts(): Promise<{ readonly shown: number; readonly total: number } | undefined> {
    const { filtered } = await this.#drawingNow();
    return filtered && { shown: filtered.matches, total: filtered.total };
  }

  /**
   * Goes on beside nodes that are about to go, or above them: VS Code leaves the keyboard at no row else. Not when there are
   * none, as from the palette.
   */
  async leave(nodes: readonly TreeNode[]): Promise<void> {
    const gone = new Set(nodes.map(({ id }) => id));
    const isLeft = ({ id }: TreeNode): boolean => !gone.has(id);
    let [from] = nodes;
    for (let at = from; at !== undefined; at = await this.getParent(at)) {
      if (!isLeft(at)) from = at;
    }
    if (from === undefined) return;
    const above = await this.getParent(from);
    const level = await this.getChildren(above);
    const place = level.findIndex(({ id }) => id === from.id);
    const beside = level.slice(place + 1).find(isLeft) ?? level.slice(0, place).findLast(isLeft);
    const next = beside ?? above;
    if (next === undefined) this.#isLastLeaving = true;
    else {
      // Where the keyboard stands is no reason not to do what was asked for: the tree may be drawn anew just now.
      await Promise.resolve(this.view.reveal(next, { select: false, focus: true })).catch(() => {});
    }
  }

  /** No row is left: the welcome is there instead, once VS Code has heard of that. */
  #goToWelcome(): void {
    this.#isLastLeaving = false;
    setTimeout(() => void vscode.commands.executeCommand('botTags.tree.focus'));
  }

  /** Checks the result of a reveal, which VS Code drops silently while it draws the tree. */
  async #isRevealed(node: TreeNode, asksFocus: boolean): Promise<boolean> {
    if (!this.view.selection.includes(node)) return false;
    return !asksFocus || (await this.inFocus())[0] === node;
  }

  async #unhide(bot: string, item: string): Promise<boolean> {
    const { filtered } = await this.#drawingNow();
    if (filtered === undefined || filtered.isShown(bot, item)) return false;
    await this.#shape.setFilter({});
    return true;
  }

  async #drawingNow(): Promise<Drawing> {
    const catalogue = await this.#open();
    const filtered = await this.#filter.open(catalogue);
    return { catalogue, filtered, sort: this.#shape.sort };
  }

  #reshape(): void {
    this.#filter.dispose();
    this.#large.forget();
    this.#drawing.later([undefined]);
  }

  /** The group "No Folder", if the bot has folders and other items to show. */
  #noFolder(drawing: Drawing, { bot, isBot }: TreeNode): TreeNode[] {
    if (!isBot) return [];
    const group = this.#nodes.of(bot, NO_FOLDER);
    if (hasFolders(drawing, bot) && countBelow(drawing, group) > 0) return [group];
    this.#nodes.forget(bot, NO_FOLDER);
    return [];
  }

  /** A filter shows what matches, and nothing else. */
  #firstLook({ catalogue }: Drawing, { bot, isBot }: TreeNode): TreeNode[] {
    const isShown = isBot && !this.#shape.isFiltered && firstLookOf(catalogue, bot) !== undefined;
    return isShown ? [this.#nodes.of(bot, FIRST_LOOK)] : [];
  }

  dispose(): void {
    this.#filter.dispose();
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
    this.#items.forget();
    this.#large.forget();
    this.#drawing.later(
      changes.map((change) => this.#nodeOf(change)).filter((node) => node !== null),
    );
  }

  /** The node to draw anew; `null`: none that VS Code has; `undefined`: the root. */
  #nodeOf(change: CatalogueChange): TreeNode | undefined | null {
    const { bot, item, childrenOf } = change;
    // With a filter, any change may make folders far from it come or go.
    if (bot === undefined || this.#shape.isFiltered) return undefined;
    if (childrenOf !== undefined) return this.#nodes.known(bot, childrenOf) ?? null;
    const node = this.#nodes.known(bot, item);
    const catalogue = this.#catalogue.current;
    const { sort } = this.#shape;
    // Sorted by one of its own fields, it may have another place among its siblings.
    const isMoved = catalogue !== undefined && node?.item !== undefined && sort.by !== 'name';
    const above = isMoved && this.#levelAbove({ catalogue, sort, filtered: undefined }, node);
    return (above || node) ?? null;
  }
}
