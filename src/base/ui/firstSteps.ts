import type * as vscode from 'vscode';
import { FIRST_STEPS, type FirstStep } from '../manifest.ts';

/**
 * Steps of the walkthrough that have succeeded on this machine. VS Code stores completed steps too, but each window
 * overwrites the list of the other windows. Therefore each step is also stored here under its own key.
 */
export class FirstSteps {
  readonly #state: vscode.Memento;
  readonly #setContext: (key: FirstStep) => void;
  readonly #completed = new Set<FirstStep>();

  /** Reads nothing from the state yet, because the activation must be fast. */
  constructor(state: vscode.Memento, setContext: (key: FirstStep) => void) {
    this.#state = state;
    this.#setContext = setContext;
  }

  markDone(step: FirstStep): void {
    if (this.#completed.has(step)) return;
    this.#completed.add(step);
    this.#setContext(step);
    // If the state cannot be written, the loss of the walkthrough's progress is unimportant.
    if (!this.#isStored(step)) this.#state.update(step, true).then(undefined, () => undefined);
  }

  /** Sets the context keys of the steps that were completed before this window opened. */
  setContextKeys(): void {
    for (const step of FIRST_STEPS) if (this.#isStored(step)) this.markDone(step);
  }

  #isStored(step: FirstStep): boolean {
    return this.#state.get(step) === true;
  }
}
