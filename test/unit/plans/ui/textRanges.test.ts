import assert from 'node:assert/strict';
import { lineRange, sharedLine, rangeOf } from '../../../../src/plans/ui/textRanges.ts';
import { cpuTimeOf } from '../../../support/cpuTime.ts';

const TEXT = '// "tag-1" is the tag\n{\n  "tags": [\n    {"id": "tag-1"}\n  ],\n  "last": 1\n}';

describe('rangeOf and lineRange', () => {
  it('find a value, but not its mention in a comment', () => {
    const { line, offset, length } = rangeOf(TEXT, 'tag-1');
    assert.deepEqual([line, TEXT.slice(offset, offset + length)], [4, '"tag-1"']);
  });

  it('return the start of the text if the value is missing', () => {
    assert.deepEqual(rangeOf(TEXT, 'tag-2'), { line: 1, offset: 0, length: 0 });
  });

  for (const [name, blank] of Object.entries({ LF: '\n', CRLF: '\r\n', CR: '\r', spaces: ' \n' })) {
    it(`find a value below 60,000 blank lines (${name}) in linear time`, async () => {
      const text = blank.repeat(60_000) + TEXT;
      const took = await cpuTimeOf(() => {
        const { offset } = rangeOf(text, 'tag-1');
        assert.equal(offset, blank.length * 60_000 + TEXT.lastIndexOf('"tag-1"'));
      });
      // CPU time. A linear search takes some milliseconds; a quadratic search takes 5 to 28 s.
      assert.ok(took < 2000, `${took} ms`);
    });
  }

  it('return a line without surrounding white space and comma', () => {
    for (const [line, content] of [
      [1, '// "tag-1" is the tag'],
      [4, '{"id": "tag-1"}'],
      [7, '}'],
    ] as const) {
      const { offset, length } = lineRange(TEXT, line);
      assert.equal(TEXT.slice(offset, offset + length), content);
    }
  });

  it('find a line that two users or items share, which a run could not distinguish', () => {
    const itemsAt = (...lines: readonly number[]) => {
      const items = lines.map((line) => ({ id: `t${line}`, name: '', customers: undefined, line }));
      return { users: [], items };
    };
    assert.equal(sharedLine(itemsAt(3, 4, 5)), undefined);
    assert.equal(sharedLine(itemsAt(3, 4, 4, 5)), 4);
    assert.equal(sharedLine(itemsAt()), undefined);
  });
});
