import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';

import type { Level } from '../../../../src/base/ports.ts';
import { migrations } from '../../../../src/catalogue/store/migrations.ts';
import { cleanUp } from '../../cleanup.ts';
import { BOT, itemOf } from '../../base/fakes.ts';
import { unplaced } from '../../base/unplaced.ts';
import { newDatabase, openWindow, versionOf } from './database.ts';

/** Statements that fill a database of each version. Index 0 is `user_version` 1. */
const contents: readonly string[] = [
  `
  INSERT INTO bot VALUES ('s', '', 'bot-s', 'Sandbox', 'sandbox', 2);
  INSERT INTO bot VALUES ('k', 'https://bots.example', 'bot-1', 'Shop', 'service', 1);
  INSERT INTO item VALUES ('k', 'f', 1, 'Folder', NULL, 'created', 7, 8, 'ok', NULL);
  INSERT INTO item VALUES ('k', 'in', 0, 'In it', 'f', 'created', NULL, 9, 'gone', NULL);
  INSERT INTO item VALUES ('k', 'added', 0, '茶', NULL, 'added', 5, NULL, 'error', 'why');
  INSERT INTO item VALUES ('s', 'seed', 0, 'Seed', NULL, 'sandbox', 3, 4, 'ok', NULL);
  INSERT INTO change (writer, bot, item, has_parent, parent) VALUES ('w', 'k', 'in', 1, 'f');
  INSERT INTO sandbox_item VALUES ('seed', 'Seed', 0, NULL, 3);
  INSERT INTO sandbox_mark VALUES ('seeded');
  `,
  `
  INSERT INTO bot VALUES ('s', '', 'bot-s', 'Sandbox', 'sandbox', 2, '', 'sandbox', 1);
  INSERT INTO bot VALUES ('k', 'https://bots.example', 'bot-1', 'Shop', 'service', 1, '', 'added', 1);
  INSERT INTO item VALUES ('k', 'f', 1, 'Folder', NULL, 'created', 7, 8, 'ok', NULL, 8, 'service', 8, NULL, 0);
  INSERT INTO item VALUES ('k', 'in', 0, 'In it', 'f', 'created', NULL, 9, 'gone', NULL, 9, 'service', 9, NULL, 0);
  INSERT INTO item VALUES ('k', 'added', 0, '茶', NULL, 'added', 5, NULL, 'error', 'why', NULL, 'no', NULL, NULL, 0);
  INSERT INTO item VALUES ('s', 'seed', 0, 'Seed', NULL, 'sandbox', 3, 4, 'ok', NULL, 4, 'service', 4, NULL, 0);
  INSERT INTO sandbox_item VALUES ('seed', 'Seed', 0, NULL, 3);
  INSERT INTO sandbox_mark VALUES ('seeded');
  `,
  `
  INSERT INTO bot VALUES ('s', '', 'bot-s', 'Sandbox', 'sandbox', 2, '', 'sandbox', 1);
  INSERT INTO bot VALUES ('k', 'https://bots.example', 'bot-1', 'Shop', 'service', 1, '', 'added', 1);
  INSERT INTO item VALUES ('k', 'f', 1, 'Folder', NULL, 'created', 7, 8, 'ok', NULL, 8, 'service', 8, NULL, 0);
  INSERT INTO item VALUES ('k', 'in', 0, 'In it', 'f', 'created', NULL, 9, 'gone', NULL, 9, 'service', 9, NULL, 0);
  INSERT INTO item VALUES ('k', 'added', 0, '茶', NULL, 'added', 5, NULL, 'error', 'why', NULL, 'no', NULL, NULL, 0);
  INSERT INTO item VALUES ('s', 'seed', 0, 'Seed', NULL, 'sandbox', 3, 4, 'ok', NULL, 4, 'service', 4, NULL, 0);
  INSERT INTO sandbox_item VALUES ('seed', 'Seed', 0, NULL, 3);
  INSERT INTO sandbox_mark VALUES ('seeded');
  `,
  `
  INSERT INTO bot VALUES ('s', '', 'bot-s', 'Sandbox', 'sandbox', 2, '', 'sandbox', 1);
  INSERT INTO bot VALUES ('k', 'https://bots.example', 'bot-1', 'Shop', 'service', 1, '', 'added', 1);
  INSERT INTO item VALUES ('k', 'f', 1, 'Folder', NULL, 'created', 7, 8, 'ok', NULL, 8, 'service', 8, NULL, 0);
  INSERT INTO item VALUES ('k', 'in', 0, 'In it', 'f', 'created', NULL, 9, 'gone', NULL, 9, 'service', 9, NULL, 0);
  INSERT INTO item VALUES ('k', 'added', 0, '茶', NULL, 'added', 5, NULL, 'error', 'why', NULL, 'no', NULL, NULL, 0);
  INSERT INTO item VALUES ('s', 'seed', 0, 'Seed', NULL, 'sandbox', 3, 4, 'ok', NULL, 4, 'service', 4, NULL, 0);
  INSERT INTO sandbox_item VALUES ('seed', 'Seed', 0, NULL, 3);
  INSERT INTO sandbox_mark VALUES ('seeded');
  `,
  `
  INSERT INTO bot VALUES ('s', '', 'bot-s', 'Sandbox', 'sandbox', 2, '', 'sandbox', 1);
  INSERT INTO bot VALUES ('k', 'https://bots.example', 'bot-1', 'Shop', 'service', 1, '', 'added', 1);
  INSERT INTO item VALUES ('k', 'f', 1, 'Folder', NULL, 'created', 7, 8, 'ok', NULL, 8, 'service', 8, NULL, 0);
  INSERT INTO item VALUES ('k', 'in', 0, 'In it', 'f', 'created', NULL, 9, 'gone', NULL, 9, 'service', 9, NULL, 0);
  INSERT INTO item VALUES ('k', 'added', 0, '茶', NULL, 'added', 5, NULL, 'error', 'why', NULL, 'no', NULL, NULL, 0);
  INSERT INTO item VALUES ('s', 'seed', 0, 'Seed', NULL, 'sandbox', 3, 4, 'ok', NULL, 4, 'service', 4, NULL, 0);
  INSERT INTO sandbox_item VALUES ('seed', 'Seed', 0, NULL, 3);
  INSERT INTO sandbox_mark VALUES ('seeded');
  `,
  `
  INSERT INTO bot VALUES ('s', '', 'bot-s', 'Sandbox', 'sandbox', 2, '', 'sandbox', 1, 0);
  INSERT INTO bot VALUES ('k', 'https://bots.example', 'bot-1', 'Shop', 'service', 1, '', 'added', 1, 1);
  INSERT INTO item VALUES ('k', 'f', 1, 'Folder', NULL, 'created', 7, 8, 'ok', NULL, 8, 'service', 8, NULL, 0);
  INSERT INTO item VALUES ('k', 'in', 0, 'In it', 'f', 'created', NULL, 9, 'gone', NULL, 9, 'service', 9, NULL, 0);
  INSERT INTO item VALUES ('k', 'added', 0, '茶', NULL, 'added', 5, NULL, 'error', 'why', NULL, 'no', NULL, NULL, 0);
  INSERT INTO item VALUES ('s', 'seed', 0, 'Seed', NULL, 'sandbox', 3, 4, 'ok', NULL, 4, 'service', 4, NULL, 0);
  INSERT INTO sandbox_item VALUES ('seed', 'Seed', 0, NULL, 3);
  INSERT INTO sandbox_mark VALUES ('seeded');
  `,
  `
  INSERT INTO bot VALUES ('s', '', 'bot-s', 'Sandbox', 'sandbox', 2, '', 'sandbox', 1, 0);
  INSERT INTO bot VALUES ('k', 'https://bots.example', 'bot-1', 'Shop', 'service', 1, '', 'added', 1, 1);
  INSERT INTO item VALUES ('k', 'f', 1, 'Folder', NULL, 'created', 7, 8, 'ok', NULL, 8, 'service', 8, NULL, 0);
  INSERT INTO item VALUES ('k', 'in', 0, 'In it', 'f', 'created', NULL, 9, 'gone', NULL, 9, 'service', 9, NULL, 0);
  INSERT INTO item VALUES ('k', 'added', 0, '茶', NULL, 'added', 5, NULL, 'error', 'why', NULL, 'no', NULL, NULL, 0);
  INSERT INTO item VALUES ('s', 'seed', 0, 'Seed', NULL, 'sandbox', 3, 4, 'ok', NULL, 4, 'service', 4, NULL, 0);
  INSERT INTO sandbox_item VALUES ('seed', 'Seed', 0, NULL, 3);
  INSERT INTO sandbox_mark VALUES ('seeded');
  INSERT INTO scan VALUES ('s', 'scan', 1000, 1700000000000, NULL, 100, 3, 2500, 0, 7, 2, 'done', 5, 6);
  `,
  `
  INSERT INTO bot VALUES ('s', '', 'bot-s', 'Sandbox', 'sandbox', 2, '', 'sandbox', 1, 0);
  INSERT INTO bot VALUES ('k', 'https://bots.example', 'bot-1', 'Shop', 'service', 1, '', 'added', 1, 1);
  INSERT INTO item VALUES ('k', 'f', 1, 'Folder', NULL, 'created', 7, 8, 'ok', NULL, 8, 'service', 8, NULL, 0);
  INSERT INTO item VALUES ('k', 'in', 0, 'In it', 'f', 'created', NULL, 9, 'gone', NULL, 9, 'service', 9, NULL, 0);
  INSERT INTO item VALUES ('k', 'added', 0, '茶', NULL, 'added', 5, NULL, 'error', 'why', NULL, 'no', NULL, NULL, 0);
  INSERT INTO item VALUES ('s', 'seed', 0, 'Seed', NULL, 'sandbox', 3, 4, 'ok', NULL, 4, 'service', 4, NULL, 0);
  INSERT INTO sandbox_item VALUES ('seed', 'Seed', 0, NULL, 3);
  INSERT INTO sandbox_mark VALUES ('seeded');
  INSERT INTO scan VALUES ('s', 'scan', 1000, 1700000000000, NULL, 100, 3, 2500, 0, 7, 2, 'done', 5, 6, NULL);
  INSERT INTO name_order VALUES ('k', '', 'any', 1, '["f"]'), ('k', '?', 'any', 0, '["added"]');
  INSERT INTO unsorted VALUES ('k', '?', 'added');
  `,
];

