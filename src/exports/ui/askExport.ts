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
import { pathOf } from '../../base/ui/filePath.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { askWhereToSave } from '../../base/ui/saveDialog.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { choiceOf } from '../../catalogue/scanCounts.ts';
import { askFrom } from '../../catalogue/ui/askFrom.ts';
import { choiceText } from '../../catalogue/ui/scanText.ts';
import type { ExportChoices } from '../../commands/exportCommands.ts';
import { askSource, type AskSourceNeeds, proposedSource } from '../../customers/ui/askSource.ts';
import { type CustomerSource, sourceText } from '../../customers/ui/customerSource.ts';
import { askCsv, askFields, askFormat } from './askFormat.ts';
import { askMasks, masksText } from './askMasks.ts';
import type { RememberedChoices } from './rememberedChoices.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

/** An export of user IDs alone. */
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

/** Row of the list. A row with `ask` shows an answer and asks again when it is picked; the row without starts the export. */
interface Row extends vscode.QuickPickItem {
  readonly ask?: ((position: StepPosition) => Promise<unknown>) | undefined;
}

/** Shows one list with all answers of an export. Enter on its first row returns them. Throws `Cancelled`. */
export async function askExport(parts: AskExportNeeds, bot: Bot): Promise<ExportAnswers> {
  const { l10n } = vscode;
  const { exportChoices } = parts;
  const list = new ExportList(parts, bot, {
    source: await proposedSource(parts, bot),
    choices: await exportChoices.read(),
  });
  const title = l10n.t('Export Customers of {0}', bot.label);
  const position = { title, step: 1, totalSteps: 1, canGoBack: false };
  const placeholder = l10n.t('Press Enter to export, or select a setting to change');
  for (;;) {
    const picked = await askPick<Row>({ placeholder, items: list.rows() }, position);
    if (picked === BACK) continue;
    if (picked.ask !== undefined) {
      await picked.ask({ ...position, canGoBack: true });
      continue;
    }
    const answers = await list.answers();
    if (answers === undefined) continue;
    await exportChoices.keep(list.choices);
    return answers;
  }
}

class ExportList {
  readonly #parts: AskSourceNeeds;
  readonly #bot: Bot;
  #source: CustomerSource;
  /** Time of the last interaction in words, for customers of the service. */
  #since: string;
  #choices: ExportChoices;
  #file: string | undefined;

  constructor(
    parts: AskSourceNeeds,
    bot: Bot,
    { source, choices }: { readonly source: CustomerSource; readonly choices: ExportChoices },
  ) {
    this.#parts = parts;
    this.#bot = bot;
    this.#source = source;
    this.#choices = choices;
    this.#since = sinceText(source.kind === 'service' ? source.from : null);
  }

  get choices(): ExportChoices {
    return this.#choices;
  }

  /** @returns `undefined` if no file was chosen */
  async answers(): Promise<ExportAnswers | undefined> {
    if (this.#file === undefined) await this.#chooseFile();
    const file = this.#file;
    return file === undefined
      ? undefined
      : { source: this.#source, plan: planOf(this.#choices), file };
  }

  rows(): readonly Row[] {
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
      ...this.#sinceRow(),
      { label: l10n.t('Format'), description: name(), ask: this.#asking('format', askFormat) },
      ...(hasCells ? [this.#csvRow()] : []),
      ...(isAudienceFormat(format) ? [] : this.#fieldRows()),
      {
        label: l10n.t('File'),
        description: this.#file ?? l10n.t('You choose the file when the export starts'),
        ask: () => this.#chooseFile(),
      },
    ];
  }

  #sinceRow(): readonly Row[] {
    const source = this.#source;
    if (source.kind !== 'service') return [];
    const ask = async (position: StepPosition): Promise<void> => {
      const answer = await askFrom(this.#parts.clock.now(), position);
      if (answer === BACK) return;
      const { from = null, days = null } = answer;
      this.#source = { ...source, from };
      this.#since = sinceText(from, days);
    };
    return [{ label: vscode.l10n.t('Last interaction'), description: this.#since, ask }];
  }

  #fieldRows(): readonly Row[] {
    const { l10n } = vscode;
    const { fields, masks } = this.#choices;
    const text = partText(fields.length, EXPORT_FIELDS.length);
    const personal = PERSONAL_FIELDS.filter((field) => fields.includes(field));
    const row = {
      label: l10n.t('Fields'),
      description: text,
      ask: this.#asking('fields', askFields),
    };
    if (personal.length === 0) return [row];
    const ask = this.#asking('masks', (current, position) => askMasks(personal, current, position));
    return [
      row,
      { label: l10n.t('Personal fields'), description: masksText(personal, masks), ask },
    ];
  }

  #csvRow(): Row {
    const description = partText(this.#choices.csv.length, CSV_OPTIONS.length);
    return { label: vscode.l10n.t('CSV options'), description, ask: this.#asking('csv', askCsv) };
  }

  /** Returns a function that asks for one choice and keeps the answer. */
  #asking<K extends keyof ExportChoices>(
    key: K,
    ask: (current: ExportChoices[K], position: StepPosition) => Promise<ExportChoices[K] | Back>,
  ): Row['ask'] {
    return async (position) => {
      const answer = await ask(this.#choices[key], position);
      if (answer === BACK) return;
      // The extension of the file depends on the format.
      if (key === 'format' && answer !== this.#choices.format) this.#file = undefined;
      this.#choices = { ...this.#choices, [key]: answer };
    };
  }

  async #askSource(position: StepPosition): Promise<void> {
    const before = this.#source;
    const source = await askSource(this.#parts, { bot: this.#bot, asksFrom: true }, position);
    if (source === BACK) return;
    const from = before.kind === 'service' ? before.from : null;
    this.#source = source.kind === 'service' ? { ...source, from } : source;
    if (before.kind !== 'service') this.#since = sinceText(null);
  }

  async #chooseFile(): Promise<void> {
    this.#file = (await askTarget(this.#bot.label, this.#choices.format)) ?? this.#file;
  }
}

function sinceText(from: number | null, days: number | null = null): string {
  return choiceText(choiceOf({ from, days }));
}

function partText(count: number, all: number): string {
  return vscode.l10n.t('{0} of {1}', numberText(count), numberText(all));
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

/** The file that the person chooses, if any; VS Code asks before a file is replaced. */
async function askTarget(
  name: string,
  format: ExportFormat | AudienceFormat,
): Promise<string | undefined> {
  const { l10n } = vscode;
  const { name: formatName, extension } = SHOWN_FORMATS[format];
  const uri = await askWhereToSave({
    title: l10n.t('Export Customers'),
    saveLabel: l10n.t('Export'),
    filters: { [formatName()]: [extension] },
    ...{ name, extension, needsPath: true },
  });
  return uri && pathOf(uri);
}
