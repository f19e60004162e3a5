import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ExportPlan } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { cleanUp } from '../cleanup.ts';
import { jobOf, newFile, parquetMetadataOf, parquetOf, runOf } from './exporting.ts';

const RECORDS = [
  '{"id":"U1","name":"王, 小明","platform":"LINE","pageId":"@p","status":1,"created":1600000000000,' +
    '"lastActive":1700000000000,"pic":"https://a.example/1.png",' +
    '"tags":[{"id":"tag-a","name":"VIP","timestamp":1650000000000,"count":2}],' +
    '"params":[{"name":"city","value":"臺北市","timestamp":1660000000000}],' +
    '"email":"a@example.com","gender":"男","birthday":"1990-05-17","phone":"=1","extId":"M1"}',
  '{"extId":null,"extra":[1],"status":"odd","tags":[{"constructor":1}],"name":"b"}',
] as const;

/** Exports the records, and returns the path of the file. */
async function exported(plan: Partial<ExportPlan>): Promise<string> {
  const file = newFile();
  const body = Buffer.from(RECORDS.map((record) => `${record}\n`).join(''));
  let start = 0;
  const records = RECORDS.map((record) => {
    const span = { start, end: start + Buffer.byteLength(record) };
    start = span.end + 1;
    return span;
  });
  const source = async function* () {
    yield { body, records, next: undefined };
  };
  await createExporter().start(jobOf(file, plan), source, runOf());
  return file;
}

async function textOf(plan: Partial<ExportPlan>): Promise<string> {
  return readFileSync(await exported(plan), 'utf8');
}

describe('bytes of an export', () => {
  after(cleanUp);

  it('equal those of earlier versions as NDJSON and JSON', async () => {
    assert.equal(await textOf({ format: 'ndjson' }), `${RECORDS[0]}\n${RECORDS[1]}\n`);
    assert.equal(await textOf({ format: 'json' }), `[\n${RECORDS[0]},\n${RECORDS[1]}\n]\n`);
    const masks = { name: 'drop', phone: 'drop', pic: 'drop', birthday: 'drop' } as const;
    const fields = ['name', 'pic', 'phone', 'birthday', 'extId', 'other'] as const;
    const dropped = await textOf({ format: 'ndjson', fields, masks });
    assert.equal(dropped, '{"extId":"M1"}\n{"extId":null,"extra":[1]}\n');
  });

  it('equal those of earlier versions as CSV', async () => {
    assert.equal(
      await textOf({ format: 'csv' }),
      'id,name,platform,pageId,status,created,lastActive,pic,tags,params,email,gender,birthday,phone,extId,other\r\n' +
        `U1,"王, 小明",LINE,'@p,1,1600000000000,1700000000000,https://a.example/1.png,` +
        '"[{""id"":""tag-a"",""name"":""VIP"",""timestamp"":1650000000000,""count"":2}]",' +
        '"[{""name"":""city"",""value"":""臺北市"",""timestamp"":1660000000000}]",' +
        "a@example.com,男,1990-05-17,'=1,M1,\r\n" +
        ',b,,,odd,,,,"[{""constructor"":1}]",,,,,,,"{""extra"":[1]}"\r\n',
    );
  });

  it('equal those of earlier versions as CSV with columns', async () => {
    assert.equal(
      await textOf({
        format: 'csv',
        lists: 'columns',
        fields: ['name', 'tags', 'params', 'other'],
      }),
      'name,tag:VIP,tag:VIP count,param:city,param:city time,other\r\n' +
        '"王, 小明",1650000000000,2,臺北市,1660000000000,\r\n' +
        'b,,,,,"{""extra"":[1],""tags"":[{""constructor"":1}]}"\r\n',
    );
  });

  it('have the same Parquet schema as earlier versions, also for a member of Object.prototype', async () => {
    const file = await exported({ format: 'parquet' });
    const { schema } = parquetMetadataOf(file);
    const text = (name: string) => `${name} BYTE_ARRAY UTF8`;
    const list = (name: string) => [`${name}  LIST`, 'list  ', 'element  '];
    assert.deepEqual(
      schema
        .slice(1)
        .map(({ name, type, converted_type }) => `${name} ${type ?? ''} ${converted_type ?? ''}`),
      [
        ...['id', 'name', 'platform', 'pageId'].map(text),
        ...['status INT32 ', 'created INT64 TIMESTAMP_MILLIS', 'lastActive INT64 TIMESTAMP_MILLIS'],
        text('pic'),
        ...[...list('tags'), text('id'), text('name')],
        ...['timestamp INT64 TIMESTAMP_MILLIS', 'count INT32 '],
        ...[...list('params'), text('name'), text('value'), 'timestamp INT64 TIMESTAMP_MILLIS'],
        ...['email', 'gender', 'birthday', 'phone', 'extId', 'other'].map(text),
      ],
    );
    const [, row] = await parquetOf(file);
    assert.deepEqual(
      [row?.['status'], row?.['tags'], row?.['other']],
      [
        null,
        [{ id: null, name: null, timestamp: null, count: null }],
        '{"extra":[1],"status":"odd","tags":[{"constructor":1}]}',
      ],
    );
  });
});
