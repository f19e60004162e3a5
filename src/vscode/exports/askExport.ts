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
  type ExportScope,
  type ExportSegment,
  type Mask,
} from '../../core/exports/exportPlan.ts';
import type { Bot } from '../../core/model.ts';
import type { Clock } from '../../core/ports.ts';
import type { CustomerPanels } from '../customers/panel/customerPanels.ts';
import { fieldTitle } from '../customers/panel/gridTexts.ts';
import { askFrom } from '../input/askFrom.ts';
import { askMany } from '../input/askMany.ts';
import { askPick } from '../input/askPick.ts';
import { BACK, runSteps, step, type Back, type Step, type StepPosition } from '../input/steps.ts';
import { displayLocale, numberText } from '../kit/numberText.ts';
import { aboutSearch } from '../plans/sources/aboutSearch.ts';
import { askSegment, type SegmentsOf } from '../plans/askSegment.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

interface Needs {
  readonly panels: CustomerPanels;
  readonly clock: Clock;
  readonly segmentsOf: SegmentsOf;
}

/** An export of user IDs alone. */
export interface UserIdPlan {
  readonly format: AudienceFormat;
  /** Absent: all of them. */
  readonly segment?: ExportSegment | undefined;
}

export interface ExportAnswers {
  readonly scope: ExportScope;
  /** ms */
  readonly from: number | undefined;
  readonly plan: ExportPlan | UserIdPlan;
}

interface Draft {
  segment: string | undefined;
  scope: ExportScope;
  from: number | undefined;
  format: ExportFormat | AudienceFormat;
  csv: readonly CsvOption[];
  fields: readonly ExportField[];
  masking: Mask | 'each';
  masks: Partial<Record<PersonalField, Mask>>;
}

type CsvOption = 'columns' | 'readable' | 'bom' | 'escapeFormulas';

/** Asks for everything but the file. Throws `Cancelled`. */
export async function askExport(parts: Needs, bot: Bot): Promise<ExportAnswers> {
  const scopes = await scopesOf(parts, bot);
  const draft: Draft = {
    ...{
      scope: 'all',
      segment: undefined,
      from: undefined,
      format: 'ndjson',
      csv: ['bom', 'escapeFormulas'],
    },
    ...{ fields: EXPORT_FIELDS, masking: 'keep', masks: {} },
  };
  let isOfSegment = false;
  const title = vscode.l10n.t('Export Customers of {0}', bot.label);
  await runSteps(title, [
    step(
      scopes.length > 1,
      (position) => askScope(scopes, position),
      ({ scope, isSegment }) => {
        draft.scope = scope;
        draft.segment = undefined;
        isOfSegment = isSegment === true;
      },
    ),
    only(
      () => isOfSegment,
      (position) => askSegment(parts.segmentsOf, bot, position),
      (answer) => (draft.segment = answer),
    ),
    only(
      () => draft.scope === 'all',
      (position) => askFrom(parts.clock.now(), position),
      (answer) => (draft.from = answer.from),
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
  return { scope: draft.scope, from: draft.from, plan: planOf(draft, parts.clock) };
}

function planOf(draft: Draft, clock: Clock): ExportPlan | UserIdPlan {
  const { segment: text, format, fields, csv, masking, masks } = draft;
  const segment = text === undefined ? {} : { segment: { text, now: clock.now() } };
  if (isAudienceFormat(format)) return { format, ...segment };
  const all = Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, masking]));
  return {
    format,
    fields,
    masks: masking === 'each' ? masks : masking === 'keep' ? {} : all,
    bom: csv.includes('bom'),
    lists: csv.includes('columns') ? 'columns' : 'json',
    values: csv.includes('readable') ? 'readable' : 'raw',
    escapeFormulas: csv.includes('escapeFormulas'),
    ...segment,
  };
}

function only<T>(
  isAsked: () => boolean,
  ask: (position: StepPosition) => Promise<T | Back>,
  keep: (answer: T) => void,
): Step {
  return { ...step(true, ask, keep), isAsked };
}

interface ScopeEntry extends vscode.QuickPickItem {
  readonly scope: ExportScope;
  /** Which of them is asked next. */
  readonly isSegment?: boolean;
}

async function scopesOf({ panels, segmentsOf }: Needs, bot: Bot): Promise<readonly ScopeEntry[]> {
  const { l10n } = vscode;
  const detail = l10n.t('Page by page, however many there are; can be stopped and resumed');
  const all = { label: l10n.t('Everything from the service'), detail, scope: 'all' as const };
  const segment = {
    ...{ label: l10n.t('Customers of a Segment…'), detail, scope: 'all' as const },
    isSegment: true,
  };
  const panel = panels.find(bot.key);
  if (panel === undefined || panel.pager.rows === 0) {
    // Whoever has no segments is not asked.
    return (await segmentsOf(bot)).length === 0 ? [all] : [all, segment];
  }
  const selected = (await panel.rowsInScope('selected')).length;
  const matching = (await panel.rowsInScope('matching')).length;
  const { rows } = panel.pager;
  const found: ScopeEntry[] = [all];
  const sent = l10n.t('As the service sent them to this panel');
  const add = (scope: ExportScope, label: string, detail = sent): void => {
    found.push({ label, detail, scope });
  };
  add('loaded', l10n.t('Loaded Rows ({0})', numberText(rows)));
  if (matching < rows) {
    const about = [sent, ...aboutSearch(panel.search)].join(' · ');
    add('matching', l10n.t('Loaded that match the search ({0})', numberText(matching)), about);
  }
  if (selected > 0) add('selected', l10n.t('Selected Rows ({0})', numberText(selected)));
  return [...found, segment];
}

async function askScope(
  items: readonly ScopeEntry[],
  position: StepPosition,
): Promise<ScopeEntry | Back> {
  return askPick({ placeholder: vscode.l10n.t('Which customers?'), items }, position);
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
