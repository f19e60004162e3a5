import assert from 'node:assert/strict';
import { Ledger } from '../../../src/runs/ledger.ts';

describe('Ledger', () => {
  it('keeps newer states when uncommitted states are restored', () => {
    const ledger = new Ledger(3, new Map());
    ledger.markSending([0, 1, 2]);
    ledger.setOutcome(0, 'unknown');
    ledger.setOutcome(1, 'failed', 'no');
    const takenEntries = ledger.takePending();
    ledger.setOutcome(0, 'done');
    ledger.restorePending(takenEntries);
    assert.deepEqual(
      ledger.takePending().toSorted((a, b) => a.index - b.index),
      [
        { index: 0, state: 'done' },
        { index: 1, state: 'failed', detail: 'no' },
      ],
    );
    assert.equal(ledger.pendingCount, 0);
  });

  it('counts each operation once, and ignores states beyond the run', () => {
    // A request that an earlier start left as `sending` is unknown. One that this start sends counts as waiting.
    const states = new Map([
      [0, { state: 'done' }],
      [1, { state: 'sending' }],
      [7, { state: 'failed' }],
    ] as const);
    const ledger = new Ledger(4, states);
    ledger.markSending([2]);
    assert.deepEqual(ledger.counts(), {
      total: 4,
      done: 1,
      failed: 0,
      unknown: 1,
      skipped: 0,
      waiting: 2,
    });
    assert.deepEqual(ledger.indexesOf('unknown'), [1]);
  });
});
