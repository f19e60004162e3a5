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

const SAME: Bot = { ...BOT, key: 'again', label: 'Again' };

for (const [kind, open] of Object.entries(openStore)) {
  describe(`changes of bots (${kind})`, () => {
    let catalogue: Catalogue;
    const labels = (): readonly string[] => catalogue.bots().map(({ label }) => label);

    beforeEach(async () => {
      catalogue = new Catalogue(await open(), new FakeClock());
    });

    afterEach(cleanUp);

    it('add a bot with the tags of its first customers in one event', () => {
      const heard: unknown[] = [];
      catalogue.onDidChange((changes) => heard.push(changes));
      const tags = [{ id: 't', name: 'T', timestamp: 1 }];
      assert.equal(addBot(catalogue, BOT, pageOf([{ id: 'u', tags }])), undefined);
      assert.deepEqual(catalogue.bot(BOT.key), BOT);
      assert.deepEqual(initialSampleOf(catalogue, BOT.key), { customers: 1, tags: 1 });
      assert.equal(catalogue.item(BOT.key, 't')?.source, 'seen');
      assert.equal(heard.length, 1);
    });

    it('add no bot that another window has already added', () => {
      addBot(catalogue, BOT);
      assert.deepEqual(addBot(catalogue, SAME, pageOf([{}])), BOT);
      assert.deepEqual(labels(), ['Shop']);
      assert.equal(initialSampleOf(catalogue, SAME.key), undefined);
      assert.equal(addBot(catalogue, { ...SAME, botId: 'other' }), undefined);
    });

    it('set the environment of an existing bot', () => {
      addBot(catalogue, BOT);
      const wanted = { ...BOT, environment: 'staging' };
      assert.deepEqual(setEnvironment(catalogue, BOT.key, 'staging'), wanted);
      assert.deepEqual(catalogue.bot(BOT.key), wanted);
      assert.equal(setEnvironment(catalogue, 'gone', 'staging'), undefined);
    });

    it('add the sandbox with its contents', () => {
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

    it('rename a bot, and create none that is missing', () => {
      addBot(catalogue, BOT);
      renameBot(catalogue, BOT.key, 'New');
      renameBot(catalogue, 'gone', 'Nothing');
      assert.deepEqual(labels(), ['New']);
    });

    it('confirm an address only while it is the address of the bot', () => {
      addBot(catalogue, { ...BOT, isConfirmed: false });
      assert.equal(confirmBot(catalogue, { ...BOT, baseUrl: 'https://other.example' }), false);
      assert.equal(confirmBot(catalogue, { ...BOT, key: 'gone' }), false);
      assert.equal(catalogue.bot(BOT.key)?.isConfirmed, false);
      assert.equal(confirmBot(catalogue, BOT), true);
      assert.equal(catalogue.bot(BOT.key)?.isConfirmed, true);
    });
  });
}
