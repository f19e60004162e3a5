import assert from 'node:assert/strict';
import { eachRecord } from '../../../../src/exports/encoding/pageEncoder.ts';

describe('eachRecord', () => {
  it('visits records in order, and yields to other work in between', async () => {
    const records = Array.from({ length: 1000 }, (_, start) => ({ start, end: start + 1 }));
    const visited: number[] = [];
    const pauses: number[] = [];
    const serve = (): void => {
      pauses.push(visited.length);
      if (visited.length < records.length) setImmediate(serve);
    };
    setImmediate(serve);
    await eachRecord(records, ({ start }, index) => {
      assert.equal(start, index);
      visited.push(index);
    });
    assert.equal(visited.length, records.length);
    const pausesInBetween = pauses.filter((count) => count > 0 && count < records.length);
    assert.ok(pausesInBetween.length >= 3, pauses.join());
  });

  it('yields earlier if the steps are slow, as with a column for each tag', async () => {
    const records = Array.from({ length: 40 }, (_, start) => ({ start, end: start + 1 }));
    let visitedCount = 0;
    let longestSlice = 0;
    let lastPause = 0;
    const serve = (): void => {
      longestSlice = Math.max(longestSlice, visitedCount - lastPause);
      lastPause = visitedCount;
      if (visitedCount < records.length) setImmediate(serve);
    };
    setImmediate(serve);
    await eachRecord(records, () => {
      visitedCount++;
      for (const end = performance.now() + 3; performance.now() < end;);
    });
    serve();
    assert.ok(longestSlice <= 5, `${longestSlice} of ${records.length} records without a pause`);
  });
});
