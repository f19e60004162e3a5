import type * as vscode from 'vscode';
import { EXPORT_FIELDS } from '../../base/exportPlan.ts';
import type { Lazy } from '../../base/promises.ts';
import type * as exportChoices from '../../commands/exportCommands.ts';

type ExportChoices = exportChoices.ExportChoices;
/** Loads the function that validates stored choices. */
export type ChoiceReader = Lazy<Pick<typeof exportChoices, 'parseExportChoices'>>;

const KEY = 'botTags.exportChoices';

const DEFAULTS: ExportChoices = {
  format: 'csv',
  csv: ['readable', 'excel', 'escapeFormulas'],
  fields: [...EXPORT_FIELDS],
  masks: {},
};

/** Format, fields and options of the last export, without customers and files. Stored in VS Code's global state. */
export class RememberedChoices {
  readonly #state: vscode.Memento;
  readonly #validators: ChoiceReader;

  constructor(state: vscode.Memento, validators: ChoiceReader) {
    this.#state = state;
    this.#validators = validators;
  }

  async read(): Promise<ExportChoices> {
    const { parseExportChoices } = await this.#validators();
    return parseExportChoices(this.#state.get(KEY)) ?? DEFAULTS;
  }

  async keep(choices: ExportChoices): Promise<void> {
    await this.#state.update(KEY, choices);
  }
}
