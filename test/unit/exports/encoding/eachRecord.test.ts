import assert from 'node:assert/strict';
import { eachRecord } from '../../../../src/exports/encoding/pageEncoder.ts';

describe('export: each record', () => {
  it('in order, with pauses in which others are served', async () => {
    const records = Array.from({ length: 1000 }, (_, start) => ({ start, end: start + 1 }));
    const met: number[] = [];
    const pauses: number[] = [];
    const serve = (): void => {
      pauses.push(met.length);
      if (met.length < records.length) setImmediate(serve);
    };
    setImmediate(serve);
    await eachRecord(records, ({ start }, index) => {
      assert.equal(start, index);
      met.push(index);
    });
    assert.equal(met.length, records.length);
    const between = pauses.filter((count) => count > 0 && count < records.length);
    assert.ok(between.length >= 3, pauses.join());
  });
});
