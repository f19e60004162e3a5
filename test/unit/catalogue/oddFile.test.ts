import assert from 'node:assert/strict';
import { applyFile } from '../../../src/catalogue/applyFile.ts';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { fileFindings, type LocatedItem } from '../../../src/catalogue/workspaceFileText.ts';
import {
  contentOf,
  countsOf,
  itemsOfBots,
  fileBotKey,
  nameInFile,
} from '../../../src/catalogue/workspaceFile.ts';
import { FOLDER } from '../../../src/base/model.ts';
import { cleanUp } from '../cleanup.ts';
import { bot, tag } from '../workspaceFile/content.ts';
import { BOT, FakeClock, itemOf } from '../base/fakes.ts';
import { putBot, putItem } from '../base/put.ts';
import { openStore } from '../base/stores.ts';

const FILE = 'file:///w/bot-tags.jsonc';
const KEY = fileBotKey(bot());

for (const [kind, open] of Object.entries(openStore)) {
  describe(`unusual workspace file (${kind})`, () => {
    afterEach(cleanUp);

    it('is no longer compared with the service after cancellation', async () => {
      const items = Array.from({ length: 50 }, (_, index) => tag(`t${index}`));
      const catalogue = new Catalogue(await open(), new FakeClock());
      await applyFile(catalogue, FILE, { bots: [bot({ items })] });
      for (const { id } of items) catalogue.mark(KEY, id, 'gone', null);
      const range = { offset: 0, length: 0 };
      const locatedItems = items.map(({ id, name }): LocatedItem => {
        return { ...bot(), id, name, nameRange: range, entryRange: range };
      });
      assert.equal((await fileFindings(catalogue, locatedItems, () => undefined)).length, 50);
      const canceledFindings = await fileFindings(
        catalogue,
        locatedItems,
        () => undefined,
        AbortSignal.abort(),
      );
      assert.ok(canceledFindings.length <= 1, String(canceledFindings.length));
    });

    it('reads the list of bots equally often for any number of bots in the file', async () => {
      /** Returns how often the bots are read for a file with this number of bots. */
      const countReads = async (count: number): Promise<number> => {
        const store = await open();
        const readBots = store.bots.bind(store);
        let calls = 0;
        store.bots = () => {
          calls++;
          return readBots();
        };
        const countedCatalogue = new Catalogue(store, new FakeClock());
        const bots = Array.from({ length: count }, (_, index) =>
          bot({ botId: `b${index}`, isReadOnly: true, items: [tag('t')] }),
        );
        const range = { offset: 0, length: 0 };
        const locatedItems = bots.map(({ baseUrl, botId }): LocatedItem => {
          return { baseUrl, botId, id: 't', name: 't', nameRange: range, entryRange: range };
        });
        await applyFile(countedCatalogue, FILE, { bots });
        await fileFindings(countedCatalogue, locatedItems, () => undefined);
        await applyFile(countedCatalogue, FILE, {
          bots: bots.map((fileBot) => ({ ...fileBot, isReadOnly: false })),
        });
        // A file that no longer says "read-only" does not unlock a bot: only the user can.
        for (const { botId } of bots)
          assert.ok(countedCatalogue.isReadOnly(fileBotKey(bot({ botId }))));
        await applyFile(countedCatalogue, FILE, { bots: [] });
        return calls;
      };
      assert.equal(await countReads(5), await countReads(60));
    });
    it('leaves out an ID that no file can hold, and replaces a blank name with the ID', async () => {
      const catalogue = new Catalogue(await open(), new FakeClock());
      putBot(catalogue, BOT);
      const put = (id: string, fields: object) => putItem(catalogue, itemOf(id, { ...fields }));
      put('tag-blank', { name: ' ', namedAt: 5, source: 'added' });
      put(' ', { name: 'F', type: FOLDER, source: 'added' });
      put('inside', { parentId: ' ', source: 'added', folderSource: 'user' });
      const choices = [{ bot: BOT, includesSeen: true }];
      const botsWithItems = await itemsOfBots(catalogue, choices);
      const content = await contentOf(catalogue, choices, botsWithItems);
      const ids = content.bots.flatMap(({ items, unplaced }) => [...items, ...unplaced]);
      assert.deepEqual(ids.map(({ id }) => id).toSorted(), ['inside', 'tag-blank']);
      const counts = countsOf(botsWithItems, choices, content, []);
      assert.deepEqual(counts, { tags: 2, folders: 0, gone: 0, seen: 0, unfit: 1 });
      const blank = { id: 'tag-blank', name: ' ' };
      assert.equal(nameInFile(blank), 'tag-blank');
    });
  });
}
