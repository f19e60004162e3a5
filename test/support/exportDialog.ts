import type { Workbench } from './e2e.ts';
import { FileDialog } from './fileDialog.ts';

/** Quick pick of "Export Customers…", operated as a user would. */
export class ExportDialog {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Chooses the format and the masking of personal fields, and starts the export. */
  async answer(format: RegExp, masking: string): Promise<void> {
    await this.change(/^Format/, format);
    await this.change(/^Personal fields/, masking);
    await this.start();
  }

  /** Opens the setting of a row. */
  async open(row: RegExp): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.expect('Press Enter to export, or select a setting to change');
    await quickInput.pick(row);
    await quickInput.option(/^Export/).waitFor({ state: 'detached' });
  }

  async change(row: RegExp, answer: string | RegExp): Promise<void> {
    await this.open(row);
    await this.#workbench.quickInput.pick(answer);
  }

  /** Presses Enter on the first row. */
  async start(): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.expect('Press Enter to export, or select a setting to change');
    await quickInput.pickActive(/^Export/);
  }

  async saveAs(file: string): Promise<void> {
    await new FileDialog(this.#workbench.quickInput).answer(file);
  }
}
