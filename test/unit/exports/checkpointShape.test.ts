import assert from 'node:assert/strict';
import { parseCheckpoint } from '../../../src/exports/checkpoint.ts';

const PLAN = {
  format: 'ndjson',
  fields: ['id', 'name'],
  masks: { name: 'hash' },
  lists: 'json',
  bom: false,
  escapeFormulas: true,
  segment: {
    text: 'tag:VIP',
    now: 5,
    names: {
      tags: [{ id: 't', name: 'VIP', folder: null }],
      folders: [{ id: 'f', name: 'F', parent: 'g' }],
    },
  },
};
/** Valid checkpoint with all fields. `sign` is the location of the socket that shows that the export is running. */
const COMPLETE = {
  version: 1,
  bot: 'key',
  baseUrl: 'https://api.example',
  query: { botId: 'bot', limit: 10, from: 5 },
  plan: PLAN,
  salt: 'aa',
  next: 'cursor',
  isRead: false,
  total: 3,
  pages: 1,
  records: 2,
  offset: 30,
  process: 7,
  run: '0123456789abcdef',
  sign: { host: 'here', folder: '/tmp' },
  mode: 0o644,
  isResumable: true,
  isStaged: false,
};

/** Invalid values by field. */
const invalidValues: Readonly<Record<string, readonly unknown[]>> = {
  version: [2, '1', undefined],
  bot: [1, undefined],
  baseUrl: [1, null],
  query: [
    ...[undefined, null, 'query', { limit: 10 }, { botId: 1, limit: 10 }, { botId: 'bot' }],
    ...[
      { botId: 'bot', limit: '10', from: 5 },
      { botId: 'bot', limit: 10, from: '5' },
    ],
    ...[
      { botId: 'bot', limit: -1 },
      { botId: 'bot', limit: 1.5 },
    ],
  ],
  plan: [
    ...[undefined, [], { ...PLAN, format: 'xml' }, { ...PLAN, fields: 'id' }],
    ...[
      { ...PLAN, fields: ['id', 'secret'] },
      { ...PLAN, masks: { name: 'none' } },
    ],
    ...[
      { ...PLAN, masks: { tags: 'hash' } },
      { ...PLAN, lists: 'rows' },
    ],
    ...[
      { ...PLAN, segment: { text: 'tag:VIP' } },
      { ...PLAN, segment: 'tag:VIP' },
      ...[
        ...[[], {}, { tags: [] }, { tags: [], folders: [7] }],
        { tags: [{ id: 't', name: 'VIP' }], folders: [] },
        { tags: [{ id: 1, name: 'VIP', folder: null }], folders: [] },
        { tags: [], folders: [{ id: 'f', name: 'F', folder: null }] },
      ].map((names) => ({ ...PLAN, segment: { text: 'tag:VIP', now: 5, names } })),
    ],
    ...[
      { ...PLAN, bom: 0 },
      { ...PLAN, escapeFormulas: undefined },
    ],
  ],
  salt: [1, undefined],
  next: [1, undefined],
  isRead: ['false', undefined],
  total: ['3', -1, null],
  ...Object.fromEntries(
    ['pages', 'records', 'offset', 'process'].map((key) => [key, ['1', -1, 0.5, undefined]]),
  ),
  run: [1, '', '0123456789abcde', '0123456789abcdeg', '../0123456789abcdef'],
  sign: [null, 'here', { host: 'here' }, { folder: '/tmp' }, { host: 1, folder: '/tmp' }],
  mode: ['644', -1],
  isResumable: ['true', null],
  isStaged: [0],
};

describe('parseCheckpoint', () => {
  it('keeps only the permissions of a file mode', () => {
    for (const [mode, permissions] of [
      [0o100644, 0o644],
      [0o6755, 0o755],
      [2 ** 40 + 0o7777, 0o777],
    ] as const) {
      assert.equal(parseCheckpoint(JSON.stringify({ ...COMPLETE, mode }))?.mode, permissions);
    }
  });

  it('accepts checkpoints with and without the fields of later versions', () => {
    assert.deepEqual(parseCheckpoint(JSON.stringify(COMPLETE)), COMPLETE);
    const laterFields = ['baseUrl', 'total', 'run', 'sign', 'mode', 'isResumable', 'isStaged'];
    const earlier = Object.entries(COMPLETE).filter(([key]) => !laterFields.includes(key));
    const query = { botId: 'bot', limit: 10 };
    const smallestCheckpoint = { ...Object.fromEntries(earlier), query, next: null };
    assert.deepEqual(parseCheckpoint(JSON.stringify(smallestCheckpoint)), smallestCheckpoint);
  });

  for (const [key, values] of Object.entries(invalidValues)) {
    it(`rejects an invalid ${key}`, () => {
      for (const value of values) {
        const text = JSON.stringify({ ...COMPLETE, [key]: value });
        assert.equal(parseCheckpoint(text), undefined, text);
      }
    });
  }

  it('rejects invalid JSON and values that are not objects', () => {
    for (const text of ['', '{', 'null', '1', '[]', '"version"']) {
      assert.equal(parseCheckpoint(text), undefined, text);
    }
  });
});
