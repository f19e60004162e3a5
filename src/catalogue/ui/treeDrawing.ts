import * as vscode from 'vscode';
import type { TreeNode } from './treeNode.ts';

/** Debounce time in ms. Changes within this time are drawn together. */
const DEBOUNCE_MS = 30;

/** Minimum time between two drawings, in ms. A scan changes many nodes many times a second. */
const MIN_INTERVAL_MS = 300;

/** Maximum number of nodes to redraw one by one. If more have changed, the whole tree is redrawn. */
const MAX_SINGLE_NODES = 200;

/** Throttled queue of the nodes to redraw. */
export class RedrawQueue implements vscode.Disposable {
  readonly #drawEmitter = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly onDidDraw = this.#drawEmitter.event;
  readonly #queuedNodes = new Set<TreeNode | undefined>();
  #lastDrawTime = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param nodes nodes to redraw; the element `undefined` means the whole tree */
  queue(nodes: readonly (TreeNode | undefined)[]): void {
    for (const node of nodes) this.#queuedNodes.add(node);
    if (nodes.length === 0) return;
    const wait = Math.max(DEBOUNCE_MS, this.#lastDrawTime + MIN_INTERVAL_MS - performance.now());
    this.#timer ??= setTimeout(() => this.flush(), wait);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const nodes = [...this.#queuedNodes];
    this.#queuedNodes.clear();
    if (nodes.length === 0) return;
    this.#lastDrawTime = performance.now();
    const isWholeTree = nodes.includes(undefined) || nodes.length > MAX_SINGLE_NODES;
    this.#drawEmitter.fire(isWholeTree ? undefined : nodes.filter((node) => node !== undefined));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#drawEmitter.dispose();
  }
}

const TOGGLE_COMMAND = 'list.toggleSelection';

/** Finds the rows that a key is meant for. VS Code passes neither the focused row nor the selection to a keybinding. */
export class TreeFocus {
  readonly #view: Pick<vscode.TreeView<TreeNode>, 'selection'>;
  #currentRead: Promise<readonly TreeNode[]> | undefined;

  constructor(view: Pick<vscode.TreeView<TreeNode>, 'selection'>) {
    this.#view = view;
  }

  /**
   * Returns the focused row, followed by the rest of the selection if the row is part of it; empty if no row has the
   * focus. Must be called only for a key pressed in the tree: the toggle command applies to the list that last had the
   * focus, which may be any list of VS Code.
   */
  read(): Promise<readonly TreeNode[]> {
    // Two concurrent reads would see each other's toggles.
    this.#currentRead ??= this.#read()
      // The command fails while VS Code removes the focused row. Then no row has the focus.
      .catch(() => [])
      .finally(() => (this.#currentRead = undefined));
    return this.#currentRead;
  }

  async #read(): Promise<readonly TreeNode[]> {
    // Both selections are read after a toggle: after a refresh, VS Code reports no selection until it changes.
    const afterToggle = await this.#toggle();
    // The second toggle undoes the first. If another list has got the focus since the key was pressed, the toggles
    // change and restore the selection of that list.
    const selection = await this.#toggle();
    const changedNodes = differences(selection, afterToggle);
    const [node] = changedNodes;
    // If more than one node has changed, the selection changed between the toggles, so the focused row is unknown.
    if (node === undefined || changedNodes.length > 1) return [];
    return selection.includes(node)
      ? [node, ...selection.filter((other) => other !== node)]
      : [node];
  }

  /** Toggles the selection of the focused row. VS Code reports the new selection before the command completes. */
  async #toggle(): Promise<readonly TreeNode[]> {
    await vscode.commands.executeCommand(TOGGLE_COMMAND);
    return this.#view.selection;
  }
}

/** Takes linear time, because thousands of nodes may be selected. */
function differences(before: readonly TreeNode[], after: readonly TreeNode[]): readonly TreeNode[] {
  const [beforeSet, afterSet] = [new Set(before), new Set(after)];
  return [
    ...before.filter((node) => !afterSet.has(node)),
    ...after.filter((node) => !beforeSet.has(node)),
  ];
}
