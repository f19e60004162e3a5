import * as vscode from 'vscode';
import type { PersonalField } from '../../base/customerFields.ts';
import {
  AUDIENCE_FORMATS,
  type CsvOption,
  EXPORT_FIELDS,
  EXPORT_FORMATS,
  type Mask,
  MASKS,
  PERSONAL_FIELDS,
} from '../../base/exportPlan.ts';
import { askMany, askPick } from '../../base/ui/askPick.ts';
import { displayLocale } from '../../base/ui/localeTexts.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';
import type { ExportChoices } from '../../commands/exportCommands.ts';
import { fieldTitle } from '../../customers/customerTexts.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

type Format = ExportChoices['format'];
type Fields = ExportChoices['fields'];

export async function askFormat(current: Format, position: StepPosition): Promise<Format | Back> {
  const { l10n } = vscode;
  const items = [...EXPORT_FORMATS, ...AUDIENCE_FORMATS].map((format) => {
    const { name, description } = SHOWN_FORMATS[format];
    return { label: name(), detail: description(), format, isActive: format === current };
  });
  const picked = await askPick({ placeholder: l10n.t('Select a format'), items }, position);
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
  const items = csvEntries().map((entry) => ({
    ...entry,
    picked: current.includes(entry.option),
  }));
  const picked = await askMany({ placeholder, items }, position);
  return picked === BACK ? BACK : picked.map(({ option }) => option);
}

export async function askFields(current: Fields, position: StepPosition): Promise<Fields | Back> {
  const { l10n } = vscode;
  const otherTitle = l10n.t('Other fields');
  const items = EXPORT_FIELDS.map((field) => ({
    label: field,
    description: field === 'other' ? otherTitle : fieldTitle(vscode.l10n, field),
    field,
    picked: current.includes(field),
  }));
  const noneMessage = l10n.t('Select at least one item.');
  const placeholder = l10n.t('Select the fields to export');
  const pickedItems = await askMany({ placeholder, items, noneMessage }, position);
  if (pickedItems === BACK) return BACK;
  const pickedFields = pickedItems.map(({ field }) => field);
  return EXPORT_FIELDS.filter((field) => pickedFields.includes(field));
}

type Masks = Partial<Record<PersonalField, Mask>>;

/** Prompts whether personal fields are kept, hashed or left out: all of them in the same way, or each separately. */
export async function askMasks(
  fields: readonly PersonalField[],
  current: Masks,
  position: StepPosition,
): Promise<Masks | Back> {
  const { l10n } = vscode;
  const commonMask = commonMaskOf(fields, current);
  const eachItem = {
    label: l10n.t('Different for each field'),
    mask: 'each' as const,
    isActive: commonMask === undefined,
  };
  const items = [...maskItems(commonMask), eachItem];
  const names = new Intl.ListFormat(displayLocale()).format(
    fields.map((field) => fieldTitle(vscode.l10n, field)),
  );
  const placeholder = l10n.t('Choose how to export this personal data: {0}', names);
  const picked = await askPick<(typeof items)[number]>({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  const { mask } = picked;
  if (mask === 'each') return askEach(fields, current, position);
  // Also sets the mask of fields that this export leaves out, because the next export may include them.
  return Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, mask]));
}

export function masksText(fields: readonly PersonalField[], masks: Masks): string {
  const commonMask = commonMaskOf(fields, masks);
  return commonMask === undefined
    ? vscode.l10n.t('Different for each field')
    : maskItem(commonMask).label;
}

/** Prompts for one field after another. "Back" returns to the previous field. */
async function askEach(
  fields: readonly PersonalField[],
  current: Masks,
  position: StepPosition,
): Promise<Masks | Back> {
  const masks: Masks = { ...current };
  for (let index = 0; index < fields.length;) {
    const field = fields[index] as PersonalField;
    const items = maskItems(masks[field] ?? 'keep');
    const title = fieldTitle(vscode.l10n, field);
    const placeholder = vscode.l10n.t('Choose how to export this personal data: {0}', title);
    const picked = await askPick({ placeholder, items }, position);
    if (picked === BACK && index === 0) return BACK;
    if (picked === BACK) index--;
    else {
      masks[field] = picked.mask;
      index++;
    }
  }
  return masks;
}

interface MaskItem extends vscode.QuickPickItem {
  readonly mask: Mask;
}

/** @param activeMask mask of the entry that has the focus at first */
function maskItems(activeMask: Mask | undefined) {
  return MASKS.map((mask) => ({ ...maskItem(mask), isActive: mask === activeMask }));
}

function maskItem(mask: Mask): MaskItem {
  const { l10n } = vscode;
  switch (mask) {
    case 'keep':
      return { label: l10n.t('Keep'), mask };
    case 'hash': {
      const detail = l10n.t(
        'The same value gets the same hash in this export, but a different hash in other exports',
      );
      return { label: l10n.t('Replace with a hash'), detail, mask };
    }
    case 'drop':
      return { label: l10n.t('Leave out'), mask };
  }
}

function commonMaskOf(fields: readonly PersonalField[], masks: Masks): Mask | undefined {
  const [first, ...otherMasks] = new Set(fields.map((field) => masks[field] ?? 'keep'));
  return otherMasks.length === 0 ? first : undefined;
}
