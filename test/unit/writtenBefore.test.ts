import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { createExporter } from '../../src/exports/createExporter.ts';
import { openStores } from '../../src/runs/openCatalogue.ts';
import { createFileText } from '../../src/workspaceFile/createFileText.ts';
import { cleanUp, onCleanup } from './cleanup.ts';
import { newFile, pagesOf, runOf } from './exports/exporting.ts';

/**
 * Folder of files that the version of 2026-11-22 wrote. `read.json` has the data that this version read from the other
 * files.
 */
const FOLDER = join(import.meta.dirname, '../written/2026-11-22');

const PAGES = [
  [
    '{"id":"a","name":"林 \\u0041","tags":[{"id":"t","name":"VIP","timestamp":1,"count":2}]}',
    '{"id":"b","params":[]}',
  ],
  ['{"id":"c","email":"x@example.com"}'],
] as const;

function written(name: string): Buffer {
  return readFileSync(join(FOLDER, name));
}

// `read.json` has the earlier name of the property `folderSource`.
const before = JSON.parse(
  written('read.json').toString().replaceAll('"folderKnown":', '"folderSource":'),
) as Record<string, unknown>;

async function openDatabase(): Promise<Catalogue> {
  const file = newFile('catalogue.sqlite');
  cpSync(join(FOLDER, 'catalogue.sqlite'), file);
  const { store: catalogue, problem } = await openStores(file);
  assert.equal(problem, undefined);
  onCleanup(async () => catalogue.close());
  return new Catalogue(catalogue, { now: () => 1 });
}

/**
 * Copies the files that an interrupted export left.
 * @returns the path of the export
 */
function interrupted(name: string): string {
  const file = newFile(name);
  for (const end of ['partial', 'checkpoint']) {
    cpSync(join(FOLDER, `${name}.${end}`), `${file}.${end}`);
  }
  return file;
}

describe('data written by the version of 2026-11-22', () => {
  afterEach(cleanUp);

  it('is read from its database', async () => {
    const catalogue = await openDatabase();
    const read = { bots: catalogue.bots(), items: catalogue.items('shop') };
    assert.partialDeepStrictEqual(read, { bots: before['bots'], items: before['items'] });
    assert.partialDeepStrictEqual(catalogue.scan('shop'), before['scan']);
  });

  it('is read from its workspace file', () => {
    const { content, problems } = createFileText().read(written('bot-tags.jsonc').toString());
    assert.deepEqual(problems, []);
    assert.partialDeepStrictEqual(content, before['content']);
  });

  async function resumeExport(name: string): Promise<Buffer> {
    const file = interrupted(name);
    assert.equal((await createExporter().unfinished(file))?.records, 2);
    const { records } = await createExporter().resume(file, async () => pagesOf(...PAGES), runOf());
    assert.equal(records, 3);
    return readFileSync(file);
  }

  for (const name of ['ndjson', 'json', 'csv', 'csv-columns']) {
    it(`resumes an export with the same bytes: ${name}`, async () => {
      assert.deepEqual(await resumeExport(name), written(`${name}.whole`));
    });
  }

  it('resumes a Parquet export with the same rows, though newer files have fewer statistics', async () => {
    const rows = async (bytes: Buffer) =>
      parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    assert.deepEqual(
      await rows(await resumeExport('parquet')),
      await rows(written('parquet.whole')),
    );
  });

  it('resumes a masked export with its own salt', async () => {
    const file = interrupted('ndjson-masked');
    await createExporter().resume(file, async () => pagesOf(...PAGES), runOf());
    const [, , line = ''] = readFileSync(file, 'utf8').split('\n');
    const checkpoint = JSON.parse(written('ndjson-masked.checkpoint').toString()) as {
      readonly salt: string;
    };
    const email = createHmac('sha256', checkpoint.salt).update('x@example.com').digest('hex');
    assert.deepEqual(JSON.parse(line), { id: 'c', email });
  });
});
