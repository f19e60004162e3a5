import * as vscode from 'vscode';
import type { TreeNode } from './treeNode.ts';

/** Changes that come within this time are drawn together, ms. */
const DRAW_AFTER = 30;

/** From one drawing to the next, ms: a scan changes many nodes many times a second. */
const DRAW_EVERY = 300;

/** More nodes than this are drawn as one whole tree. */
const MANY = 200;

/** When the tree is drawn anew, and what of it. */
export class TreeDrawing implements vscode.Disposable {
  readonly #drawn = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly onDidDraw = this.#drawn.event;
  readonly #waiting = new Set<TreeNode | undefined>();
  #drawnAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param nodes `undefined` among them: the whole tree */
  later(nodes: readonly (TreeNode | undefined)[]): void {
    for (const node of nodes) this.#waiting.add(node);
    if (nodes.length === 0) return;
    const wait = Math.max(DRAW_AFTER, this.#drawnAt + DRAW_EVERY - performance.now());
    this.#timer ??= setTimeout(() => this.now(), wait);
  }

  /** Draws what waits for it. */
  now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const nodes = [...this.#waiting];
    this.#waiting.clear();
    if (nodes.length === 0) return;
    this.#drawnAt = performance.now();
    const whole = nodes.includes(undefined) || nodes.length > MANY;
    this.#drawn.fire(whole ? undefined : nodes.filter((node) => node !== undefined));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#drawn.dispose();
  }
}

const TOGGLE = 'list.toggleSelection';

/** Which rows of the tree a key is meant for; VS Code tells a keybinding neither the focused row nor the selected ones. */
export class TreeFocus {
  readonly #view: Pick<vscode.TreeView<TreeNode>, 'selection'>;
  #reading: Promise<readonly TreeNode[]> | undefined;

  constructor(view: Pick<vscode.TreeView<TreeNode>, 'selection'>) {
    this.#view = view;
  }

  /**
   * The focused row, with the rest of the selection when it is part of it. Nothing when no row has the focus. To be
   * called for a key that was pressed in the tree only: VS Code takes the list that had the focus last.
   */
  read(): Promise<readonly TreeNode[]> {
    // Two at a time would see each other's toggles.
    this.#reading ??= this.#read()
      // VS Code fails when the row that had the focus is being taken away: then no row has it.
      .catch(() => [])
      .finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(): Promise<readonly TreeNode[]> {
    // After a refresh VS Code reports no selection until the selection changes, so both are read after a toggle.
    const toggled = await this.#toggled();
    // The second toggle restores the selection, also of another list that has got the focus meanwhile.
    const selected = await this.#toggled();
    const focused = differences(selected, toggled);
    const [node] = focused;
    // More than one: the selection was changed meanwhile, and nobody knows which one was meant.
    if (node === undefined || focused.length > 1) return [];
    return selected.includes(node) ? [node, ...selected.filter((other) => other !== node)] : [node];
  }

  /** Takes the focused row into the selection, or out of it. VS Code tells the selection before that it is done. */
  async #toggled(): Promise<readonly TreeNode[]> {
    await vscode.commands.executeCommand(TOGGLE);
    return this.#view.selection;
  }
}

/** Of a selection of thousands, too. */
function differences(some: readonly TreeNode[], others: readonly TreeNode[]): readonly TreeNode[] {
  const [first, second] = [new Set(some), new Set(others)];
  return [
    ...some.filter((node) => !second.has(node)),
    ...others.filter((node) => !first.has(node)),
  ];
}