describe('migrations', () => {
  afterEach(cleanUp);

  it('are tested with contents of each earlier version', () => {
    assert.equal(contents.length, migrations.length - 1);
  });

  for (const [index, content] of contents.entries()) {
    const version = index + 1;
    it(`keep all data of a database of version ${version}`, async () => {
      const file = newDatabase();
      const sqlite = new DatabaseSync(file);
      for (const migration of migrations.slice(0, version)) sqlite.exec(migration);
      sqlite.exec(content);
      sqlite.exec(`PRAGMA user_version = ${version}`);
      sqlite.close();
      const { catalogue, journal, history, sandbox } = await openWindow(file);
      // The contents have a read-only bot from version 6 on, and a scan from version 7 on.
      const defaults = { environment: '', isReadOnly: false, isConfirmed: true };
      assert.deepEqual(catalogue.bots(), [
        { ...BOT, ...defaults, origin: 'added', isReadOnly: version >= 6 },
        {
          key: 's',
          baseUrl: '',
          botId: 'bot-s',
          label: 'Sandbox',
          kind: 'sandbox',
          ...defaults,
          origin: 'sandbox',
          created: 2,
        },
      ]);
      const times = (time: number | null) => ({ namedAt: time, firstSeen: time, lastSeen: time });
      const expected = [
        itemOf('added', {
          ...times(null),
          name: '茶',
          source: 'added',
          folderSource: 'no',
          created: 5,
          state: 'error',
          reason: 'why',
        }),
        itemOf('f', { ...times(8), type: 1, name: 'Folder', created: 7 }),
        itemOf('in', { ...times(9), name: 'In it', parentId: 'f', state: 'gone' }),
      ];
      const items = catalogue.items('k').toSorted((a, b) => (a.id < b.id ? -1 : 1));
      assert.deepEqual(items, expected);
      assert.deepEqual(
        ([null, 'f'] as const).map((level) => catalogue.count('k', level)),
        [2, 1],
      );
      assert.deepEqual(catalogue.orderByName('k', null), { ids: ['f', 'added'], folderCount: 1 });
      assert.equal(catalogue.item('s', 'seed')?.folderSource, 'service');
      assert.equal(catalogue.scan('k'), undefined);
      const { from, days } = catalogue.scan('s') ?? {};
      assert.deepEqual(
        [from, days],
        version < 7 ? [undefined, undefined] : [1_700_000_000_000, null],
      );
      assert.deepEqual([...history.heads('k'), ...history.heads('s')], []);
      assert.deepEqual(catalogue.listedIn('any'), []);
      assert.deepEqual(catalogue.notesOf('storedToken'), new Map());
      assert.equal(sandbox.items().length, 1);
      assert.equal(journal.isEmpty(), true);
      assert.equal(versionOf(file), migrations.length);
    });
  }

  it('list folders that contain each other, and items in missing folders, without a place', async () => {
    const file = newDatabase();
    const sqlite = new DatabaseSync(file);
    for (const migration of migrations.slice(0, 3)) sqlite.exec(migration);
    sqlite.exec('PRAGMA user_version = 3');
    const bots = ['k', 'k2'];
    const rows: readonly (readonly [id: string, parent: string | null, type?: number])[] = [
      // Folders with contents.
      ...([
        ['top', null],
        ['in top', 'top'],
        ['tag in top', 'in top', 0],
      ] as const),
      // Folders that contain each other, and their contents.
      ...([
        ['b', 'a'],
        ['c', 'b'],
        ['a', 'c'],
        ['below b', 'b'],
        ['deep', 'below b', 0],
      ] as const),
      // A folder that contains itself.
      ...([
        ['own', 'own'],
        ['tag in own', 'own', 0],
      ] as const),
      // Items in a missing folder, and in a tag.
      ...([
        ['lost', 'nowhere', 0],
        ['in tag', 'tag in top'],
        ['in in tag', 'in tag', 0],
      ] as const),
      // An item without an ID, and an item below it.
      ...([
        ['', null, 0],
        ['in no ID', '', 0],
      ] as const),
    ];
    for (const bot of bots) {
      sqlite.exec(
        `INSERT INTO bot VALUES ('${bot}', '', '${bot}', 'B', 'service', 1, '', 'added', 1)`,
      );
      const insert = sqlite.prepare(
        `INSERT INTO item VALUES ('${bot}', ?, ?, ?, ?, 'created', 7, 8, 'ok', NULL, 8, 'user', 8, NULL, 0)`,
      );
      for (const [id, parent, type = 1] of rows) insert.run(id, type, id, parent);
    }
    sqlite.close();
    const { catalogue } = await openWindow(file);
    const below = (bot: string, level: Level): readonly string[] =>
      catalogue
        .children(bot, level)
        .flatMap(({ id }) => [id, ...below(bot, id).map((path) => `${id}/${path}`)])
        .toSorted();
    for (const bot of bots) {
      assert.deepEqual(below(bot, null), [
        ...['a', 'a/b', 'a/b/below b', 'a/b/below b/deep', 'a/b/c'],
        ...['in no ID', 'in tag', 'in tag/in in tag', 'lost', 'own', 'own/tag in own'],
        ...['top', 'top/in top', 'top/in top/tag in top'],
      ]);
      const unplacedIds = unplaced(catalogue, bot).map(({ id }) => id);
      assert.deepEqual(new Set(unplacedIds), new Set(['a', 'in no ID', 'in tag', 'lost', 'own']));
    }
  });
});
