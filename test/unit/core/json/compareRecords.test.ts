import assert from 'node:assert/strict';
import {
  comparable,
  differences,
  type Comparable,
} from '../../../../src/core/json/compareRecords.ts';

async function comparableOf(text: string): Promise<Comparable> {
  return (await comparable(text)) ?? assert.fail(text);
}

const a = '{"id":"a","name":"\\u674e","n":1.0}';
const b = '{"tags":[{"id":"t","count":2}],"id":"b"}';

describe('core: compareRecords', () => {
  it('has the same text for a page, an array and lines, in whatever order', async () => {
    const sources = [
      `{"status":200,"res":{"next":"x","records":[${b},${a}]}}`,
      `[${a} , ${b}]`,
      `${b}\n${a}\n`,
      `\u{feff}${a}\r\n${b}`,
      '[{"n":1.0,"name":"李","id":"a"},{"id":"b","tags":[{"count":2,"id":"t"}]}]',
    ];
    const texts = await Promise.all(sources.map(async (text) => (await comparableOf(text)).text));
    assert.equal(new Set(texts).size, 1);
    assert.equal(
      texts[0],
      '[\n  {\n    "id": "a",\n    "n": 1.0,\n    "name": "李"\n  },\n  {\n    "id": "b",\n    "tags": [\n      {\n        "count": 2,\n        "id": "t"\n      }\n    ]\n  }\n]\n',
    );
  });

  it('takes a record alone, and what is no record', async () => {
    assert.deepEqual(
      (await comparableOf(a)).records.map(({ json }) => json),
      ['{"id":"a","n":1.0,"name":"李"}'],
    );
    const odd = (await comparableOf('[null,{"id":""},{"id":"z"},"x"]')).records;
    assert.deepEqual(
      odd.map(({ json }) => json),
      ['{"id":"z"}', 'null', '"x"', '{"id":""}'],
    );
    assert.equal((await comparableOf('')).text, '[]\n');
  });

  it('refuses what is no JSON', async () => {
    for (const text of ['id,name\r\n1,2\r\n', 'PAR1', '{"id":', '[1,]']) {
      assert.equal(await comparable(text), undefined, text);
    }
  });

  it('counts what came, went and changed, also where an ID is there twice', async () => {
    const earlier = '{"id":"1"}\n{"id":"2","n":1}\n{"id":"3"}\n{"id":"3","n":5}\n{"id":""}';
    const later =
      '{"id":"2","n":1.0}\n{"n":5,"id":"3"}\n{"id":"3"}\n{"id":"4"}\n{"id":""}\n{"id":""}';
    const count = async (x: string, y: string) =>
      differences(await comparableOf(x), await comparableOf(y));
    assert.deepEqual(await count(earlier, earlier), { added: 0, removed: 0, changed: 0 });
    const { added, removed } = await count(earlier, later);
    assert.deepEqual([added, removed], [2, 1]);
    assert.deepEqual(await count('{"id":"1","platform":"FB"}', '{"id":"1","platform":"LINE"}'), {
      ...{ added: 1, removed: 1, changed: 0 },
    });
    assert.deepEqual((await count('{"id":"2","n":1}', '{"id":"2","n":1.0}')).changed, 1);
  });

  it('takes 100,000 levels, each read once', async () => {
    const deep = (leaf: string): string =>
      `${'{"b":['.repeat(50_000)}${leaf}${']}'.repeat(50_000)}`;
    const text = `[{"x":${deep('{"z":1,"a":2}')},"id":"d"},{"id":"e"}]`;
    const { records } = await comparableOf(text);
    assert.deepEqual(
      records.map(({ json }) => json),
      [`{"id":"d","x":${deep('{"a":2,"z":1}')}}`, '{"id":"e"}'],
    );
    const other = await comparableOf(text.replace('"z":1', '"z":3'));
    assert.deepEqual(differences(await comparableOf(text), other), {
      ...{ added: 0, removed: 0, changed: 1 },
    });
  });

  it('keeps members of one name in their order, and spaces nowhere', async () => {
    const text = '{ "b" : [ 1 , { } , [ ] ] , "a" : 1.0 , "\\u0061" : "\\u0062" , "a" : null }';
    const { records } = await comparableOf(text);
    assert.equal(records[0]?.json, '{"a":1.0,"a":"b","a":null,"b":[1,{},[]]}');
  });
});
