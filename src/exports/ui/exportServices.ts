import type { Memento } from 'vscode';
import { EXPORT_FIELDS, type Exporter } from '../../base/exportPlan.ts';
import type { Lazy } from '../../base/promises.ts';
import { botFixes } from '../../bots/ui/readOnly.ts';
import { botByReference } from '../../catalogue/ui/handler.ts';
import type { ExportChoices, parseExportChoices } from '../../commands/exportCommands.ts';
import type { CustomerServices } from '../../customers/ui/customerServices.ts';
import { checkOutcome } from '../../errors/ui/checkOutcome.ts';
import { type ErrorActions, type ErrorDisplay, showError } from '../../errors/ui/showError.ts';
import { ExportJobs } from './exportJobs.ts';
import { resumeWithProgress } from './exportMessages.ts';

export interface ExportServices extends CustomerServices {
  readonly exports: ExportJobs;
  readonly exportChoices: RememberedChoices;
}

type ChoiceReader = Lazy<{ readonly parseExportChoices: typeof parseExportChoices }>;

type Needs = Omit<CustomerServices, 'panels' | 'errors' | 'commands'> & {
  readonly exporter: Lazy<Exporter>;
  readonly validators: ChoiceReader;
};

/** Also creates the display of errors, because its buttons resume and discard exports. */
export function createExports(
  services: Needs,
): Pick<ExportServices, 'exports' | 'exportChoices' | 'errors'> {
  const exports = new ExportJobs(services);
  const exportChoices = new RememberedChoices(services.context.globalState, services.validators);
  return { exports, exportChoices, errors: createErrorDisplay(services, exports) };
}

function createErrorDisplay(
  services: Pick<CustomerServices, 'log' | 'catalogue' | 'tokens' | 'items' | 'tags'>,
  exports: ExportJobs,
): ErrorDisplay {
  const { log, catalogue } = services;
  const actions: ErrorActions = {
    log,
    ...botFixes(services),
    check: async (botKey, subject) =>
      checkOutcome(services, botByReference(await catalogue(), botKey), subject),
    resume: (file, change) => resumeWithProgress(exports, file, change),
    discard: (file) => exports.discard(file),
  };
  return { show: (error, botKey) => showError(actions, error, botKey) };
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
