import type { QuickInput } from './quickInput.ts';
import { untilDone } from './untilDone.ts';

/** VS Code's own file dialog, which uses the quick input here. */
export class FileDialog {
  readonly #quickInput: QuickInput;

  constructor(quickInput: QuickInput) {
    this.#quickInput = quickInput;
  }

  /**
   * Waits until the dialog lists a folder. Before that, the dialog overwrites typed text with the path of the folder. The
   * dialog is recognized by the path in its input, because only newer versions show a prompt.
   */
  async shown(): Promise<void> {
    await this.#quickInput.matches(/[/\\]/);
    await this.#quickInput.box.locator('.monaco-list-row').first().waitFor();
  }

  /** Waits until the dialog has put a matching file name in place of typed text. Returns the full path. */
  async proposed(name = /[/\\][^/\\]+$/): Promise<string> {
    await this.#quickInput.matches(name);
    return this.#quickInput.input.inputValue();
  }

  /** Answers with the path of a file, or of a folder with a separator at the end. */
  async answer(path: string): Promise<void> {
    const quickInput = this.#quickInput;
    await this.shown();
    await quickInput.fill(path);
    // The dialog also looks up typed paths and accepts no answer during the lookup. So the path is typed again only if
    // it was replaced.
    await untilDone(async (attempt) => {
      if (await quickInput.isFileDialogOpen()) {
        const typed = await quickInput.input.inputValue({ timeout: 2_000 });
        if (typed !== path) await quickInput.fill(path);
        await quickInput.accept();
      }
      await quickInput.waitForFileDialogToClose(500 * attempt);
    });
  }
}
