import assert from 'node:assert/strict';
import { applyFile } from '../../../src/catalogue/applyFile.ts';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { fileFindings, type LocatedItem } from '../../../src/catalogue/workspaceFileText.ts';
import { BotsByAddress } from '../../../src/catalogue/reader.ts';
import {
  contentOf,
  countsOf,
  itemsOfBots,
  fileBotKey,
  type FileBot,
} from '../../../src/catalogue/workspaceFile.ts';
import { type FileEntry } from '../../../src/base/ports.ts';
import { cleanUp } from '../cleanup.ts';
import { bot, folder, tag } from '../workspaceFile/content.ts';
import { BOT, FakeClock, folderOf, itemOf } from '../base/fakes.ts';
import { putBot, putItem } from '../base/put.ts';
import { openStore } from '../base/stores.ts';
import { unplaced } from '../base/unplaced.ts';

const FILE = 'file:///w/bot-tags.jsonc';
const KEY = fileBotKey(bot());

for (const [kind, open] of Object.entries(openStore)) {
  describe(`workspace file in the catalogue (${kind})`, () => {
    let catalogue: Catalogue;

    beforeEach(async () => {
      catalogue = new Catalogue(await open(), new FakeClock());
    });

    afterEach(cleanUp);

    const load = (bots: readonly FileBot[], file = FILE) => applyFile(catalogue, file, { bots });

    /** Returns "id in place" of each item, sorted. */
    const list = (key = KEY): readonly string[] =>
      catalogue
        .items(key)
        .map((item) => `${item.id} in ${item.folderSource === 'no' ? '?' : item.parentId}`)
        .sort();

    it('adds its bots, unconfirmed, and its items with the source "file"', async () => {
      const items = [folder('f', 'F', [tag('t', 'T')]), tag('x', 'X', 9)];
      const loaded = await load([bot({ items, unplaced: [tag('u')], environment: 'test' })]);
      assert.deepEqual(loaded, { bots: 1, items: 4, removedBots: [] });
      assert.deepEqual(catalogue.bots(), [
        {
          ...BOT,
          key: KEY,
          baseUrl: 'https://api.example',
          botId: 'bot-tea',
          label: 'Tea House',
          environment: 'test',
          origin: 'file',
          isConfirmed: false,
          created: 1000,
        },
      ]);
      assert.deepEqual(list(), ['f in null', 't in f', 'u in ?', 'x in null']);
      const { source, name, namedAt, type, lastSeen } = catalogue.item(KEY, 'x') ?? itemOf('');
      assert.deepEqual([source, name, namedAt, type, lastSeen], ['file', 'X', null, 9, null]);
    });
    it('emits no event when it is read again without a change', async () => {
      const bots = [bot({ items: [folder('f', 'F', [tag('t')])] })];
      await load(bots);
      const events: unknown[] = [];
      catalogue.onDidChange((changes) => events.push(changes));
      await load(bots);
      assert.deepEqual(events, []);
    });
    it('updates names, places and labels, and removes items that are no longer listed', async () => {
      await load([bot({ items: [folder('f', 'F', [tag('t', 'T')]), tag('x', 'X')] })]);
      await load([bot({ label: 'Tea', items: [folder('f', 'F2'), tag('t', 'T2')] })]);
      assert.deepEqual(list(), ['f in null', 't in null']);
      assert.equal(catalogue.bots()[0]?.label, 'Tea');
      assert.deepEqual(
        ['f', 't'].map((id) => catalogue.item(KEY, id)?.name),
        ['F2', 'T2'],
      );
      await load([bot({ unplaced: [tag('t', 'T2')] })]);
      assert.deepEqual(list(), ['t in ?']);
    });
    it('removes bots that came only from the file, and returns the keys of their tokens', async () => {
      await load([bot({ items: [tag('t')] }), bot({ botId: 'bot-2' })]);
      const other = fileBotKey({ ...bot(), botId: 'bot-2' });
      assert.deepEqual((await load([bot({ botId: 'bot-2' })])).removedBots, [KEY]);
      assert.deepEqual(
        catalogue.bots().map(({ key }) => key),
        [other],
      );
    });

    it('creates another, unconfirmed bot with another key if the address changes', async () => {
      await load([bot({ items: [tag('t')] })]);
      const [first] = catalogue.bots();
      putBot(catalogue, { ...(first ?? BOT), isConfirmed: true });
      await load([bot({ items: [tag('t')] })]);
      assert.equal(catalogue.bots()[0]?.isConfirmed, true, 'the same URL stays confirmed');
      const { removedBots } = await load([
        bot({ baseUrl: 'https://evil.example', items: [tag('t')] }),
      ]);
      assert.deepEqual(removedBots, [KEY]);
      const [changed, ...rest] = catalogue.bots();
      assert.deepEqual(rest, []);
      assert.equal(changed?.isConfirmed, false);
      assert.notEqual(changed?.key, KEY);
      assert.equal((await load([bot({ items: [tag('t')] })])).removedBots.length, 1);
      assert.equal(
        catalogue.bots()[0]?.isConfirmed,
        false,
        'the bot that returns is not confirmed',
      );
    });

    it('has different keys for any two addresses', async () => {
      const keys = [
        ['https://a/x', 'b'],
        ['https://a', 'x:b'],
        ['https://a/x:b', ''],
        ['https://a', '/x:b'],
      ];
      const fileKeys = keys.map(([baseUrl = '', botId = '']) => fileBotKey({ baseUrl, botId }));
      assert.equal(new Set(fileKeys).size, keys.length);
    });

    it('adds items to a bot of the user, and leaves the bot unchanged', async () => {
      const ownBot = { ...BOT, baseUrl: 'https://api.example', botId: 'bot-tea', label: 'Mine' };
      putBot(catalogue, ownBot);
      putItem(catalogue, itemOf('made', { bot: BOT.key }));
      await load([bot({ label: 'Theirs', items: [tag('t'), tag('made', 'Other name')] })]);
      assert.deepEqual(catalogue.bots(), [ownBot]);
      assert.deepEqual(list(BOT.key), ['made in null', 't in null']);
      assert.equal(catalogue.item(BOT.key, 'made')?.name, 'made', 'name from the service');
      await load([]);
      assert.deepEqual(catalogue.bots(), [ownBot]);
      assert.deepEqual(list(BOT.key), ['made in null'], 'the added item is kept');
    });

    it('keeps a bot of the user, and its token, when the bot leaves the file', async () => {
      const ownBot = { ...BOT, baseUrl: bot().baseUrl, botId: bot().botId };
      putBot(catalogue, ownBot);
      await load([bot({ items: [tag('t')] })]);
      assert.deepEqual((await load([])).removedBots, []);
      assert.deepEqual(catalogue.bots(), [ownBot]);
    });

    it('never applies to the sandbox', async () => {
      putBot(catalogue, {
        ...BOT,
        kind: 'sandbox',
        baseUrl: 'https://api.example',
        botId: 'bot-tea',
      });
      await load([bot()]);
      assert.deepEqual(
        catalogue
          .bots()
          .map(({ key }) => key)
          .sort(),
        [KEY, BOT.key].sort(),
      );
    });

    it("refers to the bot of the user, even if the file's own bot is also listed", async () => {
      await load([bot()]);
      assert.equal(new BotsByAddress(catalogue).botAt(bot())?.key, KEY);
      putBot(catalogue, {
        ...BOT,
        baseUrl: 'https://api.example',
        botId: 'bot-tea',
        created: 2000,
      });
      assert.deepEqual(
        catalogue.bots().map(({ key }) => key),
        [KEY, BOT.key],
      );
      assert.equal(new BotsByAddress(catalogue).botAt(bot())?.key, BOT.key);
    });

    it('keeps entries that another file also lists', async () => {
      await load([bot({ items: [tag('both'), tag('one')] })]);
      await load([bot({ items: [tag('both')] })], 'file:///other/bot-tags.jsonc');
      assert.deepEqual((await load([])).removedBots, []);
      assert.deepEqual(list(), ['both in null']);
      assert.deepEqual((await load([], 'file:///other/bot-tags.jsonc')).removedBots, [KEY]);
      assert.deepEqual(catalogue.bots(), []);
    });

    it('keeps a bot in which the user has created an item, as a bot of the user', async () => {
      await load([bot({ items: [tag('t')] })]);
      putItem(catalogue, itemOf('made', { bot: KEY }));
      assert.deepEqual((await load([])).removedBots, []);
      assert.deepEqual(list(), ['made in null']);
      assert.equal(catalogue.bots()[0]?.origin, 'added');
    });

    it('keeps a tag that a scan has found on customers', async () => {
      await load([bot({ items: [tag('t')] })]);
      const item = catalogue.item(KEY, 't');
      putItem(catalogue, { ...(item ?? itemOf('')), scan: 's', seenOn: 3 });
      await load([bot()]);
      assert.equal(catalogue.item(KEY, 't')?.source, 'seen');
    });

    it('keeps places that the service or the user set, and never moves a folder into itself', async () => {
      const ownBot = { ...BOT, baseUrl: 'https://api.example', botId: 'bot-tea' };
      putBot(catalogue, ownBot);
      putItem(catalogue, folderOf('outer'));
      putItem(catalogue, folderOf('inner', { parentId: 'outer' }));
      putItem(catalogue, folderOf('loose', { folderSource: 'user', parentId: 'inner' }));
      await load([
        bot({ items: [folder('inner', 'i', [folder('loose', 'l', [folder('outer', 'o')])])] }),
      ]);
      assert.deepEqual(list(BOT.key), ['inner in outer', 'loose in inner', 'outer in null']);
      putItem(catalogue, folderOf('outer', { folderSource: 'user' }));
      await load([bot({ items: [folder('inner', 'i', [folder('outer', 'o')])] })]);
      assert.ok(list(BOT.key).includes('outer in null'), 'the folder stays where the user put it');
      putItem(catalogue, itemOf('tag'));
      await load([bot({ items: [folder('tag', 'no folder', [tag('below')])] })]);
      assert.ok(list(BOT.key).includes('below in ?'), 'a tag cannot contain items');
    });

    it('is written without missing items, except folders that still contain items, and with seen items on request', async () => {
      putBot(catalogue, BOT);
      const unknown = { parentId: null, folderSource: 'no' } as const;
      putItem(catalogue, folderOf('f'));
      putItem(catalogue, itemOf('t', { parentId: 'f' }));
      putItem(catalogue, itemOf('dead', { state: 'gone' }));
      putItem(catalogue, folderOf('grave', { state: 'gone' }));
      putItem(catalogue, itemOf('alive', { parentId: 'grave', state: 'error' }));
      putItem(catalogue, itemOf('seen', { ...unknown, source: 'seen' }));
      putItem(catalogue, itemOf('put', { source: 'seen', folderSource: 'user' }));
      putItem(catalogue, itemOf('added', { ...unknown, source: 'added' }));
      const entries = await itemsOfBots(catalogue, [{ bot: BOT, includesSeen: true }]);
      const ids = async (seen: boolean) => {
        const choices = [{ bot: BOT, includesSeen: seen }];
        const [fileBot] = (await contentOf(catalogue, choices, entries)).bots;
        const walk = (items: FileBot['items']): unknown[] =>
          items.map(({ id, items: inside }) => (inside.length === 0 ? id : [id, ...walk(inside)]));
        return [walk(fileBot?.items ?? []), walk(fileBot?.unplaced ?? [])];
      };
      const placed = [['f', 't'], ['grave', 'alive'], 'put'];
      assert.deepEqual(await ids(false), [placed, ['added']]);
      assert.deepEqual(await ids(true), [placed, ['added', 'seen']]);
      let listed: readonly FileEntry[] = [];
      const counts = async (seen: boolean) => {
        const choices = [{ bot: BOT, includesSeen: seen }];
        return countsOf(entries, choices, await contentOf(catalogue, choices, entries), listed);
      };
      // The missing folder "grave" still contains an item, so it is not counted.
      const gone = catalogue.items(BOT.key).filter(({ state }) => state === 'gone').length - 1;
      assert.ok(gone > 0);
      assert.deepEqual(await counts(false), { tags: 4, folders: 2, gone, seen: 1, unfit: 0 });
      assert.deepEqual(await counts(true), { tags: 5, folders: 2, gone, seen: 0, unfit: 0 });
      listed = [{ bot: BOT.key, item: 'seen' }];
      assert.equal((await counts(false)).seen, 0, 'a tag in the file is not counted');
    });

    it('finds the differences between the file and the service', async () => {
      const items = ['same', 'new', 'old', 'away', 'other', 'blank'].map((id) => tag(id, id));
      await load([bot({ items: items.filter(({ id }) => id !== 'new') })]);
      const change = (id: string, fields: object) =>
        putItem(catalogue, { ...(catalogue.item(KEY, id) ?? itemOf('')), ...fields });
      change('same', { namedAt: 5 });
      change('blank', { namedAt: 5, name: ' ' });
      change('old', { namedAt: 5, name: 'Newer' });
      change('away', { state: 'gone' });
      change('other', { state: 'error', reason: 'why' });
      const locatedItems = items.map(({ id }): LocatedItem => {
        const range = { offset: 0, length: 0 };
        return {
          baseUrl: 'https://api.example',
          botId: 'bot-tea',
          id,
          name: id,
          nameRange: range,
          entryRange: range,
        };
      });
      const find = async (owner: string | undefined) => {
        const findings = await fileFindings(catalogue, locatedItems, () => owner);
        return findings.map(({ kind, item, botId }) => [kind, item.id, botId]);
      };
      assert.deepEqual(await find(undefined), [
        ['renamed', 'old', undefined],
        ['gone', 'away', undefined],
        ['unchecked', 'other', undefined],
      ]);
      assert.deepEqual((await find('bot-9'))[2], ['wrong-bot', 'other', 'bot-9']);
    });

    it('lists the other items of a folder without a place when the folder leaves the file', async () => {
      await load([bot({ items: [folder('f', 'F', [tag('t')])] })]);
      putItem(catalogue, itemOf('mine', { bot: KEY, parentId: 'f' }));
      await load([bot()]);
      assert.deepEqual(list(), ['mine in ?']);
      assert.equal(unplaced(catalogue, KEY).length, 1);
    });
  });
}
