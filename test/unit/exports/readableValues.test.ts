import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ExportInterrupted } from '../../../src/base/exportErrors.ts';
import type { ExportPlan, RecordSource } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { cleanUp } from '../cleanup.ts';
import { exported, jobOf, newFile, pagesOf, runOf } from './exporting.ts';

const TIME = new Date(2026, 10, 2, 5, 8, 32, 7).getTime();
const SHOWN = '2026-11-02 05:08:32';
const PLAN: Partial<ExportPlan> = {
  format: 'csv',
  fields: ['id', 'status', 'created', 'lastActive'],
};
const READABLE = { ...PLAN, values: 'readable' } as const;

const record = (fields: object): string => JSON.stringify({ id: 'a', ...fields });

describe('readable dates and statuses in a CSV', () => {
  afterEach(cleanUp);

  it('are written on request, and numbers otherwise', async () => {
    const records = [1, 2, 3, 4, 5].map((status) =>
      record({ status, created: TIME, lastActive: TIME }),
    );
    const rows = (await exported(records, READABLE)).split('\r\n').slice(1, -1);
    assert.deepEqual(
      rows,
      ['Running', 'Paused', 'Stopped', 'Blocked', 'Blocked the bot'].map(
        (word) => `a,${word},${SHOWN},${SHOWN}`,
      ),
    );
    for (const plan of [PLAN, { ...PLAN, values: 'raw' } as const]) {
      const [, first] = (await exported(records, plan)).split('\r\n');
      assert.equal(first, `a,1,${TIME},${TIME}`);
    }
  });

  it('leave unknown statuses and invalid times unchanged', async () => {
    const unusualRecords = [
      [{ status: 9, created: -1, lastActive: 1.5 }, 'a,9,-1,1.5'],
      [{ status: 0, created: 9e15, lastActive: 8.64e15 }, 'a,0,9000000000000000,8640000000000000'],
      [{ status: '1', created: 'x', lastActive: null }, 'a,1,x,'],
      [{ status: true, created: [1], lastActive: {} }, 'a,true,[1],{}'],
      [{}, 'a,,,'],
    ] as const;
    const text = await exported(
      unusualRecords.map(([fields]) => record(fields)),
      READABLE,
    );
    assert.deepEqual(
      text.split('\r\n').slice(1, -1),
      unusualRecords.map(([, row]) => row),
    );
  });

  it('apply to the columns of tags and parameters, but not to cells with JSON', async () => {
    const lists = {
      tags: [{ id: 't', name: 'VIP', timestamp: TIME, count: 2 }],
      params: [{ name: 'city', value: String(TIME), timestamp: TIME }],
    };
    const fields = ['tags', 'params'] as const;
    const columns = await exported([record(lists)], { ...READABLE, fields, lists: 'columns' });
    assert.equal(
      columns,
      `tag:VIP,tag:VIP count,param:city,param:city time\r\n${SHOWN},2,${TIME},${SHOWN}\r\n`,
    );
    const json = await exported([record(lists)], { ...READABLE, fields: ['tags'] });
    assert.ok(json.includes(`""timestamp"":${TIME}`));
  });

  it('are kept when the export is resumed, with lists as JSON or columns', async () => {
    const records = [[record({ status: 1 })], [record({ status: 2 })]];
    const failing: RecordSource = async function* (start, signal) {
      for await (const page of pagesOf(...records)(start, signal)) {
        if (page.next === undefined) throw new Error('no more');
        yield page;
      }
    };
    for (const lists of ['json', 'columns'] as const) {
      const file = newFile();
      const plan = { ...READABLE, fields: ['id', 'status'], lists } as const;
      const exporter = createExporter({ checkpointMs: 0 });
      const failed: unknown = await exporter.start(jobOf(file, plan), failing, runOf()).then(
        () => undefined,
        (error: unknown) => error,
      );
      assert.ok(failed instanceof ExportInterrupted, String(failed));
      const laterExporter = createExporter();
      assert.equal((await laterExporter.unfinished(file))?.plan.values, 'readable');
      await laterExporter.resume(file, async () => pagesOf(...records), runOf());
      assert.equal(readFileSync(file, 'utf8'), 'id,status\r\na,Running\r\na,Paused\r\n');
    }
  });
});
