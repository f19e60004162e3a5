import assert from 'node:assert/strict';

import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import {
  initialSampleOf,
  deleteInitialSample,
  saveInitialSample,
} from '../../../src/catalogue/seenTags.ts';
import { change } from '../../../src/catalogue/change.ts';
import { cleanUp } from '../cleanup.ts';
import { BOT, customerWith, FakeClock, itemOf, pageOf, scanOf } from '../base/fakes.ts';
import { openStore } from '../base/stores.ts';
import { putBot, putItem, putScan } from '../base/put.ts';
import { unplaced } from '../base/unplaced.ts';

const recordInitialSample = change(saveInitialSample);

for (const [kind, open] of Object.entries(openStore)) {
  describe(`first customers of a new bot (${kind})`, () => {
    let catalogue: Catalogue;

    beforeEach(async () => {
      catalogue = new Catalogue(await open(), new FakeClock());
      putBot(catalogue, BOT);
    });

    afterEach(cleanUp);

    it('add their tags, and count in no scan', () => {
      assert.equal(initialSampleOf(catalogue, BOT.key), undefined);
      const page = pageOf([customerWith('a', 'b'), customerWith('b', ''), customerWith()]);
      recordInitialSample(catalogue, BOT.key, page);
      assert.deepEqual(initialSampleOf(catalogue, BOT.key), { customers: 3, tags: 2 });
      const items = unplaced(catalogue, BOT.key);
      assert.deepEqual(
        items.map(({ id, source, scan, seenOn }) => ({ id, source, scan, seenOn })),
        ['a', 'b'].map((id) => ({ id, source: 'seen', scan: null, seenOn: 0 })),
      );
      assert.equal(catalogue.scan(BOT.key), undefined);
    });

    it('are no longer reported after the bot was scanned', () => {
      recordInitialSample(catalogue, BOT.key, pageOf([customerWith('a')]));
      putScan(catalogue, scanOf());
      assert.equal(initialSampleOf(catalogue, BOT.key), undefined);
    });

    it('are reported as 0, if there are none, until the bot has a tag', () => {
      recordInitialSample(catalogue, BOT.key, pageOf([]));
      assert.deepEqual(initialSampleOf(catalogue, BOT.key), { customers: 0, tags: 0 });
      putItem(catalogue, itemOf('t'));
      assert.equal(initialSampleOf(catalogue, BOT.key), undefined);
    });

    it('are deleted on request, with an event, and when the bot is removed', () => {
      recordInitialSample(catalogue, BOT.key, pageOf([customerWith('a')]));
      const receivedChanges: unknown[] = [];
      catalogue.onDidChange((changes) => receivedChanges.push(...changes));
      deleteInitialSample(catalogue, BOT.key);
      assert.equal(initialSampleOf(catalogue, BOT.key), undefined);
      assert.deepEqual(receivedChanges, [{ bot: BOT.key }]);
      assert.deepEqual(catalogue.bots(), [BOT]);
      recordInitialSample(catalogue, BOT.key, pageOf([]));
      catalogue.removeBot(BOT.key);
      for (const note of ['firstCustomers', 'firstTags'] as const) {
        assert.equal(catalogue.notes.notesOf(note).size, 0);
      }
      deleteInitialSample(catalogue, BOT.key);
      assert.deepEqual(catalogue.bots(), []);
    });
  });
}
