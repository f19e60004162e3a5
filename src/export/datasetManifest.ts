import { FIELDS, isListField, type FieldName, type ScalarKind } from '../core/customerFields.ts';
import { keptFields, type ExportField, type ExportPlan } from '../core/exports/exportPlan.ts';
import type { Checkpoint } from './checkpointShape.ts';
import { DATASET_KIND } from './datasetFolder.ts';

export interface DatasetPart {
  readonly file: string;
  readonly customers: number;
  readonly bytes: number;
}

interface Column {
  readonly name: string;
  readonly type: string;
  /** Of a list's entries. */
  readonly entry?: readonly Column[];
}

const TYPES: Readonly<Record<ScalarKind, string>> = {
  text: 'string',
  filled: 'string',
  number: 'int32',
  time: 'timestamp_millis_utc',
};

/**
 * What a dataset says of itself. No token and nobody's data: the segment's text may name people, so it says only that
 * there is one.
 */
export function manifestText(
  { query, plan, records, begun }: Pick<Checkpoint, 'query' | 'plan' | 'records' | 'begun'>,
  partSize: number,
  parts: readonly DatasetPart[],
): string {
  const { botId, from } = query;
  const manifest = {
    ...{ kind: DATASET_KIND, version: 1 },
    ...(begun === undefined ? {} : { begun: dateText(begun) }),
    finished: dateText(Date.now()),
    query: {
      botId,
      lastActiveFrom: from === undefined ? null : dateText(from),
      isSegment: plan.segment !== undefined,
    },
    ...{ customers: records, customersInPart: partSize, parts },
    personalFields: masksOf(plan),
    hashing: Object.values(plan.masks).includes('hash') ? 'hmac-sha256' : null,
    schema: schemaOf(keptFields(plan)),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** In the order of the columns. */
function schemaOf(fields: readonly ExportField[]): readonly Column[] {
  const ordered = fields.toSorted((a, b) => Number(a === 'other') - Number(b === 'other'));
  return ordered.map((name) => (name === 'other' ? { name, type: 'string' } : columnOf(name)));
}

function columnOf(name: FieldName): Column {
  if (!isListField(name)) {
    const { kind } = FIELDS[name];
    return { name, type: TYPES[kind] };
  }
  const entry = Object.entries(FIELDS[name].entry);
  return {
    ...{ name, type: 'list_of_structs' },
    entry: entry.map(([member, kind]) => ({ name: member, type: TYPES[kind] })),
  };
}

/** How each that is not as the service sent it was exported. */
function masksOf({ fields, masks }: ExportPlan): Readonly<Record<string, string>> {
  const words = { keep: 'kept', hash: 'hashed', drop: 'left-out' };
  const masked = Object.entries(masks).filter(([name]) => fields.some((field) => field === name));
  return Object.fromEntries(masked.map(([name, mask]) => [name, words[mask]]));
}

function dateText(ms: number): string {
  return new Date(ms).toISOString();
}
