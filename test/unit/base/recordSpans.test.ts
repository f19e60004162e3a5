import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { recordsInCleanCopy, recordSpans, spanText } from '../../../src/base/jsonScan.ts';

/** Returns the records, each parsed by itself. Asserts that parsing all of them as one list gives the same. */
function read(body: string, count: number): unknown[] {
  const { json, spans } = recordSpans(new TextEncoder().encode(body), count);
  const text = (start: number, end: number) => new TextDecoder().decode(json.subarray(start, end));
  const single = spans.map(({ start, end }): unknown => JSON.parse(text(start, end)));
  const [first, last] = [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0];
  assert.deepEqual(JSON.parse(`[${text(first, last)}]`), single);
  return single;
}

describe('recordSpans', () => {
  it('finds the records of any page', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, 2), (values, indent) => {
        const records = JSON.parse(JSON.stringify(values)) as unknown[];
        const body = JSON.stringify({ status: 200, res: { records, next: 'k' } }, null, indent);
        assert.deepEqual(read(body, records.length), records);
      }),
    );
  });

  it('finds the right records despite duplicate or escaped names', () => {
    const body =
      '{"res":{"records":[9]},"res":{"records":[8],"\\u0072ecords":[1,2] , "next":null}}';
    assert.deepEqual(read(body, 2), [1, 2]);
    assert.deepEqual(read('{"res":{"records":[]}}', 0), []);
  });

  it('finds records after a byte order mark and with invalid UTF-8', () => {
    const page = '{"res":{"records":["a",{"b":1}]}}';
    assert.deepEqual(read(`\u{feff}${page}`, 2), ['a', { b: 1 }]);
    const broken = new TextEncoder().encode(page);
    broken[page.indexOf('a"')] = 0xe6;
    const { json, spans } = recordsInCleanCopy(broken);
    const texts = spans.map((span) => spanText(json, span));
    assert.deepEqual(texts, ['"\u{fffd}"', '{"b":1}']);
  });
});
