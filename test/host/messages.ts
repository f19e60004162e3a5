import type * as vscode from 'vscode';
import type { WindowRecorder } from './windowRecorder.ts';

interface Message {
  readonly text: string;
  /** Detail of a dialog. Empty for other messages. */
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** Replaces the messages and dialogs of VS Code: records them instead of showing them, and presses buttons. */
export class Messages {
  /** Messages in the order in which they appeared. */
  readonly all: Message[] = [];
  /** Buttons to press, in this order. A message that does not have the next button is closed. */
  presses: string[] = [];
  /** Callback that runs before a button is pressed, while its message is open. */
  beforePress: () => unknown = () => undefined;

  /** @param recorder recorder that has been started, and that restores the window when it is stopped */
  constructor(recorder: WindowRecorder) {
    const show = (text: string, ...rest: unknown[]) => this.#show(text, rest);
    recorder.replace({
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
    });
  }

  get texts(): readonly string[] {
    return this.all.map(({ text }) => text);
  }

  async #show(text: string, rest: unknown[]): Promise<unknown> {
    const hasOptions = (rest[0] as vscode.MessageOptions | undefined)?.modal !== undefined;
    const { detail = '' } = hasOptions ? (rest.shift() as vscode.MessageOptions) : {};
    this.all.push({ text, detail, buttons: rest.map(titleOf) });
    const pressed = rest.find((button) => titleOf(button) === this.presses[0]);
    if (pressed === undefined) return undefined;
    this.presses.shift();
    await this.beforePress();
    return pressed;
  }
}

function titleOf(button: unknown): string {
  return typeof button === 'string' ? button : (button as vscode.MessageItem).title;
}
