import * as vscode from 'vscode';
import {
  type AudienceFormat,
  CSV_OPTIONS,
  EXPORT_FIELDS,
  type ExportFormat,
  type ExportPlan,
  isAudienceFormat,
  PERSONAL_FIELDS,
} from '../../base/exportPlan.ts';
import type { Bot } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askWhereToSave, pathOf } from '../../base/ui/filePaths.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { BACK, onlyStep, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { customerChoiceOf } from '../../catalogue/scanCounts.ts';
import { askFrom } from '../../catalogue/ui/askFrom.ts';
import { customerChoiceText } from '../../catalogue/ui/scanText.ts';
import type { ExportChoices } from '../../commands/exportCommands.ts';
import { askSource, type AskSourceNeeds, proposedSource } from '../../customers/ui/askSource.ts';
import { type CustomerSource, sourceText } from '../../customers/ui/chosenRows.ts';
import { askCsv, askFields, askFormat, askMasks, masksText } from './askFormat.ts';
import type { RememberedChoices } from './exportServices.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

export interface UserIdPlan {
  readonly format: AudienceFormat;
}

export interface ExportAnswers {
  readonly source: CustomerSource;
  readonly plan: ExportPlan | UserIdPlan;
  /** Absolute path. */
  readonly file: string;
}

export interface AskExportNeeds extends AskSourceNeeds {
  readonly exportChoices: RememberedChoices;
}

/** A row without `ask` starts the export. The other rows show a setting, and prompt for it when they are picked. */
interface SettingRow extends vscode.QuickPickItem {
  readonly ask?: ((position: StepPosition) => Promise<unknown>) | undefined;
}

/** Shows a list of all settings until the user picks "Export". Stores the settings as the next defaults. */
export async function askExport(services: AskExportNeeds, bot: Bot): Promise<ExportAnswers> {
  const { l10n } = vscode;
  const { exportChoices } = services;
  const list = new ExportList(services, bot, {
    source: await proposedSource(services, bot),
    choices: await exportChoices.read(),
  });
  const title = l10n.t('Export Customers of {0}', bot.label);
  const position = onlyStep(title);
  const placeholder = l10n.t('Press Enter to export, or select a setting to change');
  for (;;) {
    const picked = await askPick<SettingRow>({ placeholder, items: list.rows() }, position);
    if (picked === BACK) continue;
    if (picked.ask !== undefined) {
      await picked.ask({ ...position, canGoBack: true });
      continue;
    }
    const answers = await list.answers();
    if (answers === undefined) continue;
    await exportChoices.store(list.choices);
    return answers;
  }
}

class ExportList {
  readonly #services: AskSourceNeeds;
  readonly #bot: Bot;
  #source: CustomerSource;
  /** Text of the setting "Last interaction". Used only for customers that are read from the service. */
  #interactionTime: string;
  #choices: ExportChoices;
  #file: string | undefined;

  constructor(
    services: AskSourceNeeds,
    bot: Bot,
    { source, choices }: { readonly source: CustomerSource; readonly choices: ExportChoices },
  ) {
    this.#services = services;
    this.#bot = bot;
    this.#source = source;
    this.#choices = choices;
    this.#interactionTime = interactionText(source.kind === 'service' ? source.from : null);
  }

  get choices(): ExportChoices {
    return this.#choices;
  }

