import type { Memento } from 'vscode';
import { EXPORT_FIELDS, type Exporter } from '../../base/exportPlan.ts';
import type { Lazy } from '../../base/promises.ts';
import type { ExportChoices, parseExportChoices } from '../../commands/exportCommands.ts';
import type { CustomerServices } from '../../customers/ui/customerServices.ts';
import { ExportJobs } from './exportJobs.ts';

export interface ExportServices extends CustomerServices {
  readonly exports: ExportJobs;
  readonly exportChoices: RememberedChoices;
}

type ChoiceReader = Lazy<{ readonly parseExportChoices: typeof parseExportChoices }>;

type Needs = Omit<CustomerServices, 'panels' | 'errors' | 'commands'> & {
  readonly exporter: Lazy<Exporter>;
  readonly validators: ChoiceReader;
};

export function createExports(services: Needs): Pick<ExportServices, 'exports' | 'exportChoices'> {
  const exports = new ExportJobs(services);
  const exportChoices = new RememberedChoices(services.context.globalState, services.validators);
  return { exports, exportChoices };
}

const KEY = 'botTags.exportChoices';

const DEFAULTS: ExportChoices = {
  format: 'csv',
  csv: ['readable', 'excel', 'escapeFormulas'],
  fields: [...EXPORT_FIELDS],
  masks: {},
};

/** Store of the format, fields and options of the last export, without its customers and file. */
export class RememberedChoices {
  readonly #state: Memento;
  readonly #validators: ChoiceReader;

  constructor(state: Memento, validators: ChoiceReader) {
    this.#state = state;
    this.#validators = validators;
  }

  async read(): Promise<ExportChoices> {
    const validators = await this.#validators();
    return validators.parseExportChoices(this.#state.get(KEY)) ?? DEFAULTS;
  }

  async store(choices: ExportChoices): Promise<void> {
    await this.#state.update(KEY, choices);
  }
}
