import assert from 'node:assert/strict';
import { unlockBot } from '../../../src/catalogue/botChanges.ts';
import { applyFile } from '../../../src/catalogue/applyFile.ts';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { fileBotKey, type FileBot } from '../../../src/catalogue/workspaceFile.ts';
import { cleanUp } from '../cleanup.ts';
import { bot } from '../workspaceFile/content.ts';
import { BOT, FakeClock } from '../base/fakes.ts';
import { putBot } from '../base/put.ts';
import { openStore } from '../base/stores.ts';

const FILE = 'file:///w/bot-tags.jsonc';
const KEY = fileBotKey(bot());

for (const [kind, open] of Object.entries(openStore)) {
  describe(`core: locks and environments of a workspace file (${kind})`, () => {
    let catalogue: Catalogue;

    beforeEach(async () => {
      catalogue = new Catalogue(await open(), new FakeClock());
    });

    afterEach(cleanUp);

    const load = (bots: readonly FileBot[], file = FILE) => applyFile(catalogue, file, { bots });

    it('locks a bot and unlocks none', async () => {
      const [own, plain] = [bot({ baseUrl: BOT.baseUrl, botId: BOT.botId }), bot()];
      putBot(catalogue, BOT);
      const locks = () => [BOT.key, KEY].map((key) => catalogue.isReadOnly(key));
      await load([own, plain]);
      assert.deepEqual(locks(), [false, false]);
      await load([
        { ...own, isReadOnly: true },
        { ...plain, isReadOnly: true },
      ]);
      assert.deepEqual(locks(), [true, true]);
      assert.deepEqual(catalogue.lockedBy(BOT.key), [FILE]);
      const isOwn = () => catalogue.bots().map(({ isReadOnly }) => isReadOnly);
      assert.deepEqual(isOwn(), [false, false], 'it is the lock of the file');
      await load([own, plain]);
      assert.deepEqual(locks(), [true, true], 'the file took it back, the person did not');
      assert.deepEqual(isOwn(), [true, true]);
      assert.deepEqual(catalogue.lockedBy(BOT.key), []);
      await load([]);
      assert.deepEqual(locks(), [true, false], 'a bot of the file is gone');
    });

    it('keeps the lock of a file that another one has, too', async () => {
      const locking = { ...bot(), isReadOnly: true };
      await load([locking]);
      await load([locking], 'file:///other');
      assert.deepEqual(catalogue.lockedBy(KEY), ['file:///other', FILE]);
      await load([bot()]);
      assert.deepEqual(catalogue.lockedBy(KEY), ['file:///other']);
      assert.equal(catalogue.isReadOnly(KEY), true);
    });

    it('takes the environment of a file over none, and none over none', async () => {
      const own = bot({ baseUrl: BOT.baseUrl, botId: BOT.botId, environment: 'production' });
      const environments = () => catalogue.bots().map(({ environment }) => environment);
      putBot(catalogue, BOT);
      await load([own, bot({ environment: 'test' })]);
      assert.deepEqual(environments(), ['production', 'test']);
      await load([{ ...own, environment: 'staging' }, bot()]);
      assert.deepEqual(environments(), ['production', 'test'], 'nor does it take one away');
      await load([bot({ environment: 'staging' })]);
      assert.deepEqual(environments(), ['production', 'staging']);
    });

    it('locks no longer once its lock is forgotten, until it is read again', async () => {
      const locking = { ...bot(), isReadOnly: true };
      const other = { ...bot({ botId: 'other' }), isReadOnly: true };
      await load([locking, other]);
      unlockBot(catalogue, KEY, [FILE]);
      const locks = () => [KEY, fileBotKey(other)].map((key) => catalogue.isReadOnly(key));
      assert.deepEqual(locks(), [false, true]);
      await load([locking, other]);
      assert.deepEqual(locks(), [true, true]);
    });
  });
}
