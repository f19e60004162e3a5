import assert from 'node:assert/strict';
import { applyFile, BATCH_SIZE } from '../../../src/catalogue/applyFile.ts';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { fileBotKey, type FileContent } from '../../../src/catalogue/workspaceFile.ts';
import type { CatalogueStore } from '../../../src/base/ports.ts';
import { cleanUp } from '../cleanup.ts';
import { newDatabase, openWindow } from './store/database.ts';
import { bot, folder, tag } from '../workspaceFile/content.ts';
import { BOT, FakeClock } from '../base/fakes.ts';
import { putBot } from '../base/put.ts';
import { openStore } from '../base/stores.ts';

const FILE = 'file:///w/bot-tags.jsonc';
const KEY = fileBotKey(bot());
/** Number of items in the file, one more than two transactions hold. */
const ITEM_COUNT = 2 * BATCH_SIZE + 1;

/** Returns a file with one bot and a folder `name` with more tags than one transaction holds. */
function fileWith(name: string, isReadOnly = false): FileContent {
  const tags = Array.from({ length: ITEM_COUNT - 1 }, (_, index) => tag(`${name}-${index}`, name));
  return { bots: [bot({ items: [folder(name, name, tags)], isReadOnly })] };
}

/** Returns a signal that aborts in the transaction that writes item number `count`. */
function stopAt(store: CatalogueStore, count: number): AbortSignal {
  const stopping = new AbortController();
  const save = store.saveItem.bind(store);
  let saved = 0;
  store.saveItem = (item) => {
    save(item);
    if (++saved === count) stopping.abort();
  };
  return stopping.signal;
}

/** Asserts that the catalogue and the list of the file contain all of `fileWith(name)`, and nothing else. */
function assertIsWhole(catalogue: Catalogue, name: string): void {
  const items = catalogue.items(KEY);
  assert.equal(items.length, ITEM_COUNT);
  assert.ok(items.every(({ id }) => id.startsWith(name)));
  assert.equal(catalogue.count(KEY, name), ITEM_COUNT - 1);
  // The bot is also an entry of the file.
  assert.equal(catalogue.listedIn(FILE).length, ITEM_COUNT + 1);
}

for (const [kind, open] of Object.entries(openStore)) {
  describe(`large workspace file in the catalogue (${kind})`, () => {
    let store: CatalogueStore;
    let catalogue: Catalogue;

    beforeEach(async () => {
      store = await open();
      catalogue = new Catalogue(store, new FakeClock());
    });

    afterEach(cleanUp);

    it('is loaded and unloaded in small transactions that let other work run in between', async () => {
      /** Number of items written between two turns of other work. */
      const written: number[] = [];
      for (const name of ['saveItem', 'removeItems'] as const) {
        const write: (...args: never[]) => void = store[name].bind(store);
        store[name] = (...args: readonly unknown[]) => {
          const ids = name === 'saveItem' ? 1 : (args[1] as readonly string[]).length;
          written.push((written.pop() ?? 0) + ids);
          write(...(args as never[]));
        };
      }
      const loadingEnd = new AbortController();
      const otherWork = (async () => {
        while (!loadingEnd.signal.aborted) {
          written.push(0);
          await new Promise((resolve) => setTimeout(resolve));
        }
      })();
      await applyFile(catalogue, FILE, fileWith('a'));
      assertIsWhole(catalogue, 'a');
      await applyFile(catalogue, FILE, { bots: [] });
      loadingEnd.abort();
      await otherWork;
      assert.deepEqual(catalogue.bots(), []);
      assert.ok(Math.max(...written) <= BATCH_SIZE, String(written));
    });

    it('locks its bots before any other part is loaded', async () => {
      const ownAddress = { baseUrl: BOT.baseUrl, botId: BOT.botId };
      putBot(catalogue, BOT);
      const [unlockedBot] = fileWith('a').bots;
      assert.ok(unlockedBot);
      const locked = bot({ ...ownAddress, isReadOnly: true, items: [tag('x')] });
      /** Whether the bot was locked, for each saved item. */
      const wasLocked: boolean[] = [];
      const save = store.saveItem.bind(store);
      store.saveItem = (item) => {
        wasLocked.push(catalogue.isReadOnly(BOT.key));
        save(item);
      };
      await applyFile(catalogue, FILE, { bots: [unlockedBot, locked] });
      assert.equal(wasLocked.length, ITEM_COUNT + 1);
      assert.ok(wasLocked.every(Boolean));
    });

    it('stops when it is superseded, and none of its items are left after the newer version is loaded', async () => {
      const signal = stopAt(store, BATCH_SIZE + 1);
      await applyFile(catalogue, FILE, fileWith('old'), signal);
      const { length } = catalogue.items(KEY);
      assert.equal(length, 2 * BATCH_SIZE, 'the transaction is committed, and no other begins');
      await applyFile(catalogue, FILE, fileWith('new'));
      assertIsWhole(catalogue, 'new');
    });

    it('leaves the bot read-only when a newer version without a lock supersedes it', async () => {
      await applyFile(catalogue, FILE, fileWith('old', true), stopAt(store, 1));
      await applyFile(catalogue, FILE, fileWith('new'));
      assert.equal(catalogue.isReadOnly(KEY), true);
      // The lock is now the user's own, not the file's.
      assert.deepEqual(catalogue.filesMakingReadOnly(KEY), []);
    });

    it('is unloaded completely after it was loaded in part', async () => {
      await applyFile(catalogue, FILE, fileWith('a'), stopAt(store, BATCH_SIZE + 1));
      const { removedBots } = await applyFile(catalogue, FILE, { bots: [] });
      assert.deepEqual(removedBots, [KEY]);
      assert.deepEqual(catalogue.bots(), []);
      assert.deepEqual(catalogue.items(KEY), []);
      assert.deepEqual(catalogue.listedIn(FILE), []);
    });

    it('writes nothing if it was stopped before the start', async () => {
      await applyFile(catalogue, FILE, fileWith('a'), AbortSignal.abort());
      assert.deepEqual(catalogue.bots(), []);
    });
  });
}

describe('large workspace file whose window closes while it is loaded', () => {
  afterEach(cleanUp);

  it('is completed when it is loaded again, in the same or a newer version', async () => {
    const database = newDatabase();
    const first = await openWindow(database);
    let saved = 0;
    const save = first.catalogue.saveItem.bind(first.catalogue);
    first.catalogue.saveItem = (item) => {
      if (++saved > BATCH_SIZE + 1) throw new Error('killed');
      save(item);
    };
    const closingCatalogue = new Catalogue(first.catalogue, new FakeClock());
    await assert.rejects(applyFile(closingCatalogue, FILE, fileWith('old')), /killed/);
    first.close();
    const next = new Catalogue((await openWindow(database)).catalogue, new FakeClock());
    assert.equal(next.items(KEY).length, BATCH_SIZE, 'a transaction is stored completely');
    await applyFile(next, FILE, fileWith('old'));
    assertIsWhole(next, 'old');
    await applyFile(next, FILE, fileWith('new'));
    assertIsWhole(next, 'new');
  });
});
