import type * as vscode from 'vscode';
import { FIRST_STEPS, type FirstStep } from '../manifest.ts';

/**
 * What of the walkthrough has succeeded on this machine. VS Code remembers steps that are done, but each window writes
 * its own list over that of the others: so they are kept here too, by name and nothing else.
 */
export class FirstSteps {
  readonly #kept: vscode.Memento;
  readonly #setContext: (key: FirstStep) => void;
  readonly #told = new Set<FirstStep>();

  /** Made at activation: reads nothing yet. */
  constructor(kept: vscode.Memento, setContext: (key: FirstStep) => void) {
    this.#kept = kept;
    this.#setContext = setContext;
  }

  done(step: FirstStep): void {
    if (this.#told.has(step)) return;
    this.#told.add(step);
    this.#setContext(step);
    // Where nothing can be kept, the walkthrough is the least that is lost.
    if (!this.#isKept(step)) this.#kept.update(step, true).then(undefined, () => undefined);
  }

  /** Tells VS Code what was done before this window. */
  tell(): void {
    for (const step of FIRST_STEPS) if (this.#isKept(step)) this.done(step);
  }

  #isKept(step: FirstStep): boolean {
    return this.#kept.get(step) === true;
  }
}
