import { FIELD_NAMES } from '../../../src/base/customerFields.ts';
import { STATUS_WORDS } from '../../../src/base/customer.ts';
import { sortableTime } from '../../../src/base/text.ts';
import { membersOf, spanText } from '../../../src/base/jsonScan.ts';
import { selectedFields, type ExportPlan } from '../../../src/base/exportPlan.ts';

/** Returns the expected CSV line of a record, in a simple, slow way; for plans without hashes. */
export function plainCsvLine(json: string, plan: ExportPlan): string {
  const fieldNames = selectedFields(plan);
  const bytes = new TextEncoder().encode(json);
  const members = membersOf(bytes, 0)?.map(({ key, value }) => {
    const name = JSON.parse(spanText(bytes, key)) as string;
    return { name, key: spanText(bytes, key), value: spanText(bytes, value) };
  });
  const isKnown = (name: string): boolean => (FIELD_NAMES as readonly string[]).includes(name);
  const cells = fieldNames.map((field) => {
    if (field === 'other') {
      const otherMembers = members?.filter(({ name }) => !isKnown(name));
      const memberTexts = otherMembers?.map(({ key, value }) => `${key}:${value}`) ?? [];
      if (members === undefined) return cellOf(json === 'null' ? '' : json, plan);
      return cellOf(memberTexts.length === 0 ? '' : `{${memberTexts.join(',')}}`, plan);
    }
    const value = members?.findLast(({ name }) => name === field)?.value ?? 'null';
    if (value === 'null') return '';
    if (value.startsWith('"')) return cellOf(JSON.parse(value) as string, plan);
    const shown = plan.values === 'readable' ? (readableTextOf(field, value) ?? value) : value;
    return cellOf(shown, { ...plan, escapeFormulas: false });
  });
  return `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\r\n`;
}

/** Returns the word of a status, or a time as text. `undefined` for other fields and for other values. */
function readableTextOf(field: string, value: string): string | undefined {
  if (!/^\d+$/.test(value)) return undefined;
  if (field === 'status') return STATUS_WORDS[Number(value) - 1];
  return ['created', 'lastActive'].includes(field) ? sortableTime(Number(value)) : undefined;
}

function cellOf(text: string, { escapeFormulas }: ExportPlan): string {
  const isRisky = /^[=+\-@\t\r\n＝＋－＠]/.test(text.replace(/^'+/, ''));
  const safe = escapeFormulas && isRisky ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
