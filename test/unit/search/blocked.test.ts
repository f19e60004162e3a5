import assert from 'node:assert/strict';
import type { Customer } from '../../../src/base/model.ts';
import { candidateOf } from '../../../src/plans/planLines.ts';
import { hasBit } from '../../../src/search/index/bits.ts';
import { SegmentIndex } from '../../../src/search/index/segmentIndex.ts';
import { parseSegment } from '../../../src/search/parseSegment.ts';
import { NO_VOCABULARY } from '../../../src/search/segment.ts';

describe('"blocked" in a segment', () => {
  it('finds both kinds of blocked customers, as plans do, and distinguishes them', () => {
    const index = new SegmentIndex();
    // Status 4: the team blocked the customer. Status 5: the customer blocked the bot.
    const records = [1, 2, 3, 4, 5, 9].map((status) => ({ status }));
    index.add(records.length, (row) => records[row]);
    const statuses = (text: string): readonly number[] => {
      const { segment } = parseSegment(text);
      assert.ok(segment);
      const bits = index.matches(segment, { vocabulary: NO_VOCABULARY, now: 0 });
      return records.filter((_, row) => hasBit(bits, row)).map(({ status }) => status);
    };
    const skipped = records.filter((record) => candidateOf(record as Customer).isBlocked);
    assert.deepEqual(
      statuses('blocked'),
      skipped.map(({ status }) => status),
    );
    assert.deepEqual(statuses('blocked'), [4, 5]);
    assert.deepEqual(statuses('not blocked'), [1, 2, 3, 9]);
    assert.deepEqual(statuses('status = blocked'), [4]);
    for (const text of ['"blocked bot"', '"Blocked the bot"', 'blocking', '5']) {
      assert.deepEqual(statuses(`status = ${text}`), [5], text);
    }
  });
});
