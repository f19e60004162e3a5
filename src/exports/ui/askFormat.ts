import * as vscode from 'vscode';
import {
  AUDIENCE_FORMATS,
  type CsvOption,
  EXPORT_FIELDS,
  EXPORT_FORMATS,
} from '../../base/exportPlan.ts';
import type { ExportChoices } from '../../commands/exportCommands.ts';
import { fieldTitle } from '../../customers/ui/gridTexts.ts';
import { askMany, askPick } from '../../base/ui/askPick.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

type Format = ExportChoices['format'];
type Fields = ExportChoices['fields'];

export async function askFormat(current: Format, position: StepPosition): Promise<Format | Back> {
  const { l10n } = vscode;
  const items = [...EXPORT_FORMATS, ...AUDIENCE_FORMATS].map((format) => {
    const { name, description } = SHOWN_FORMATS[format];
    return { label: name(), detail: description(), format };
  });
  const active = ({ format }: { readonly format: Format }): boolean => format === current;
  const picked = await askPick({ placeholder: l10n.t('Select a format'), items, active }, position);
  return picked === BACK ? BACK : picked.format;
}

interface CsvEntry extends vscode.QuickPickItem {
  readonly option: CsvOption;
}

function csvEntries(): readonly CsvEntry[] {
  const { l10n } = vscode;
  return [
    {
      label: l10n.t('Readable dates and statuses'),
      detail: l10n.t('Writes, for example, "2026-11-22 05:48:32" and "Paused" instead of numbers'),
      option: 'readable',
    },
    {
      label: l10n.t('Open correctly in Excel'),
      detail: l10n.t('Adds a byte order mark, so that Excel reads the file as UTF-8'),
      option: 'excel',
    },
    {
      label: l10n.t('Escape formulas'),
      detail: l10n.t(
        "Adds an apostrophe (') at the start of cells that a spreadsheet would run as a formula, such as =1+1",
      ),
      option: 'escapeFormulas',
    },
    {
      label: l10n.t('Two columns for each tag and each parameter'),
      detail: l10n.t(
        'These columns are written instead of the two JSON columns (all tags, all parameters)',
      ),
      option: 'columns',
    },
  ];
}

export async function askCsv(
  current: readonly CsvOption[],
  position: StepPosition,
): Promise<CsvOption[] | Back> {
  const placeholder = vscode.l10n.t('CSV options');
  const isPicked = ({ option }: CsvEntry): boolean => current.includes(option);
  const picked = await askMany({ placeholder, items: csvEntries(), isPicked }, position);
  return picked === BACK ? BACK : picked.map(({ option }) => option);
}

export async function askFields(current: Fields, position: StepPosition): Promise<Fields | Back> {
  const { l10n } = vscode;
  const other = l10n.t('Other fields');
  const items = EXPORT_FIELDS.map((field) => ({
    label: field,
    description: field === 'other' ? other : fieldTitle(field),
    field,
  }));
  const validate = (picked: readonly unknown[]): string | undefined =>
    picked.length === 0 ? l10n.t('Select at least one item.') : undefined;
  const placeholder = l10n.t('Select the fields to export');
  const isPicked = ({ field }: (typeof items)[number]): boolean => current.includes(field);
  const answer = await askMany({ placeholder, items, isPicked, validate }, position);
  if (answer === BACK) return BACK;
  const picked = answer.map(({ field }) => field);
  return EXPORT_FIELDS.filter((field) => picked.includes(field));
}
