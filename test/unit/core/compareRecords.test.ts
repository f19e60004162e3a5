import assert from 'node:assert/strict';
import { comparable, differences, type Comparable } from '../../../src/core/compareRecords.ts';

function comparableOf(text: string): Comparable {
  return comparable(text) ?? assert.fail(text);
}

const a = '{"id":"a","name":"\\u674e","n":1.0}';
const b = '{"tags":[{"id":"t","count":2}],"id":"b"}';

describe('core: compareRecords', () => {
  it('has the same text for a page, an array and lines, in whatever order', () => {
    const texts = [
      `{"status":200,"res":{"next":"x","records":[${b},${a}]}}`,
      `[${a} , ${b}]`,
      `${b}\n${a}\n`,
      `\u{feff}${a}\r\n${b}`,
      '[{"n":1.0,"name":"李","id":"a"},{"id":"b","tags":[{"count":2,"id":"t"}]}]',
    ].map((text) => comparableOf(text).text);
    assert.equal(new Set(texts).size, 1);
    assert.equal(
      texts[0],
      '[\n  {\n    "id": "a",\n    "n": 1.0,\n    "name": "李"\n  },\n  {\n    "id": "b",\n    "tags": [\n      {\n        "count": 2,\n        "id": "t"\n      }\n    ]\n  }\n]\n',
    );
  });

  it('takes a record alone, and what is no record', () => {
    assert.deepEqual(
      comparableOf(a).records.map(({ json }) => json),
      ['{"id":"a","n":1.0,"name":"李"}'],
    );
    const odd = comparableOf('[null,{"id":""},{"id":"z"},"x"]').records;
    assert.deepEqual(
      odd.map(({ json }) => json),
      ['{"id":"z"}', 'null', '"x"', '{"id":""}'],
    );
    assert.equal(comparableOf('').text, '[]\n');
  });

  it('refuses what is no JSON', () => {
    for (const text of ['id,name\r\n1,2\r\n', 'PAR1', '{"id":', '[1,]']) {
      assert.equal(comparable(text), undefined, text);
    }
  });

  it('counts what came, went and changed, also where an ID is there twice', () => {
    const earlier = '{"id":"1"}\n{"id":"2","n":1}\n{"id":"3"}\n{"id":"3","n":5}\n{"id":""}';
    const later =
      '{"id":"2","n":1.0}\n{"n":5,"id":"3"}\n{"id":"3"}\n{"id":"4"}\n{"id":""}\n{"id":""}';
    const count = (x: string, y: string) => differences(comparableOf(x), comparableOf(y));
    assert.deepEqual(count(earlier, earlier), { added: 0, removed: 0, changed: 0 });
    const { added, removed } = count(earlier, later);
    assert.deepEqual([added, removed], [2, 1]);
    assert.deepEqual(count('{"id":"1","platform":"FB"}', '{"id":"1","platform":"LINE"}'), {
      ...{ added: 1, removed: 1, changed: 0 },
    });
    assert.deepEqual(count('{"id":"2","n":1}', '{"id":"2","n":1.0}').changed, 1);
  });
});
