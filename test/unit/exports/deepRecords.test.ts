import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ExportPlan } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { cleanUp } from '../cleanup.ts';
import { exported, jobOf, newFile, pagesOf, runOf } from './exporting.ts';

/** Name and phone number, which the plans below hide. */
const SECRETS = /Lovelace|0912-345-678/;

function nested(depth: number): string {
  return `${'['.repeat(depth)}"deep"${']'.repeat(depth)}`;
}

function recordWith(depth: number): string {
  return `{"id":"u","name":"Lovelace","phone":"0912-345-678","x":${nested(depth)}}`;
}

const formats: readonly Partial<ExportPlan>[] = [
  { format: 'ndjson' },
  { format: 'json' },
  { format: 'csv' },
  { format: 'csv', lists: 'columns' },
  { format: 'parquet' },
];
/** Plans that hide the name and the phone number. */
const hidingPlans: readonly Partial<ExportPlan>[] = [
  { masks: { name: 'hash', phone: 'drop' } },
  { fields: ['id', 'other'] },
];

describe('export of deeply nested records', () => {
  afterEach(cleanUp);

  it('keeps the other fields, and applies masks to each record', async () => {
    for (const depth of [10, 300, 50_000]) {
      const masks = { name: 'hash', phone: 'drop' } as const;
      const text = await exported([recordWith(depth)], { masks });
      const [before, name] = /^(.*"name":")([0-9a-f]{64})"/.exec(text)?.slice(1) ?? [];
      assert.equal(text, `{"id":"u","name":"${name}","x":${nested(depth)}}\n`);
      assert.equal(before, '{"id":"u","name":"');
    }
  });

  for (const format of formats) {
    for (const hiding of hidingPlans) {
      const plan = { ...format, ...hiding };
      it(`reveals no hidden value as ${JSON.stringify(plan)}`, async () => {
        for (const depth of [10, 199, 300, 50_000]) {
          const file = newFile();
          const source = pagesOf([recordWith(depth), '{"id":"v","name":"Lovelace"}']);
          await createExporter().start(jobOf(file, plan), source, runOf());
          assert.doesNotMatch(readFileSync(file, 'latin1'), SECRETS, `${depth} levels`);
        }
      });
    }
  }
});
