import assert from 'node:assert/strict';
import { createExporter } from '../../../../src/exports/createExporter.ts';
import { openInput } from '../../../../src/plans/input/openInput.ts';
import { cleanUp } from '../../cleanup.ts';
import { newFile } from '../../exports/exporting.ts';
import { signal, usersOf } from './inputs.ts';

describe('audience CSV that is read as an input', () => {
  afterEach(cleanUp);

  it('contains the same users, for any IDs', async () => {
    const file = newFile('a.csv');
    const odd = ['@shop', "'@shop", '=1+1', "''=1", 'a,"b"', '台北', '-1', "'", '＠p'];
    const records = odd.flatMap((page) =>
      odd.map((id) => ({ id, pageId: page, platform: page === '-1' ? 'FB' : 'LINE' })),
    );
    const job = { file, format: 'userIds' as const, mayReplace: () => false };
    const source = async function* () {
      yield records;
    };
    await createExporter().writeAudience(job, source(), signal);
    const users = await usersOf(await openInput(file, signal));
    const expected = records.map(({ id: rawUid, pageId, platform }) => {
      return { rawUid, pageId, channel: platform === 'FB' ? 0 : 1 };
    });
    assert.deepEqual(users, expected);
  });
});
