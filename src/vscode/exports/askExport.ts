import * as vscode from 'vscode';
import {
  AUDIENCE_FORMATS,
  isAudienceFormat,
  type AudienceFormat,
} from '../../core/audience/audience.ts';
import type { PersonalField } from '../../core/customerFields.ts';
import {
  EXPORT_FIELDS,
  EXPORT_FORMATS,
  PERSONAL_FIELDS,
  type ExportField,
  type ExportFormat,
  type ExportPlan,
  type Mask,
} from '../../core/exports/exportPlan.ts';
import type { Bot } from '../../core/model.ts';
import { fieldTitle } from '../customers/panel/gridTexts.ts';
import { askFrom } from '../input/askFrom.ts';
import { askMany } from '../input/askMany.ts';
import { askPick } from '../input/askPick.ts';
import { BACK, runSteps, step, type Back, type Step, type StepPosition } from '../input/steps.ts';
import { displayLocale } from '../kit/numberText.ts';
import { askSource, hasChoice, type AskSourceNeeds } from '../sources/askSource.ts';
import type { CustomerSource } from '../sources/customerSource.ts';
import { narrowingOf } from '../sources/narrowingOf.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

/** An export of user IDs alone. */
export interface UserIdPlan {
  readonly format: AudienceFormat;
}

export interface ExportAnswers {
  readonly source: CustomerSource;
  readonly plan: ExportPlan | UserIdPlan;
}

interface Draft {
  format: ExportFormat | AudienceFormat;
  csv: readonly CsvOption[];
  fields: readonly ExportField[];
  masking: Mask | 'each';
  masks: Partial<Record<PersonalField, Mask>>;
}

type CsvOption = 'columns' | 'readable' | 'bom' | 'escapeFormulas';

/** Asks for everything but the file. Throws `Cancelled`. */
export async function askExport(parts: AskSourceNeeds, bot: Bot): Promise<ExportAnswers> {
  const draft: Draft = {
    format: 'ndjson',
    csv: ['bom', 'escapeFormulas'],
    ...{ fields: EXPORT_FIELDS, masking: 'keep', masks: {} },
  };
  const narrowing = await narrowingOf(parts, bot, '');
  let source: CustomerSource = { kind: 'service', narrowing, from: null };
  const title = vscode.l10n.t('Export Customers of {0}', bot.label);
  await runSteps(title, [
    step(
      hasChoice(parts, bot),
      (position) => askSource(parts, { bot, asksFrom: true }, position),
      (answer) => (source = answer),
    ),
    only(
      () => source.kind === 'service',
      (position) => askFrom(parts.clock.now(), position),
      ({ from = null }) => {
        if (source.kind === 'service') source = { ...source, from };
      },
    ),
    step(true, askFormat, (answer) => (draft.format = answer)),
    only(
      () => SHOWN_FORMATS[draft.format].hasCells,
      (position) => askCsv(draft.csv, position),
      (answer) => (draft.csv = answer),
    ),
    only(
      () => !isAudienceFormat(draft.format),
      (position) => askFields(draft.fields, position),
      (answer) => (draft.fields = answer),
    ),
    ...maskSteps(draft),
  ]);
  return { source, plan: planOf(draft) };
}

function planOf({ format, fields, csv, masking, masks }: Draft): ExportPlan | UserIdPlan {
  if (isAudienceFormat(format)) return { format };
  const all = Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, masking]));
  return {
    format,
    fields,
    masks: masking === 'each' ? masks : masking === 'keep' ? {} : all,
    bom: csv.includes('bom'),
    lists: csv.includes('columns') ? 'columns' : 'json',
    values: csv.includes('readable') ? 'readable' : 'raw',
    escapeFormulas: csv.includes('escapeFormulas'),
  };
}

function only<T>(
  isAsked: () => boolean,
  ask: (position: StepPosition) => Promise<T | Back>,
  keep: (answer: T) => void,
): Step {
  return { ...step(true, ask, keep), isAsked };
}

async function askFormat(position: StepPosition): Promise<ExportFormat | AudienceFormat | Back> {
  const { l10n } = vscode;
  const items = [...EXPORT_FORMATS, ...AUDIENCE_FORMATS].map((format) => {
    const { name, about } = SHOWN_FORMATS[format];
    return { label: name(), detail: about(), format };
  });
  const picked = await askPick({ placeholder: l10n.t('Which format?'), items }, position);
  return picked === BACK ? BACK : picked.format;
}

