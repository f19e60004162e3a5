import { clockText } from '../../base/clockText.ts';
import { FIELD_NAMES, FIELDS, type FieldName } from '../../base/customerFields.ts';
import { STATUS_WORDS } from '../../base/customerStatus.ts';
import type { ExportPlan } from '../../base/exportPlan.ts';
import { shownText } from './tableRow.ts';

/** What a cell shows of a JSON value. @param name of its field, or of its member in a tag or parameter */
export type ShowValue = (name: string, json: string) => string;

const TIMES: ReadonlySet<string> = new Set(FIELD_NAMES.flatMap(timesIn));

export function shownValue({ values }: Pick<ExportPlan, 'values'>): ShowValue {
  return values === 'readable'
    ? (name, json) => readable(name, json) ?? shownText(json)
    : (_, json) => shownText(json);
}

/** `undefined`: the value has no words, or is none that the service should send. */
function readable(name: string, json: string): string | undefined {
  if (!/^\d+$/.test(json)) return undefined;
  if (name === 'status') return STATUS_WORDS[Number(json) - 1];
  return TIMES.has(name) ? clockText(Number(json)) : undefined;
}

function timesIn(name: FieldName): readonly string[] {
  const field = FIELDS[name];
  if (field.kind !== 'list') return field.kind === 'time' ? [name] : [];
  return Object.entries(field.entry).flatMap(([part, kind]) => (kind === 'time' ? [part] : []));
}
