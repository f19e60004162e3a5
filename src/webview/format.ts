import type { PageStatus, PageStrings } from '../protocol.ts';
import type { Column } from './columns.ts';
import { fieldOf, raw } from './record.ts';

/** A tag or parameter in its cell. */
export interface Chip {
  readonly text: string;
  readonly title: string;
}

/** Columns whose cell is one line of text. */
export type TextColumn = Exclude<Column, 'picture' | 'tags' | 'params'>;

/** Records and numbers in words. No record, however odd, makes it throw. */
export interface Format {
  text(column: TextColumn, record: unknown): string;
  tags(record: unknown): readonly Chip[];
  params(record: unknown): readonly Chip[];
  /** `{0}` in `template` replaced by the number. */
  count(template: string, value: number): string;
  statusLine(status: PageStatus): string;
}

export function createFormat(strings: PageStrings, language: string): Format {
  const locale = supported(language);
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const numbers = new Intl.NumberFormat(locale);
  const time = (value: unknown) => (isTime(value) ? times.format(value) : raw(value));
  const count = (template: string, value: number) => template.replace('{0}', numbers.format(value));
  const shown: Partial<Record<TextColumn, (value: unknown) => string>> = {
    platform: platformText,
    status: (value) => statusText(strings, value),
    created: time,
    lastActive: time,
    gender: (value) => genderText(strings, value),
  };
  return {
    text: (column, record) => {
      if (column === 'name' && !isObject(record)) return raw(record);
      const value = fieldOf(record, column === 'page' ? 'pageId' : column);
      return (shown[column] ?? raw)(value);
    },
    tags: (record) =>
      chips(fieldOf(record, 'tags'), (tag, name) => ({
        text: name,
        title: lines([name, time(fieldOf(tag, 'timestamp')), timesApplied(tag)]),
      })),
    params: (record) =>
      chips(fieldOf(record, 'params'), (param, name) => {
        const text = `${name}=${raw(fieldOf(param, 'value'))}`;
        return { text, title: lines([text, time(fieldOf(param, 'timestamp'))]) };
      }),
    count,
    statusLine: (status) => statusLine(strings, status, count),
  };
}

function statusLine(strings: PageStrings, status: PageStatus, count: Format['count']): string {
  if (status.loaded === 0 && status.state === 'end') return strings.none;
  if (status.loaded === 0 && status.state === 'error') return '';
  if (status.state === 'loading') return strings.loading;
  const template = status.state === 'end' ? strings.loadedAll : strings.loadedMore;
  const loaded = count(template, status.loaded);
  return status.bad === 0 ? loaded : `${loaded} · ${count(strings.bad, status.bad)}`;
}

function platformText(value: unknown): string {
  return value === 'FB' ? 'Facebook' : raw(value);
}

function statusText(strings: PageStrings, value: unknown): string {
  if (typeof value !== 'number') return raw(value);
  return strings.status[value - 1] ?? strings.statusUnknown.replace('{0}', String(value));
}

/** The service writes the two values in Chinese. */
function genderText(strings: PageStrings, value: unknown): string {
  if (value === '男') return strings.male;
  return value === '女' ? strings.female : raw(value);
}

function chips(value: unknown, chip: (entry: unknown, name: string) => Chip): readonly Chip[] {
  if (!Array.isArray(value)) return raw(value) === '' ? [] : [{ text: raw(value), title: '' }];
  return value.map((entry: unknown) =>
    isObject(entry) ? chip(entry, raw(fieldOf(entry, 'name'))) : { text: raw(entry), title: '' },
  );
}

function timesApplied(tag: unknown): string {
  const count = raw(fieldOf(tag, 'count'));
  return count === '' ? '' : `× ${count}`;
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15;
}

function supported(language: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0];
  } catch {
    // The language pack's name is no language tag: the browser's own language then.
    return undefined;
  }
}
