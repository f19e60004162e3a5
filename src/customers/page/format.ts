import * as l10n from '@vscode/l10n';
import { type Column, type FieldName, FIELDS, type ListColumn } from '../../base/customerFields.ts';
import { fieldOf, isObject, raw, valueOf } from '../../base/jsonValues.ts';
import { supportedLocale } from '../../base/text.ts';
import type { SegmentField } from '../../search/segment.ts';
import type { GridStatus } from '../gridRows.ts';
import { statusTexts } from '../customerTexts.ts';
import { fieldOfColumn } from './columns.ts';
import { DAY_MS, MAX_TIME } from '../../base/numbers.ts';

/** Tag or parameter in a cell. */
export interface Chip {
  /** ID to filter by; empty if the chip cannot be used as a filter. */
  readonly id: string;
  readonly text: string;
  /** Tooltip. Computed when it is read, since formatting times takes longer than the rest of a row. */
  readonly title: string;
}

/** Columns whose cells are one line of text. */
export type TextColumn = Exclude<Column, ListColumn>;

/** Formats records and numbers for display. Never throws, whatever a record contains. */
export interface Format {
  text(column: TextColumn, record: unknown): string;
  /** Returns the label of a field value. `key` is the value as text, as it is in records. */
  value(field: SegmentField, key: string): string;
  tags(record: unknown): readonly Chip[];
  params(record: unknown): readonly Chip[];
  number(value: number): string;
  /** Formats a time. Other values are returned as text. */
  time(value: unknown): string;
  /** Formats a share from 0 to 1 as a percentage. */
  percent(share: number): string;
  /** Formats the days of two times in ms as a range. Returns `''` if a time is not a valid date. */
  days(from: number, to: number): string;
  /** Returns the relative time, such as "3 weeks ago"; `''` if the value is not a time. */
  ago(value: unknown): string;
  /** Returns the parts of the status line: loading state and counts. Parts may be empty. */
  statusParts(status: GridStatus, selectedCount: number): readonly string[];
}

export function createFormat(language: string): Format {
  const locale = supportedLocale(language);
  const timeFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const numberFormat = new Intl.NumberFormat(locale);
  const percentFormat = new Intl.NumberFormat(locale, { style: 'percent' });
  const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const time = (value: unknown) => (isTime(value) ? timeFormat.format(value) : raw(value));
  const number = (value: number) => numberFormat.format(value);
  const statuses = statusTexts(l10n);
  const fieldTexts: Partial<Record<FieldName, (value: unknown) => string>> = {
    platform: platformText,
    status: (value) => statusText(statuses, value),
    gender: genderText,
  };
  const formatterOf = (field: FieldName) =>
    fieldTexts[field] ?? (FIELDS[field].kind === 'time' ? time : raw);
  return {
    text: (column, record) => {
      const field = fieldOfColumn(column);
      return formatterOf(field)(valueOf(record, field));
    },
    value: (field, key) => {
      if (field === 'page') return key;
      const status = Number(key);
      return formatterOf(field)(field === 'status' && Number.isInteger(status) ? status : key);
    },
    tags: (record) =>
      chips(fieldOf(record, 'tags'), (tag, name) => ({
        id: raw(fieldOf(tag, 'id')) || name,
        text: name,
        get title() {
          const appliedTexts = [time(fieldOf(tag, 'timestamp')), timesAppliedText(tag)];
          return joinLines([name, ...appliedTexts, raw(fieldOf(tag, 'id'))]);
        },
      })),
    params: (record) =>
      chips(fieldOf(record, 'params'), (param, name) => {
        const text = `${name}=${raw(fieldOf(param, 'value'))}`;
        return {
          id: '',
          text,
          get title() {
            return joinLines([text, time(fieldOf(param, 'timestamp'))]);
          },
        };
      }),
    number,
    time,
    percent: (share) => percentFormat.format(share),
    // A bound may be outside the range of valid dates.
    days: (from, to) => (isTime(from) && isTime(to) ? dayFormat.formatRange(from, to) : ''),
    ago: (value) => (isTime(value) ? agoText(locale, Date.now() - value) : ''),
    statusParts: createStatusParts(number),
  };
}

