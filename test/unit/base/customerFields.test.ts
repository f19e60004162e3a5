import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  type ScalarKind,
} from '../../../src/base/customerFields.ts';
import { EXPORT_FIELDS, PERSONAL_FIELDS } from '../../../src/base/exportPlan.ts';

const docs = join(import.meta.dirname, '../../../docs');

interface Schema {
  readonly required?: readonly string[];
  readonly properties: Readonly<
    Record<string, { readonly $ref?: string; readonly type?: unknown }>
  >;
}

const { components } = JSON.parse(readFileSync(join(docs, 'openapi.json'), 'utf8')) as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

function schemaOf(name: string): Schema {
  const schema = components.schemas[name];
  assert.ok(schema, name);
  return schema;
}

/** Returns a property's type according to OpenAPI, or 'time' for the schema `Time`. */
function typeOf(schema: Schema, name: string): unknown {
  const { $ref, type } = schema.properties[name] ?? {};
  return $ref === '#/components/schemas/Time' ? 'time' : type;
}

/** Type in OpenAPI of each kind of field. */
const TYPES: Readonly<Record<ScalarKind | 'list', string>> = {
  text: 'string',
  filled: 'string',
  number: 'integer',
  time: 'time',
  list: 'array',
};

describe('FIELDS', () => {
  it('lists the fields of the service interface, in the same order', () => {
    const text = readFileSync(join(docs, 'service-interface.md'), 'utf8');
    const [, section = ''] = text.split('### 2.4 Customer record');
    const rows = [...(section.split('###')[0] ?? '').matchAll(/^\| `(\w+)` +\| (\w+)/gm)];
    const types = { ...TYPES, number: 'number', time: 'number' };
    assert.deepEqual(
      FIELD_NAMES.map((name) => [name, types[FIELDS[name].kind]]),
      rows.map(([, name, type]) => [name, type]),
    );
  });

  it('agrees with OpenAPI about types, and about which fields may be missing or null', () => {
    const schema = schemaOf('Customer');
    assert.deepEqual([...FIELD_NAMES].sort(), Object.keys(schema.properties).sort());
    for (const name of FIELD_NAMES) {
      const { kind, isOptional } = FIELDS[name];
      const type = isOptional ? [TYPES[kind], 'null'] : TYPES[kind];
      assert.deepEqual(typeOf(schema, name), type, name);
      assert.equal(schema.required?.includes(name), !isOptional, name);
    }
  });

  it('agrees with OpenAPI about the entries of lists', () => {
    for (const [field, name] of [
      ['tags', 'CustomerTag'],
      ['params', 'Param'],
    ] as const) {
      const schema = schemaOf(name);
      const entry = Object.entries(FIELDS[field].entry);
      assert.deepEqual(
        entry.map(([part, kind]) => [part, TYPES[kind]]),
        Object.keys(schema.properties).map((part) => [part, typeOf(schema, part)]),
      );
      assert.deepEqual([...(schema.required ?? [])].sort(), entry.map(([part]) => part).sort());
    }
  });

  it('has the export order of fields, and the personal fields in the order of the prompt', () => {
    assert.deepEqual(EXPORT_FIELDS, [
      ...['id', 'name', 'platform', 'pageId', 'status', 'created', 'lastActive', 'pic', 'tags'],
      ...['params', 'email', 'gender', 'birthday', 'phone', 'extId', 'other'],
    ]);
    assert.deepEqual(PERSONAL_FIELDS, ['name', 'email', 'phone', 'birthday', 'pic']);
  });

  it('gives each field its own place in the table and in the details', () => {
    const positionsOf = (positionOf: (name: FieldName) => unknown) =>
      FIELD_NAMES.map(positionOf).filter((position) => typeof position === 'number');
    const columns = positionsOf((name) => FIELDS[name].column?.position);
    const details = positionsOf((name) => FIELDS[name].details);
    for (const positions of [columns, details])
      assert.equal(new Set(positions).size, positions.length);
    const ids = FIELD_NAMES.flatMap((name) => FIELDS[name].column?.id ?? []);
    assert.deepEqual([new Set(ids).size, columns.length], [ids.length, ids.length]);
  });
});
