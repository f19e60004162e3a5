import assert from 'node:assert/strict';

import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import type { CatalogueItem } from '../../../src/base/model.ts';
import { CountedScan } from '../../../src/catalogue/scanCounts.ts';
import { recordScanned } from '../../../src/catalogue/recordScanned.ts';
import { recordSeenTags } from '../../../src/catalogue/seenTags.ts';
import { cleanUp } from '../cleanup.ts';
import { BOT, customerWith, FakeClock, folderOf, itemOf, pageOf, scanOf } from '../base/fakes.ts';
import { openStore } from '../base/stores.ts';
import { putBot, putItem, putScan } from '../base/put.ts';
import { unplaced } from '../base/unplaced.ts';

for (const [kind, open] of Object.entries(openStore)) {
  describe(`tags seen on customers (${kind})`, () => {
    const clock = new FakeClock();
    let catalogue: Catalogue;
    let events: unknown[];
    const item = (): CatalogueItem => catalogue.item(BOT.key, 't') ?? assert.fail();
    const see = (name: string, timestamp?: number): void =>
      recordSeenTags(catalogue, BOT.key, [{ id: 't', name, timestamp }]);

    beforeEach(async () => {
      clock.time = 100;
      catalogue = new Catalogue(await open(), clock);
      putBot(catalogue, BOT);
      events = [];
      catalogue.onDidChange((changes) => events.push(changes));
    });

    afterEach(cleanUp);

    it('are added with name, source and times, and without a folder', () => {
      see('Tea', 60);
      const times = { namedAt: 60, firstSeen: 100, lastSeen: 100, created: null };
      const expected = itemOf('t', { name: 'Tea', source: 'seen', folderSource: 'no', ...times });
      assert.deepEqual(item(), expected);
      clock.time = 200;
      see('Tea', 60);
      assert.deepEqual([item().firstSeen, item().lastSeen], [100, 200]);
    });

    it('keep their known fields', () => {
      const listedTag = itemOf('t', {
        parentId: 'f',
        created: 3,
        scan: 's',
        seenOn: 4,
        state: 'gone',
      });
      for (const item of [folderOf('f'), listedTag]) putItem(catalogue, item);
      see('t', 60);
      assert.deepEqual(item(), { ...listedTag, namedAt: 60, lastSeen: 100 });
    });

    it('take the name of the later tagging, or of the later reading of the same tagging', () => {
      see('new', 60);
      see('old', 50);
      assert.equal(item().name, 'new');
      see('renamed', 60);
      assert.equal(item().name, 'renamed');
      see('', 70);
      assert.equal(item().name, 'renamed');
      const both = [
        { id: 't', name: 'first', timestamp: 90 },
        { id: 't', name: 'second', timestamp: 80 },
      ];
      recordSeenTags(catalogue, BOT.key, both);
      assert.equal(item().name, 'first');
    });

    it('have a name without a time only while no dated name is known', () => {
      see('first');
      assert.deepEqual([item().name, item().namedAt], ['first', null]);
      see('second');
      assert.equal(item().name, 'second', 'the name that was seen last is kept');
      see('dated', 60);
      see('third');
      assert.deepEqual([item().name, item().namedAt], ['dated', 60]);
      const both = [
        { id: 'u', name: 'dated', timestamp: 0 },
        { id: 'u', name: 'timeless' },
      ];
      for (const tags of [both, both.toReversed()]) {
        recordSeenTags(catalogue, BOT.key, tags);
        assert.equal(catalogue.item(BOT.key, 'u')?.name, 'dated');
        catalogue.removeItems([{ bot: BOT.key, id: 'u' }]);
      }
    });

    it('keep the name from "get tag" until a later tagging has another', () => {
      see('before', 60);
      catalogue.recordSeen(
        BOT.key,
        { id: 't', name: 'from get tag', botId: 'b', type: 0 },
        'added',
      );
      see('before', 60);
      see('before', 99);
      assert.equal(item().name, 'from get tag');
      clock.time = 300;
      see('after', 200);
      assert.equal(item().name, 'after');
    });

    it('do not keep the name of a time in the future forever', () => {
      see('future', 9_999_999_999_999);
      assert.equal(item().namedAt, 100);
      see('now', 100);
      assert.equal(item().name, 'now');
    });

    it('are written and reported in one step', () => {
      const tags = Array.from({ length: 50 }, (_, index) => {
        return { id: `t${index}`, name: 'T', timestamp: 1 };
      });
      recordSeenTags(catalogue, BOT.key, [...tags, ...tags]);
      assert.equal(unplaced(catalogue, BOT.key).length, 50);
      assert.equal(events.length, 1);
      recordSeenTags(catalogue, BOT.key, []);
      recordSeenTags(catalogue, 'no bot', tags);
      assert.equal(events.length, 1);
    });

    it('are ignored without an ID, because no request could name them', () => {
      recordSeenTags(catalogue, BOT.key, [{ id: '', name: 'No ID', timestamp: 60 }]);
      see('Tea', 60);
      const page = pageOf([customerWith('', 't')]);
      const scan = scanOf();
      putScan(catalogue, scan);
      const countsAfter = recordScanned(catalogue, scan, page, new CountedScan());
      assert.deepEqual([countsAfter.tags, countsAfter.newTags], [1, 0]);
      assert.deepEqual(
        catalogue.items(BOT.key).map(({ id }) => id),
        ['t'],
      );
    });

    it('are ignored if the ID has a NUL character, because Node 22 reads stored IDs only up to it', () => {
      recordSeenTags(catalogue, BOT.key, [{ id: 'tag-a\0b', name: 'Tea', timestamp: 60 }]);
      assert.deepEqual(catalogue.items(BOT.key), []);
    });

    it('stay where the user puts them, until that folder is removed', () => {
      see('Tea', 60);
      putItem(catalogue, folderOf('f'));
      catalogue.moveItems(BOT.key, ['t', 'none'], 'f');
      assert.deepEqual([item().parentId, item().folderSource], ['f', 'user']);
      see('Tea', 61);
      assert.equal(item().parentId, 'f');
      catalogue.moveItems(BOT.key, ['t'], null);
      assert.deepEqual([item().parentId, item().folderSource], [null, 'user']);
      catalogue.moveItems(BOT.key, ['t'], 'f');
      catalogue.removeItems([{ bot: BOT.key, id: 'f' }]);
      assert.deepEqual([item().parentId, item().folderSource], [null, 'no']);
    });
  });
}
