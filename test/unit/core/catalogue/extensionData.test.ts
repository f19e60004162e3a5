import assert from 'node:assert/strict';
import { Catalogue } from '../../../../src/core/catalogue/catalogue.ts';
import { dataOf, importData, planImport } from '../../../../src/core/catalogue/extensionData.ts';
import type { Scan } from '../../../../src/core/model.ts';
import { parseExportedData } from '../../../../src/surface/exportedData.ts';
import { cleanUp } from '../../cleanup.ts';
import { BOT, FakeClock, folderOf, itemOf } from '../fakes.ts';
import { putBot, putItem, putScan } from '../put.ts';
import { openStore } from '../stores.ts';

const SCAN: Scan = {
  ...{
    bot: BOT.key,
    id: 's',
    limit: 100,
    from: null,
    days: null,
    next: 'key',
    budget: 200,
    pages: 4,
  },
  ...{ customers: 400, skipped: 1, tags: 7, newTags: 3, state: 'paused', started: 1, updated: 2 },
};

for (const [kind, open] of Object.entries(openStore)) {
  describe(`core: moving to another machine (${kind})`, () => {
    const openCatalogue = async () => new Catalogue(await open(), new FakeClock());

    /** Every kind of thing that there is to move. */
    async function filled(): Promise<Catalogue> {
      const catalogue = await openCatalogue();
      putBot(catalogue, { ...BOT, environment: 'production', isReadOnly: true });
      putBot(catalogue, { ...BOT, key: 's', kind: 'sandbox', baseUrl: '', origin: 'sandbox' });
      putItem(catalogue, itemOf('in the sandbox', { bot: 's' }));
      putItem(catalogue, folderOf('f', { source: 'added', created: 3 }));
      putItem(catalogue, itemOf('t', { parentId: 'f', scan: 's', seenOn: 4, source: 'seen' }));
      putItem(catalogue, itemOf('gone', { state: 'gone', folderKnown: 'no', source: 'file' }));
      putItem(
        catalogue,
        itemOf('error', { state: 'error', reason: 'why', lastSeen: null, name: '茶' }),
      );
      putScan(catalogue, SCAN);
      return catalogue;
    }

    afterEach(cleanUp);

    it('brings everything but the sandbox and the tokens’ addresses’ confirmation', async () => {
      const from = await filled();
      const to = await openCatalogue();
      const data = parseExportedData(JSON.stringify(dataOf(from, 1)));
      const expected = { newBots: 1, knownBots: 0, newItems: 4, updatedItems: 0, sameItems: 0 };
      assert.deepEqual(planImport(to, data), expected);
      assert.deepEqual(to.bots(), [], 'a plan does nothing');
      assert.deepEqual(importData(to, data), expected);
      const [bot, ...others] = to.bots();
      assert.ok(bot);
      assert.deepEqual(others, []);
      assert.notEqual(bot.key, BOT.key);
      const same = {
        ...BOT,
        environment: 'production',
        isReadOnly: true,
        key: bot.key,
        isConfirmed: false,
      };
      assert.deepEqual(bot, same);
      const items = (catalogue: Catalogue, key: string) =>
        catalogue
          .items(key)
          .map((item) => ({ ...item, bot: '' }))
          .toSorted((a, b) => (a.id < b.id ? -1 : 1));
      assert.deepEqual(items(to, bot.key), items(from, BOT.key));
      assert.deepEqual(to.scan(bot.key), { ...SCAN, bot: bot.key });
    });

    it('changes nothing when it is imported again, nor where it came from', async () => {
      const catalogue = await filled();
      const before = [catalogue.bots(), catalogue.items(BOT.key)];
      const data = parseExportedData(JSON.stringify(dataOf(catalogue, 1)));
      const expected = { newBots: 0, knownBots: 1, newItems: 0, updatedItems: 0, sameItems: 4 };
      assert.deepEqual(planImport(catalogue, data), expected);
      assert.deepEqual(importData(catalogue, data), expected);
      assert.deepEqual([catalogue.bots(), catalogue.items(BOT.key)], before);
    });

    it('takes the later account of each item, and deletes nothing', async () => {
      const from = await openCatalogue();
      const to = await openCatalogue();
      for (const catalogue of [from, to]) putBot(catalogue, BOT);
      putBot(to, { ...BOT, label: 'Label here' });
      const both = (id: string, there: object, here: object): void => {
        putItem(from, itemOf(id, there));
        putItem(to, itemOf(id, here));
      };
      both(
        'later there',
        { name: 'New', namedAt: 9, lastSeen: 9, created: 4, firstSeen: 1 },
        { name: 'Old', state: 'gone' },
      );
      both('later here', { name: 'Old', state: 'gone' }, { name: 'New', namedAt: 9, lastSeen: 9 });
      both('place there', { folderKnown: 'service' }, { folderKnown: 'no' });
      both('place here', { folderKnown: 'user' }, { folderKnown: 'service' });
      both('scan there', { scan: 's', seenOn: 3 }, {});
      putItem(to, itemOf('only here'));
      putItem(from, folderOf('f'));
      putItem(from, itemOf('only there', { parentId: 'f' }));
      const data = parseExportedData(JSON.stringify(dataOf(from, 1)));
      const plan = planImport(to, data);
      assert.deepEqual(importData(to, data), plan);
      assert.deepEqual([plan.newItems, plan.updatedItems, plan.sameItems], [2, 3, 2]);
      assert.equal(to.bots()[0]?.label, 'Label here');
      const pick = (id: string, ...fields: (keyof ReturnType<typeof itemOf>)[]) =>
        fields.map((field) => to.item(BOT.key, id)?.[field]);
      assert.deepEqual(pick('later there', 'name', 'state', 'created', 'firstSeen', 'lastSeen'), [
        'New',
        'ok',
        4,
        1,
        9,
      ]);
      assert.deepEqual(pick('later here', 'name', 'state', 'firstSeen'), ['New', 'ok', 5]);
      assert.deepEqual(
        [...pick('place there', 'folderKnown'), ...pick('place here', 'folderKnown')],
        ['service', 'service'],
      );
      assert.deepEqual(pick('scan there', 'scan', 'seenOn'), ['s', 3]);
      assert.ok(to.item(BOT.key, 'only here'));
      assert.equal(to.item(BOT.key, 'only there')?.parentId, 'f');
    });

    it('takes the place that is known better, and of two as good the one here', async () => {
      const from = await openCatalogue();
      const to = await openCatalogue();
      for (const catalogue of [from, to]) putBot(catalogue, BOT);
      const known = ['no', 'user', 'service'] as const;
      const pairs = known.flatMap((there) => known.map((here) => [there, here] as const));
      for (const [there, here] of pairs) {
        putItem(from, itemOf(`${there} ${here}`, { folderKnown: there, parentId: null }));
        putItem(to, itemOf(`${there} ${here}`, { folderKnown: here, parentId: null }));
      }
      importData(to, parseExportedData(JSON.stringify(dataOf(from, 1))));
      assert.deepEqual(
        pairs.map(([there, here]) => to.item(BOT.key, `${there} ${here}`)?.folderKnown),
        ['no', 'user', 'service', 'user', 'user', 'service', 'service', 'service', 'service'],
      );
    });

    it('hides nothing: in a folder that is not there, or in a circle, it stands without a folder', async () => {
      const from = await openCatalogue();
      putBot(from, BOT);
      putItem(from, itemOf('lost', { parentId: 'nowhere' }));
      putItem(from, folderOf('a', { parentId: 'b' }));
      putItem(from, folderOf('b', { parentId: 'a' }));
      const to = await openCatalogue();
      importData(to, parseExportedData(JSON.stringify(dataOf(from, 1))));
      const key = to.bots()[0]?.key ?? '';
      assert.deepEqual(
        to
          .items(key)
          .map(({ id, parentId }) => [id, parentId])
          .toSorted(([a = ''], [b = '']) => ((a ?? '') < (b ?? '') ? -1 : 1)),
        [
          ['a', null],
          ['b', 'a'],
          ['lost', null],
        ],
      );
    });

    it('refuses what it did not export, with the place that is wrong and never the value', async () => {
      const good = dataOf(await filled(), 1);
      const [bot] = good.bots;
      const cases: readonly (readonly [unknown, RegExp])[] = [
        ['{', /it is not JSON/],
        [[], /not exported by Bot Tag Explorer/],
        [{ format: 'bot-tag-explorer' }, /not exported by Bot Tag Explorer/],
        [{ ...good, version: 2 }, /it has version 2/],
        [
          { ...good, bots: [{ ...bot, baseUrl: 'ftp://canary' }] },
          /bots\.0\.baseUrl: not a base URL/,
        ],
        [{ ...good, bots: [{ ...bot, baseUrl: 'https://CANARY.example/' }] }, /bots\.0\.baseUrl/],
        [{ ...good, bots: [{ ...bot, token: 'canary' }] }, /bots\.0: .*token/],
        [
          { ...good, bots: [{ ...bot, items: [{ ...bot?.items[0], name: { canary: 1 } }] }] },
          /bots\.0\.items\.0\.name/,
        ],
        [{ ...good, bots: [{ ...bot, items: [bot?.items[0], bot?.items[0]] }] }, /twice/],
      ];
      for (const [value, message] of cases) {
        const json = typeof value === 'string' ? value : JSON.stringify(value);
        assert.throws(
          () => parseExportedData(json),
          (error) => {
            assert.ok(error instanceof Error);
            assert.match(error.message, message);
            return !/canary/i.test(error.message);
          },
        );
      }
    });
  });
}
