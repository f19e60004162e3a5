import * as vscode from 'vscode';

const TOGGLED = 'tree.toggled';

/** The oldest are forgotten first. */
const MOST = 1000;

/** Which nodes a person opened, or closed; kept with the workspace, because VS Code forgets it with the window. */
export class OpenNodes {
  readonly #state: vscode.Memento;
  /** IDs of the nodes that are not as they are at first. */
  readonly #toggled: Set<string>;

  constructor(state: vscode.Memento) {
    this.#state = state;
    const kept: unknown = state.get(TOGGLED);
    const ids: readonly unknown[] = Array.isArray(kept) ? kept : [];
    this.#toggled = new Set(ids.filter((id) => typeof id === 'string'));
  }

  /** What the node is to be like in the tree. @param isOpenAtFirst before anybody has touched it */
  stateOf(id: string, isOpenAtFirst: boolean): vscode.TreeItemCollapsibleState {
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    return this.#toggled.has(id) === isOpenAtFirst ? Collapsed : Expanded;
  }

  forgetAll(): void {
    this.#toggled.clear();
  }

  async set(id: string, isOpen: boolean, isOpenAtFirst: boolean): Promise<void> {
    if (this.#toggled.has(id) === (isOpen !== isOpenAtFirst)) return;
    if (!this.#toggled.delete(id)) this.#toggled.add(id);
    for (const oldest of this.#toggled) {
      if (this.#toggled.size <= MOST) break;
      this.#toggled.delete(oldest);
    }
    await this.#state.update(TOGGLED, [...this.#toggled]);
  }
}
