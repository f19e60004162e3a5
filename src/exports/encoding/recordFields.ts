import { Buffer } from 'node:buffer';
import { FIELD_NAMES } from '../../base/customerFields.ts';
import type { ExportField } from '../../base/exportPlan.ts';
import { membersOf, type MemberSpan, type Span } from '../../base/jsonScan.ts';

const known: ReadonlySet<string> = new Set(FIELD_NAMES);

/** The members of the record, each with its field; `undefined` when the record is no object. */
export function fieldsOf(
  body: Uint8Array,
  record: Span,
): readonly (MemberSpan & { readonly field: ExportField })[] | undefined {
  const members = membersOf(body, record.start);
  return members?.map((member) => ({ ...member, field: fieldOf(textOf(body, member.key)) }));
}

function fieldOf(key: string): ExportField {
  const name = stringOf(key);
  return known.has(name) ? (name as ExportField) : 'other';
}

export function textOf(body: Uint8Array, { start, end }: Span): string {
  return Buffer.from(body.buffer, body.byteOffset + start, end - start).toString();
}

/** The string that this JSON is. */
export function stringOf(json: string): string {
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}
