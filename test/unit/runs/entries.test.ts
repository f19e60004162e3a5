import assert from 'node:assert/strict';
import { dayOf, entriesOf, entryJson } from '../../../src/runs/journalEntries.ts';
import { COUNTS, runRecord, writeRecord } from '../catalogue/store/journalRecords.ts';

const runs = [
  runRecord('r1', { started: 2 }),
  runRecord('r2', { started: 5, bot: 'k2', counts: { ...COUNTS, unknown: 1 } }),
];
const writes = [
  writeRecord('w1', { time: 1, result: 'done' }),
  writeRecord('w2', { time: 3, kind: 'create', result: 'failed' }),
  writeRecord('w3', { time: 6, kind: 'delete', bot: 'k2', result: 'sent' }),
];

describe('Journal entries', () => {
  it('combine runs and writes, newest first', () => {
    const ids = entriesOf(runs, writes).map((entry) =>
      entry.kind === 'run' ? entry.run.id : entry.write.id,
    );
    assert.deepEqual(ids, ['w3', 'r2', 'w2', 'r1', 'w1']);
  });

  it('are grouped by the local midnight before them', () => {
    const noon = new Date(2026, 2, 8, 12).getTime();
    assert.equal(dayOf(noon), new Date(2026, 2, 8).getTime());
    assert.equal(dayOf(dayOf(noon) - 1), new Date(2026, 2, 7).getTime());
  });

  it('are converted to JSON with the user only if the user may be included', () => {
    const user = { rawUid: 'U-canary', pageId: 'p', channel: 1 };
    const write = writeRecord('w', { time: 0, result: 'failed', errorText: 'no' });
    const json = (userOf: () => typeof user | null) =>
      entryJson({ kind: 'write', write }, { operations: () => new Map() }, userOf);
    assert.deepEqual(
      json(() => null),
      {
        write: 'w',
        time: '1970-01-01T00:00:00.000Z',
        bot: { key: 'k', label: 'Shop' },
        kind: 'attach',
        item: { id: 't', name: 'VIP', type: 0, parentId: null },
        result: 'failed',
        words: 'no',
      },
    );
    assert.deepEqual(
      Reflect.get(
        json(() => user),
        'user',
      ),
      user,
    );
  });

  it('are converted to JSON with the failed and unknown operations of a run', () => {
    const operations = new Map([
      [9, { state: 'failed', detail: 'no' }],
      [2, { state: 'sending', detail: null }],
    ] as const);
    const run = runRecord('r', {
      // A time that is no date becomes null.
      started: Number.NaN,
      detail: '{"tags":[{"id":"t","name":"VIP"}]}',
    });
    const json = entryJson({ kind: 'run', run }, { operations: () => operations }, () => null);
    assert.partialDeepStrictEqual(json, {
      run: 'r',
      tags: [{ id: 't', name: 'VIP' }],
      sha256: 'ab',
      state: 'running',
      operations: [
        { operation: 2, state: 'sending' },
        { operation: 9, state: 'failed', words: 'no' },
      ],
    });
  });
});
