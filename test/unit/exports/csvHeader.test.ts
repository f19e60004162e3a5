import assert from 'node:assert/strict';
import type { ExportPlan } from '../../../src/base/exportPlan.ts';
import { cleanUp } from '../cleanup.ts';
import { exported } from './exporting.ts';

const PLAN: Partial<ExportPlan> = { format: 'csv', lists: 'columns', fields: ['tags', 'params'] };

interface Lists {
  readonly tags?: readonly (readonly [id: string, name: string])[];
  readonly params?: readonly string[];
}

/** Returns the column names of a CSV of one record with these tags and parameters. */
async function headerOf({ tags = [], params = [] }: Lists): Promise<readonly string[]> {
  const record = {
    tags: tags.map(([id, name]) => ({ id, name, timestamp: 1, count: 1 })),
    params: params.map((name) => ({ name, value: 'v', timestamp: 1 })),
  };
  const text = await exported([JSON.stringify(record)], PLAN);
  return text.split('\r\n')[0]?.split(',') ?? [];
}

describe('header of a CSV', () => {
  afterEach(cleanUp);

  it('distinguishes a tag named "VIP count" from the count of VIP', async () => {
    const header = await headerOf({
      tags: [
        ['t1', 'VIP'],
        ['t2', 'VIP count'],
        ['t3', 'new'],
      ],
    });
    assert.deepEqual(header, [
      ...['tag:VIP [t1]', 'tag:VIP [t1] count', 'tag:VIP count [t2]', 'tag:VIP count [t2] count'],
      ...['tag:new', 'tag:new count'],
    ]);
  });

  for (const [about, lists] of [
    ['a parameter named "city time"', { params: ['city', 'city time', 'city time time'] }],
    [
      'a tag whose name equals the header of another tag',
      {
        tags: [
          ['t1', 'VIP'],
          ['t2', 'VIP'],
          ['t3', 'VIP [t1]'],
          ['t4', 'VIP [t1] count'],
        ],
      },
    ],
    [
      'IDs with brackets',
      {
        tags: [
          ['a] [b', 'x'],
          ['b', 'x [a]'],
          ['c', 'x'],
          ['d', 'x [a]'],
        ],
      },
    ],
  ] as const) {
    it(`has unique names with ${about}`, async () => {
      const header = await headerOf(lists);
      assert.equal(new Set(header).size, header.length, header.join());
    });
  }

  it('quotes cells with characters that other programs treat as a delimiter', async () => {
    const text = await exported(['{"id":"a;b","name":"c\\td"}'], {
      format: 'csv',
      fields: ['id', 'name'],
    });
    assert.equal(text, 'id,name\r\n"a;b","c\td"\r\n');
  });
});
