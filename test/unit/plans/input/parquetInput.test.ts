import assert from 'node:assert/strict';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { Cancelled } from '../../../../src/core/errors.ts';
import { InputError } from '../../../../src/core/plans/inputProblems.ts';
import { openInput } from '../../../../src/plans/input/openInput.ts';
import { Gathered } from '../../../../src/plans/tables/gathered.ts';
import { openParquet } from '../../../../src/plans/tables/parquetTable.ts';
import { cleanUp } from '../../cleanup.ts';
import { opened, problemsOf, rowsOf, signal, written } from './inputs.ts';

describe('what is wrong with Parquet', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  function parquetOf(type: 'STRING' | 'INT64' | 'DOUBLE' | 'INT32', data: unknown[]): Uint8Array {
    const text = (value: string): string[] => data.map(() => value);
    const columnData = [
      { name: 'id', data, type },
      { name: 'page', data: text('p'), type: 'STRING' as const },
      { name: 'channel', data: data.map(() => 1), type: 'INT32' as const },
    ];
    return new Uint8Array(parquetWriteBuffer({ columnData }));
  }

  it('are IDs of a floating point; whole numbers keep their digits', async () => {
    const input = await opened('a', parquetOf('INT64', [9007199254740993n, 5n]));
    const ids = (await rowsOf(input)).map(({ user }) => user?.rawUid);
    assert.deepEqual([input.format, ids], ['parquet', ['9007199254740993', '5']]);
    assert.deepEqual(await problemsOf('a', parquetOf('DOUBLE', [5, 1e15])), [
      { kind: 'inexact-number', column: 'id', places: { unit: 'record', first: [1, 2], count: 2 } },
    ]);
  });

  it('is what cannot be read, at whatever byte it is broken', async () => {
    const whole = parquetOf('STRING', ['U1', 'U2']);
    for (let byte = 2; byte < whole.length; byte += 29) {
      const outcome = await outcomeOf(brokenAt(whole, byte));
      assert.match(outcome, /^(?:read|refused)$/, `byte ${byte}`);
    }
    assert.equal((await problemsOf('a', whole.subarray(0, 60)))[0]?.kind, 'broken-parquet');
  });

  it('is what keeps its reader busy for ever, which stops nobody else', async () => {
    // The number of values in the first page.
    const file = written('a.parquet', brokenAt(parquetOf('STRING', ['U1', 'U2']), 20));
    let turns = 0;
    const counting = setInterval(() => turns++, 50);
    try {
      const table = await openParquet(file, signal, 4000);
      const reading = { columns: [0], signal, faults: new Gathered<never>('record') };
      const read = async (): Promise<void> => {
        for await (const records of table.batches(reading)) void records;
      };
      await assert.rejects(read(), {
        problems: [{ kind: 'broken-parquet', detail: 'it takes too long' }],
      });
    } finally {
      clearInterval(counting);
    }
    assert.ok(turns > 20, String(turns));
  });

  it('is left at once when somebody cancels', async () => {
    const file = written('a.parquet', brokenAt(parquetOf('STRING', ['U1', 'U2']), 20));
    const cancelling = new AbortController();
    const table = await openParquet(file, signal);
    const reading = {
      columns: [0],
      signal: cancelling.signal,
      faults: new Gathered<never>('record'),
    };
    const next = table.batches(reading)[Symbol.asyncIterator]().next();
    setImmediate(() => cancelling.abort(new Cancelled()));
    await assert.rejects(next, { name: 'Cancelled' });
  });
});

function brokenAt(whole: Uint8Array, byte: number): Uint8Array {
  const broken = whole.slice();
  broken[byte] = (broken[byte] ?? 0) ^ 0xff;
  return broken;
}

async function outcomeOf(content: Uint8Array): Promise<string> {
  try {
    const input = await openInput(written('a.parquet', content), signal);
    if (input.guess.isClear) await rowsOf(input);
    return 'read';
  } catch (error) {
    return InputError.is(error) ? 'refused' : String(error);
  }
}
