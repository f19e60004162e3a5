import assert from 'node:assert/strict';

import {
  addBot,
  addSandboxBot,
  confirmBot,
  renameBot,
  setEnvironment,
} from '../../../src/catalogue/botChanges.ts';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { initialSampleOf } from '../../../src/catalogue/seenTags.ts';
import { FOLDER, TAG, type Bot } from '../../../src/base/model.ts';
import { cleanUp } from '../cleanup.ts';
import { BOT, FakeClock, pageOf } from '../base/fakes.ts';
import { openStore } from '../base/stores.ts';

/** `BOT` as another window adds it: with the same address and ID, but another key. */
const SAME_BOT: Bot = { ...BOT, key: 'again', label: 'Again' };

for (const [kind, open] of Object.entries(openStore)) {
  describe(`botChanges (${kind})`, () => {
    let catalogue: Catalogue;
    const labels = (): readonly string[] => catalogue.bots().map(({ label }) => label);

    beforeEach(async () => {
      catalogue = new Catalogue(await open(), new FakeClock());
    });

    afterEach(cleanUp);

    it('adds a bot with the tags of its first customers in one event', () => {
      const events: unknown[] = [];
      catalogue.onDidChange((changes) => events.push(changes));
      const tags = [{ id: 't', name: 'T', timestamp: 1 }];
      assert.equal(addBot(catalogue, BOT, pageOf([{ id: 'u', tags }])), undefined);
      assert.deepEqual(catalogue.bot(BOT.key), BOT);
      assert.deepEqual(initialSampleOf(catalogue, BOT.key), { customers: 1, tags: 1 });
      assert.equal(catalogue.item(BOT.key, 't')?.source, 'seen');
      assert.equal(events.length, 1);
    });

    it('adds no bot that another window has already added', () => {
      addBot(catalogue, BOT);
      assert.deepEqual(addBot(catalogue, SAME_BOT, pageOf([{}])), BOT);
      assert.deepEqual(labels(), ['Shop']);
      assert.equal(initialSampleOf(catalogue, SAME_BOT.key), undefined);
      assert.equal(addBot(catalogue, { ...SAME_BOT, botId: 'other' }), undefined);
    });

    it('sets the environment of an existing bot', () => {
      addBot(catalogue, BOT);
      const expected = { ...BOT, environment: 'staging' };
      assert.deepEqual(setEnvironment(catalogue, BOT.key, 'staging'), expected);
      assert.deepEqual(catalogue.bot(BOT.key), expected);
      assert.equal(setEnvironment(catalogue, 'gone', 'staging'), undefined);
    });

    it('adds the sandbox with its contents', () => {
      const item = { name: 'n', parentId: null, created: 1 };
      const bot: Bot = { ...BOT, kind: 'sandbox', origin: 'sandbox', baseUrl: '' };
      addSandboxBot(catalogue, bot, [
        { ...item, id: 't', type: TAG, parentId: 'f' },
        { ...item, id: 'f', type: FOLDER },
        { ...item, id: 'lost', type: TAG, parentId: 'none' },
      ]);
      const rows = catalogue.items(BOT.key).map(({ id, parentId, folderSource, source }) => {
        return `${id} in ${parentId}: ${folderSource}, ${source}`;
      });
      assert.deepEqual(rows.toSorted(), [
        'f in null: service, sandbox',
        'lost in null: no, sandbox',
        't in f: service, sandbox',
      ]);
    });

    it('renames a bot, and creates none that is missing', () => {
      addBot(catalogue, BOT);
      renameBot(catalogue, BOT.key, 'New');
      renameBot(catalogue, 'gone', 'Nothing');
      assert.deepEqual(labels(), ['New']);
    });

    it('confirms the address of a bot unless it has changed meanwhile', () => {
      addBot(catalogue, { ...BOT, isConfirmed: false });
      assert.equal(confirmBot(catalogue, { ...BOT, baseUrl: 'https://other.example' }), false);
      assert.equal(confirmBot(catalogue, { ...BOT, key: 'gone' }), false);
      assert.equal(catalogue.bot(BOT.key)?.isConfirmed, false);
      assert.equal(confirmBot(catalogue, BOT), true);
      assert.equal(catalogue.bot(BOT.key)?.isConfirmed, true);
    });
  });
}
