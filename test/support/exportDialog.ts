import type { Workbench } from './e2e.ts';
import { untilDone } from './untilDone.ts';

/** The questions of "Export Customers…", as a person answers them. */
export class ExportDialog {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Answers the questions before the file: everybody, every field. */
  async answer(format: RegExp, masking: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.expect('Which customers, by last interaction?');
    await quickInput.pick('Everybody');
    await quickInput.expect('Which format?');
    await quickInput.pick(format);
    await this.chooseFields(masking);
  }

  async chooseFields(masking: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.expect('Which fields?');
    await quickInput.accept();
    await quickInput.expect(
      'How should personal fields be exported? (Name, E-mail, Phone, Birthday, and Picture)',
    );
    await quickInput.pick(masking);
  }

  /** VS Code's own dialog, which asks in the quick input here. */
  async saveAs(file: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.expect('Folder path');
    // The dialog looks the folder up first, and then has its own idea of the text.
    await untilDone(async () => {
      if (await quickInput.box.isVisible()) await quickInput.answer(file);
      await quickInput.box.waitFor({ state: 'hidden', timeout: 2_000 });
    });
  }
}
