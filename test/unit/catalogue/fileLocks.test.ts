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
  describe(`applyFile: locks and environments (${kind})`, () => {
    let catalogue: Catalogue;

    beforeEach(async () => {
      catalogue = new Catalogue(await open(), new FakeClock());
    });

    afterEach(cleanUp);

    const load = (bots: readonly FileBot[], file = FILE) => applyFile(catalogue, file, { bots });

    it('makes bots read-only, and never makes them writable', async () => {
      const [userBot, newBot] = [bot({ baseUrl: BOT.baseUrl, botId: BOT.botId }), bot()];
      putBot(catalogue, BOT);
      const locks = () => [BOT.key, KEY].map((key) => catalogue.isReadOnly(key));
      await load([userBot, newBot]);
      assert.deepEqual(locks(), [false, false]);
      await load([
        { ...userBot, isReadOnly: true },
        { ...newBot, isReadOnly: true },
      ]);
      assert.deepEqual(locks(), [true, true]);
      assert.deepEqual(catalogue.filesMakingReadOnly(BOT.key), [FILE]);
      const ownLocks = () => catalogue.bots().map(({ isReadOnly }) => isReadOnly);
      assert.deepEqual(ownLocks(), [false, false], 'the bots themselves are not locked');
      // When the file no longer locks the bots, the bots themselves keep the lock.
      await load([userBot, newBot]);
      assert.deepEqual(locks(), [true, true], 'only the user can remove the lock');
      assert.deepEqual(ownLocks(), [true, true]);
      assert.deepEqual(catalogue.filesMakingReadOnly(BOT.key), []);
      await load([]);
      assert.deepEqual(locks(), [true, false], 'the bot that came from the file is removed');
    });

    it('keeps the lock of one file when another file removes its lock', async () => {
      const locking = { ...bot(), isReadOnly: true };
      await load([locking]);
      await load([locking], 'file:///other');
      assert.deepEqual(catalogue.filesMakingReadOnly(KEY), ['file:///other', FILE]);
      await load([bot()]);
      assert.deepEqual(catalogue.filesMakingReadOnly(KEY), ['file:///other']);
      assert.equal(catalogue.isReadOnly(KEY), true);
    });

    it('sets the environment of a bot that has none, and never clears it', async () => {
      const productionBot = bot({
        baseUrl: BOT.baseUrl,
        botId: BOT.botId,
        environment: 'production',
      });
      const environments = () => catalogue.bots().map(({ environment }) => environment);
      putBot(catalogue, BOT);
      await load([productionBot, bot({ environment: 'test' })]);
      assert.deepEqual(environments(), ['production', 'test']);
      await load([{ ...productionBot, environment: 'staging' }, bot()]);
      assert.deepEqual(environments(), ['production', 'test'], 'a file clears no environment');
      await load([bot({ environment: 'staging' })]);
      assert.deepEqual(environments(), ['production', 'staging']);
    });

    it('no longer locks a bot after its lock was removed, until the file is read again', async () => {
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