function createStatusParts(number: Format['number']): Format['statusParts'] {
  const loadedText = ({ loaded, state, progress }: GridStatus): string => {
    if (loaded === 0 && state === 'end') return l10n.t('No customers');
    if (loaded === 0 || (state === 'loading' && progress === null)) return '';
    const count = number(loaded);
    return state === 'end'
      ? l10n.t('All {0} customers loaded', count)
      : l10n.t('First {0} customers loaded', count);
  };
  const progressText = ({ state, progress }: GridStatus): string => {
    if (state !== 'loading') return '';
    if (progress === null) return l10n.t('Loading…');
    const { pages, totalPages } = progress;
    return totalPages === null
      ? l10n.t('Loading… pages so far: {0}', number(pages))
      : l10n.t('Loading… {0} of {1} pages', number(pages), number(totalPages));
  };
  return (status, selectedCount) => [
    loadedText(status),
    progressText(status),
    status.invalidCount === 0
      ? ''
      : l10n.t('{0} with unexpected data', number(status.invalidCount)),
    selectedCount === 0 ? '' : l10n.t('{0} selected', number(selectedCount)),
  ];
}

/** Units of relative times, with their average length in ms. */
const UNITS = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** @param elapsed elapsed time in ms; negative for a time in the future */
export function agoText(locale: string, elapsed: number): string {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const [unit, unitMs] = UNITS.find(([, ms]) => Math.abs(elapsed) >= ms) ?? ['minute', 60_000];
  return relative.format(-Math.trunc(elapsed / unitMs), unit);
}

function platformText(value: unknown): string {
  return value === 'FB' ? 'Facebook' : raw(value);
}

function statusText(statuses: readonly string[], value: unknown): string {
  if (typeof value !== 'number') return raw(value);
  return statuses[value - 1] ?? l10n.t('{0}: {1}', l10n.t('Status'), String(value));
}

/** The service sends the two values in Chinese. */
function genderText(value: unknown): string {
  if (value === '男') return l10n.t('Male');
  return value === '女' ? l10n.t('Female') : raw(value);
}

function chips(
  value: unknown,
  createChip: (entry: unknown, name: string) => Chip,
): readonly Chip[] {
  if (!Array.isArray(value)) return raw(value) === '' ? [] : [plainChip(value)];
  return value.map((entry: unknown) =>
    isObject(entry) ? createChip(entry, raw(fieldOf(entry, 'name'))) : plainChip(entry),
  );
}

function plainChip(value: unknown): Chip {
  return { id: '', text: raw(value), title: '' };
}

function timesAppliedText(tag: unknown): string {
  const count = raw(fieldOf(tag, 'count'));
  return count === '' ? '' : `× ${count}`;
}

function joinLines(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= MAX_TIME;
}

/** Returns the URL of the customer's picture; `undefined` if it has none, or if the URL is not https. */
export function pictureOf(record: unknown): string | undefined {
  const pic = fieldOf(record, 'pic');
  if (typeof pic !== 'string' || !URL.canParse(pic)) return undefined;
  const { protocol, href } = new URL(pic);
  return protocol === 'https:' ? href : undefined;
}

/** Returns the initials of the first and the last word, or a single character in a wide script, such as Chinese. */
export function initialsOf(record: unknown): string {
  const name = fieldOf(record, 'name');
  const words = typeof name === 'string' ? name.trim().split(/\s+/) : [];
  const lastWord = words.length > 1 ? words.at(-1) : undefined;
  const letters = firstLetter(words[0]) + firstLetter(lastWord);
  return WIDE_SCRIPTS.test(letters) ? firstLetter(words[0]) : letters.toUpperCase();
}

const WIDE_SCRIPTS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const graphemes = new Intl.Segmenter();

function firstLetter(word = ''): string {
  return graphemes.segment(word).containing(0)?.segment ?? '';
}