  /** Prompts for the file if none was chosen before. Returns `undefined` if the user cancels that prompt. */
  async answers(): Promise<ExportAnswers | undefined> {
    if (this.#file === undefined) await this.#chooseFile();
    const file = this.#file;
    return file === undefined
      ? undefined
      : { source: this.#source, plan: planOf(this.#choices), file };
  }

  rows(): readonly SettingRow[] {
    const { l10n } = vscode;
    const { format } = this.#choices;
    const { name, hasCells } = SHOWN_FORMATS[format];
    return [
      { label: l10n.t('Export'), iconPath: new vscode.ThemeIcon('export') },
      {
        label: l10n.t('Customers'),
        description: sourceText(this.#source),
        ask: (position) => this.#askSource(position),
      },
      ...this.#interactionRow(),
      { label: l10n.t('Format'), description: name(), ask: this.#promptFor('format', askFormat) },
      ...(hasCells ? [this.#csvRow()] : []),
      ...(isAudienceFormat(format) ? [] : this.#fieldRows()),
      {
        label: l10n.t('File'),
        description: this.#file ?? l10n.t('You choose the file when the export starts'),
        ask: () => this.#chooseFile(),
      },
    ];
  }

  #interactionRow(): readonly SettingRow[] {
    const source = this.#source;
    if (source.kind !== 'service') return [];
    const ask = async (position: StepPosition): Promise<void> => {
      const answer = await askFrom(this.#services.clock.now(), position);
      if (answer === BACK) return;
      const { from = null, days = null } = answer;
      this.#source = { ...source, from };
      this.#interactionTime = interactionText(from, days);
    };
    return [{ label: vscode.l10n.t('Last interaction'), description: this.#interactionTime, ask }];
  }

  #fieldRows(): readonly SettingRow[] {
    const { l10n } = vscode;
    const { fields, masks } = this.#choices;
    const personal = PERSONAL_FIELDS.filter((field) => fields.includes(field));
    const fieldsRow = {
      label: l10n.t('Fields'),
      description: countText(fields.length, EXPORT_FIELDS.length),
      ask: this.#promptFor('fields', askFields),
    };
    if (personal.length === 0) return [fieldsRow];
    const ask = this.#promptFor('masks', (current, position) =>
      askMasks(personal, current, position),
    );
    return [
      fieldsRow,
      { label: l10n.t('Personal fields'), description: masksText(personal, masks), ask },
    ];
  }

  #csvRow(): SettingRow {
    const description = countText(this.#choices.csv.length, CSV_OPTIONS.length);
    return {
      label: vscode.l10n.t('CSV options'),
      description,
      ask: this.#promptFor('csv', askCsv),
    };
  }

  #promptFor<K extends keyof ExportChoices>(
    key: K,
    ask: (current: ExportChoices[K], position: StepPosition) => Promise<ExportChoices[K] | Back>,
  ): SettingRow['ask'] {
    return async (position) => {
      const answer = await ask(this.#choices[key], position);
      if (answer === BACK) return;
      // The extension of the file depends on the format.
      if (key === 'format' && answer !== this.#choices.format) this.#file = undefined;
      this.#choices = { ...this.#choices, [key]: answer };
    };
  }

  async #askSource(position: StepPosition): Promise<void> {
    const previousSource = this.#source;
    const source = await askSource(
      this.#services,
      { bot: this.#bot, callerAsksFrom: true },
      position,
    );
    if (source === BACK) return;
    // The setting "Last interaction" is kept if the customers are read from the service as before.
    const from = previousSource.kind === 'service' ? previousSource.from : null;
    this.#source = source.kind === 'service' ? { ...source, from } : source;
    if (previousSource.kind !== 'service') this.#interactionTime = interactionText(null);
  }

  async #chooseFile(): Promise<void> {
    this.#file = (await askFile(this.#bot.label, this.#choices.format)) ?? this.#file;
  }
}

/**
 * @param from earliest interaction, in ms; `null`: all customers
 * @param days number of days from which `from` was computed, if any
 */
function interactionText(from: number | null, days: number | null = null): string {
  return customerChoiceText(customerChoiceOf({ from, days }));
}

function countText(count: number, total: number): string {
  return vscode.l10n.t('{0} of {1}', numberText(count), numberText(total));
}

function planOf({ format, fields, csv, masks }: ExportChoices): ExportPlan | UserIdPlan {
  if (isAudienceFormat(format)) return { format };
  return {
    format,
    fields,
    masks,
    bom: csv.includes('excel'),
    lists: csv.includes('columns') ? 'columns' : 'json',
    values: csv.includes('readable') ? 'readable' : 'raw',
    escapeFormulas: csv.includes('escapeFormulas'),
  };
}

/** The save dialog confirms before a file is replaced. */
async function askFile(
  proposedName: string,
  format: ExportFormat | AudienceFormat,
): Promise<string | undefined> {
  const { l10n } = vscode;
  const { name: formatName, extension } = SHOWN_FORMATS[format];
  const uri = await askWhereToSave({
    title: l10n.t('Export Customers'),
    saveLabel: l10n.t('Export'),
    filters: { [formatName()]: [extension] },
    name: proposedName,
    extension,
    needsPath: true,
  });
  return uri && pathOf(uri);
}
