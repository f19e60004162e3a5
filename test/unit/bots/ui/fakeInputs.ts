import { withVscode } from '../../vscodeTexts.ts';

/** Replacement of the `vscode` module: English texts, and input boxes that a test answers. */
const VSCODE = `
const fill = (text, values) => text.replaceAll(/\\{(\\d)\\}/g, (all, at) => String(values[at] ?? all));
export const l10n = { t: (text, ...values) => fill(text, values) };
export const env = { language: 'en' };
export const QuickInputButtons = { Back: { name: 'back' } };
export const InputBoxValidationSeverity = { Warning: 2 };
export class ThemeIcon {}
export const window = { createInputBox: () => globalThis.openInputBox() };
`;

interface Button {
  readonly tooltip?: string;
}

/** Fake input box with the members that the extension uses, and the actions of a user. */
export class FakeInputBox {
  value = '';
  prompt = '';
  password = false;
  enabled = true;
  busy = false;
  validationMessage: string | undefined;
  buttons: readonly Button[] = [];
  readonly #accept = new Set<() => unknown>();
  readonly #change = new Set<(text: string) => unknown>();
  readonly #button = new Set<(button: Button) => unknown>();
  readonly onDidAccept = (listener: () => unknown) => addListener(this.#accept, listener);
  readonly onDidChangeValue = (listener: (text: string) => unknown) =>
    addListener(this.#change, listener);
  readonly onDidTriggerButton = (listener: (button: Button) => unknown) =>
    addListener(this.#button, listener);
  readonly onDidHide = () => ({ dispose: () => undefined });

  show(): void {}

  dispose(): void {}

  /** Types or pastes a text that replaces the current one. */
  fill(text: string): void {
    this.value = text;
    for (const listener of this.#change) listener(text);
  }

  /**
   * Types a text, and presses Enter.
   * @returns once the answer was accepted or refused
   */
  async answer(text = this.value): Promise<void> {
    if (text !== this.value) this.fill(text);
    await Promise.all([...this.#accept].map((listener) => listener()));
    await settled();
  }

  async press(button: Button | undefined): Promise<void> {
    if (button === undefined) throw new Error('the box has no such button');
    for (const listener of this.#button) listener(button);
    await settled();
  }
}

function addListener<T>(listeners: Set<T>, listener: T) {
  listeners.add(listener);
  return { dispose: () => void listeners.delete(listener) };
}

/** Waits until the next box is open, which takes several microtasks. */
export function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/**
 * Loads the steps of "Add Bot" outside of VS Code.
 * @param opened is called with each new box
 */
export function loadAskNewBot(opened: (box: FakeInputBox) => void) {
  Object.assign(globalThis, {
    openInputBox: () => {
      const box = new FakeInputBox();
      opened(box);
      return box;
    },
  });
  // The query gives these modules their own instances: other tests load a smaller `vscode`.
  return withVscode(VSCODE, '?inputs', () => import('../../../../src/bots/ui/askNewBot.ts'));
}
