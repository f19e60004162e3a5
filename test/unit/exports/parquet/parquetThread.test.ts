import assert from 'node:assert/strict';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { EXPORT_FIELDS, type ExportField } from '../../../../src/base/exportPlan.ts';
import { ParquetThread } from '../../../../src/exports/parquet/parquetThread.ts';
import { cleanUp, onCleanup } from '../../cleanup.ts';
import { pageOf } from '../exporting.ts';

/** Starts a thread. `file` returns the bytes that the thread has written so far. */
function threadOf(fields: readonly ExportField[] = EXPORT_FIELDS) {
  const pieces: Uint8Array[] = [];
  const thread = new ParquetThread(fields, async (bytes) => {
    pieces.push(bytes);
  });
  onCleanup(() => thread.close());
  const file = (): ArrayBuffer => {
    const { buffer, byteOffset, length } = Buffer.concat(pieces);
    return buffer.slice(byteOffset, byteOffset + length);
  };
  return { thread, file };
}

describe('ParquetThread', () => {
  afterEach(cleanUp);

  it('leaves the bytes of added pages unchanged, so a page can be added twice', async () => {
    const { thread, file } = threadOf();
    const whole = pageOf(['{"id":"before"}', '{"id":"李","name":"a"}', '{"id":"2"}']);
    const page = { ...whole, records: whole.records.slice(1) };
    const bytesBefore = page.body.slice();
    await thread.add(page);
    await thread.add(page);
    await thread.add(pageOf([]));
    await thread.finish();
    assert.deepEqual(page.body, bytesBefore);
    const rows = await parquetReadObjects({ file: file() });
    assert.deepEqual(
      rows.map(({ id }) => id as unknown),
      ['李', '2', '李', '2'],
    );
  });

  it('writes smaller groups of large records', async () => {
    const { thread, file } = threadOf(['id', 'other']);
    // A group ends when it has 16 MiB. Each record has 6 MiB.
    const large = `{"id":"large","note":"${'x'.repeat(6 << 20)}"}`;
    for (let page = 0; page < 7; page++) await thread.add(pageOf([large]));
    await thread.finish();
    const groups = parquetMetadata(file()).row_groups.map(({ num_rows }) => Number(num_rows));
    assert.deepEqual(groups, [3, 3, 1]);
  });

  it('passes on its error, and refuses work after it ended', async () => {
    const failing = threadOf(null as never).thread;
    await assert.rejects(failing.add(pageOf(['{}'])), TypeError);
    const startedThread = threadOf().thread;
    await startedThread.add(pageOf(['{}']));
    const page = pageOf(['{}']);
    const records = [...page.records, { start: 1e9, end: 2e9 }];
    await assert.rejects(startedThread.add({ ...page, records }), RangeError);
    const { thread } = threadOf();
    const adding = thread.add(pageOf(['{}']));
    await thread.close();
    await assert.rejects(adding, /The thread ended/);
    await assert.rejects(thread.finish(), /The thread ended/);
  });
});
