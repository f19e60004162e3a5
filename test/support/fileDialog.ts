import type { QuickInput } from './quickInput.ts';
import { untilDone } from './untilDone.ts';

/** VS Code's own dialog for files, which asks in the quick input here. */
export class FileDialog {
  readonly #quickInput: QuickInput;

  constructor(quickInput: QuickInput) {
    this.#quickInput = quickInput;
  }

  /** Waits until it is there. It begins with the path of a folder; that it asks for one, only newer versions say. */
  async shown(): Promise<void> {
    await this.#quickInput.matches(/[/\\]/);
  }

  /** Waits until it has put such a name of a file behind its folder, and gives all of it: what was typed before goes. */
  async proposed(name = /[/\\][^/\\]+$/): Promise<string> {
    await this.#quickInput.matches(name);
    return this.#quickInput.input.inputValue();
  }

  /** Answers with the path of a file, or of a folder with a separator at its end. */
  async answer(path: string): Promise<void> {
    const quickInput = this.#quickInput;
    await this.shown();
    // It looks the folder up first, and then has its own idea of the text.
    await untilDone(async () => {
      if (await quickInput.box.isVisible()) await quickInput.answer(path);
      await quickInput.box.waitFor({ state: 'hidden', timeout: 2_000 });
    });
  }
}
