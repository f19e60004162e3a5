import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';

import { NO_FOLDER, UNPLACED, type Level } from '../../../../src/base/ports.ts';
import { compactChanges } from '../../../../src/catalogue/store/changes.ts';
import { cleanUp } from '../../cleanup.ts';
import { BOT, folderOf, itemOf } from '../../base/fakes.ts';
import { newDatabase, openWindow } from './database.ts';

const LEVELS: readonly Level[] = [null, 'f'];

describe('places in the store', () => {
  afterEach(cleanUp);

  it('are written in the format that earlier and later versions read', async () => {
    const file = newDatabase();
    const { catalogue, close } = await openWindow(file);
    catalogue.saveBot(BOT);
    catalogue.saveItem(folderOf('f'));
    catalogue.saveItem(itemOf('in', { parentId: 'f' }));
    catalogue.saveItem(itemOf('out', { parentId: null, folderSource: 'no' }));
    for (const level of LEVELS) catalogue.orderByName(BOT.key, level);
    close();
    const sqlite = new DatabaseSync(file);
    const select = 'SELECT has_parent, parent FROM change WHERE item IS NOT NULL ORDER BY revision';
    const changes = sqlite.prepare(select).all();
    const orders = sqlite.prepare('SELECT place FROM name_order ORDER BY place').all();
    sqlite.close();
    assert.deepEqual(
      changes.map((row) => ({ ...row })),
      [
        { has_parent: 1, parent: null },
        { has_parent: 1, parent: 'f' },
        { has_parent: 1, parent: null },
      ],
    );
    assert.deepEqual(
      orders.map(({ place }) => place),
      ['', '/f'],
    );
  });

  it('are distinguished when changes are merged', () => {
    const itemChange = { bot: BOT.key, item: 'a' };
    const changes = [itemChange, ...LEVELS.map((childrenOf) => ({ ...itemChange, childrenOf }))];
    assert.deepEqual(compactChanges([...changes, ...changes]), changes);
  });

  it('have the same symbols in bundles with separate copies of the code', () => {
    assert.equal(UNPLACED, Symbol.for('botTags.unplaced'));
    assert.equal(NO_FOLDER, Symbol.for('botTags.noFolder'));
  });
});
