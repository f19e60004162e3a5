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
