import assert from 'node:assert/strict';
import { Ledger } from '../../../src/runs/ledger.ts';

describe('Ledger', () => {
  it('keeps newer states when uncommitted ones are given back', () => {
    const ledger = new Ledger(3, new Map());
    ledger.begin([0, 1, 2]);
    ledger.end(0, 'unknown');
    ledger.end(1, 'failed', 'no');
    const takenEntries = ledger.take();
    ledger.end(0, 'done');
    ledger.giveBack(takenEntries);
    assert.deepEqual(
      ledger.take().toSorted((a, b) => a.index - b.index),
      [
        { index: 0, state: 'done' },
        { index: 1, state: 'failed', words: 'no' },
      ],
    );
    assert.equal(ledger.pending, 0);
  });

  it('counts each operation once, and ignores states beyond the run', () => {
    const states = new Map([
      [0, { state: 'done' }],
      [1, { state: 'sending' }],
      [7, { state: 'failed' }],
    ] as const);
    const ledger = new Ledger(4, states);
    ledger.begin([2]);
    assert.deepEqual(ledger.counts(), {
      total: 4,
      done: 1,
      failed: 0,
      unknown: 1,
      skipped: 0,
      waiting: 2,
    });
    assert.deepEqual(ledger.unknown(), [1]);
  });
});
