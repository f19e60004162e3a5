import assert from 'node:assert/strict';
import { StatisticsQueue } from '../../../../src/customers/page/statisticsQueue.ts';
import { RowIndex } from '../../../../src/search/index/rowIndex.ts';

describe('StatisticsQueue', () => {
  const original = globalThis.MessageChannel;
  afterEach(() => void (globalThis.MessageChannel = original));

  it('schedules one step at a time, also after a request that was stopped', () => {
    let [pendingCount, stepCount] = [0, 0];
    let step = (): void => assert.fail();
    const channel = {
      port1: {
        addEventListener: (_type: 'message', listener: () => void) => (step = listener),
        start() {},
      },
      port2: { postMessage: () => pendingCount++ },
    };
    globalThis.MessageChannel = function () {
      return channel;
    } as unknown as typeof MessageChannel;
    const answeredIds: unknown[] = [];
    const queue = new StatisticsQueue((answer) => answeredIds.push('id' in answer && answer.id));
    const request = { type: 'statistics', search: '', columns: ['status', 'platform'] } as const;
    const index = new RowIndex({ status: [], male: '', female: '' }, 'en');
    queue.start(index, { ...request, id: 1 });
    queue.stop();
    queue.start(index, { ...request, id: 2 });
    for (; pendingCount > 0; pendingCount--) {
      stepCount++;
      step();
    }
    assert.deepEqual(answeredIds, [2, 2]);
    // A step for each column, and a last one that finds no column.
    assert.equal(stepCount, 3);
  });
});