async function askCsv(
  current: readonly CsvOption[],
  position: StepPosition,
): Promise<readonly CsvOption[] | Back> {
  const { l10n } = vscode;
  const items: (vscode.QuickPickItem & { option: CsvOption })[] = [
    {
      label: l10n.t('Two columns for each tag and each parameter'),
      detail: l10n.t('Instead of one cell with all of them as JSON'),
      option: 'columns',
    },
    {
      label: l10n.t('Readable dates and statuses'),
      detail: l10n.t('Such as 2026-11-22 05:48:32 and Paused, instead of numbers'),
      option: 'readable',
    },
    {
      label: l10n.t('Byte order mark'),
      detail: l10n.t('Without it, Excel does not recognize the file as UTF-8'),
      option: 'bom',
    },
    {
      label: l10n.t('Disarm formulas'),
      detail: l10n.t("Puts ' before cells that a spreadsheet would run, such as =1+1"),
      option: 'escapeFormulas',
    },
  ];
  const placeholder = l10n.t('CSV options');
  const picked = await askMany(
    { placeholder, items, picked: ({ option }) => current.includes(option) },
    position,
  );
  return picked === BACK ? BACK : picked.map(({ option }) => option);
}

async function askFields(
  current: readonly ExportField[],
  position: StepPosition,
): Promise<readonly ExportField[] | Back> {
  const { l10n } = vscode;
  const other = l10n.t('Everything without a field of its own');
  const items = EXPORT_FIELDS.map((field) => ({
    label: field,
    description: field === 'other' ? other : fieldTitle(field),
    field,
  }));
  const validate = (picked: readonly unknown[]): string | undefined =>
    picked.length === 0 ? l10n.t('Pick at least one.') : undefined;
  const placeholder = l10n.t('Which fields?');
  const isPicked = ({ field }: { field: ExportField }): boolean => current.includes(field);
  const answer = await askMany({ placeholder, items, picked: isPicked, validate }, position);
  if (answer === BACK) return BACK;
  const picked = answer.map(({ field }) => field);
  return EXPORT_FIELDS.filter((field) => picked.includes(field));
}

function maskSteps(draft: Draft): Step[] {
  const isPersonal = (field: PersonalField): boolean =>
    !isAudienceFormat(draft.format) && draft.fields.includes(field);
  const first = only(
    () => PERSONAL_FIELDS.some(isPersonal),
    askMasking,
    (answer) => (draft.masking = answer),
  );
  const each = PERSONAL_FIELDS.map((field) =>
    only(
      () => draft.masking === 'each' && isPersonal(field),
      (position) => askMask(field, position),
      (answer) => (draft.masks[field] = answer),
    ),
  );
  return [first, ...each];
}

function maskItems(): (vscode.QuickPickItem & { mask: Mask })[] {
  const { l10n } = vscode;
  return [
    { label: l10n.t('Keep'), mask: 'keep' },
    { label: l10n.t('Replace with a hash'), detail: aboutHashes(), mask: 'hash' },
    { label: l10n.t('Leave out'), mask: 'drop' },
  ];
}

async function askMasking(position: StepPosition): Promise<Mask | 'each' | Back> {
  const { l10n } = vscode;
  const items: (vscode.QuickPickItem & { mask: Mask | 'each' })[] = [
    ...maskItems(),
    { label: l10n.t('Choose for each…'), mask: 'each' },
  ];
  const fields = new Intl.ListFormat(displayLocale()).format(PERSONAL_FIELDS.map(fieldTitle));
  const placeholder = l10n.t('How should personal fields be exported? ({0})', fields);
  const picked = await askPick({ placeholder, items }, position);
  return picked === BACK ? BACK : picked.mask;
}

async function askMask(field: PersonalField, position: StepPosition): Promise<Mask | Back> {
  const { l10n } = vscode;
  const items = maskItems();
  const placeholder = l10n.t('How should the field "{0}" be exported?', field);
  const picked = await askPick({ placeholder, items }, position);
  return picked === BACK ? BACK : picked.mask;
}

function aboutHashes(): string {
  return vscode.l10n.t('The same value has the same hash within this export, and in no other');
}
