import type { QuickInput } from './quickInput.ts';
import { untilDone } from './untilDone.ts';

/** VS Code's own dialog for files, which asks in the quick input here. */
export class FileDialog {
  readonly #quickInput: QuickInput;

  constructor(quickInput: QuickInput) {
    this.#quickInput = quickInput;
  }

  /**
   * Waits until it lists a folder: before, it puts that folder's path in the place of what is typed. It begins with such
   * a path; that it asks for one, only newer versions say.
   */
  async shown(): Promise<void> {
    await this.#quickInput.matches(/[/\\]/);
    await this.#quickInput.box.locator('.monaco-list-row').first().waitFor();
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
    await quickInput.fill(path);
    // It looks up what is typed, too, and takes no answer meanwhile: so it is typed again only where it was replaced.
    await untilDone(async (attempt) => {
      if (await quickInput.asksPath()) {
        const typed = await quickInput.input.inputValue({ timeout: 2_000 });
        if (typed !== path) await quickInput.fill(path);
        await quickInput.accept();
      }
      await quickInput.pathTaken(500 * attempt);
    });
  }
}
