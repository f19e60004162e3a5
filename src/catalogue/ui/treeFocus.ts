import * as vscode from 'vscode';
import type { TreeNode } from './treeNode.ts';

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
