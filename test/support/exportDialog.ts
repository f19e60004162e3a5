import type { Workbench } from './e2e.ts';
import { FileDialog } from './fileDialog.ts';

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

  async saveAs(file: string): Promise<void> {
    await new FileDialog(this.#workbench.quickInput).answer(file);
  }
}
