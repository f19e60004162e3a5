import assert from 'node:assert/strict';
import fc from 'fast-check';

import { Catalogue } from '../../../src/core/catalogue/catalogue.ts';
import {
  dataOf,
  importData,
  type ExtensionData,
} from '../../../src/core/catalogue/extensionData.ts';
import { ITEM_SOURCES, type CatalogueItem, type Scan } from '../../../src/core/model.ts';
import { parseExportedData } from '../../../src/surface/exportedData.ts';
import { cleanUp } from '../cleanup.ts';
import { BOT, FakeClock } from './fakes.ts';
import { openStore } from './stores.ts';
import { putBot, putItem, putScan } from './put.ts';
import { sizeOf } from '../../support/sizes.ts';

/** Any that SQLite and JSON have in common, before 1970 and between two milliseconds too. */
const time = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((value) => value + 0);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const text = fc.string({ unit: 'grapheme' });
const count = fc.nat();
const FOLDERS = ['folder 0', 'folder 1', 'folder 2'];

/** Below one of the folders, which all stand right below the bot. */
const place = fc.oneof(
  fc.constant({ parentId: null, folderKnown: 'no' as const }),
  fc.record({
    parentId: orNull(fc.constantFrom(...FOLDERS)),
    folderKnown: fc.constantFrom('service' as const, 'user' as const),
  }),
);

const item = fc
  .tuple(
    fc.record({
      id: fc.oneof(
        text.filter((id) => id !== ''),
        fc.constant('__proto__'),
      ),
      type: fc.oneof(fc.constant(0), fc.integer()).filter((type) => type !== 1),
      name: text,
      namedAt: orNull(time),
      source: fc.constantFrom(...ITEM_SOURCES),
      created: orNull(time),
      firstSeen: orNull(time),
      lastSeen: orNull(time),
      scan: orNull(fc.uuid()),
      seenOn: count,
      state: fc.constantFrom('ok' as const, 'gone' as const, 'error' as const),
      reason: orNull(text),
    }),
    place,
  )
  .map(([own, at]): CatalogueItem => ({ ...own, ...at, bot: BOT.key }));

const scan: fc.Arbitrary<Scan> = fc.record({
  bot: fc.constant(BOT.key),
  id: fc.uuid(),
  limit: fc.integer({ min: 1, max: 3086 }),
  from: orNull(time),
  days: orNull(fc.integer({ min: 1 })),
  next: orNull(text),
  budget: fc.integer({ min: 1 }),
  pages: count,
  customers: count,
  skipped: count,
  tags: count,
  newTags: count,
  state: fc.constantFrom('running' as const, 'paused' as const, 'done' as const, 'failed' as const),
  started: time,
  updated: time,
});

const content = fc.record({
  bot: fc.record({
    label: text.filter((label) => label !== ''),
    environment: text,
    isReadOnly: fc.boolean(),
    created: time,
  }),
  items: fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 12 }),
  scan: orNull(scan),
});

/** What was exported from a catalogue, as another machine reads it. */
function moved(catalogue: Catalogue): ExtensionData {
  return parseExportedData(JSON.stringify(dataOf(catalogue, 1)));
}

for (const [kind, open] of Object.entries(openStore)) {
  describe(`core: exported data (${kind})`, () => {
    afterEach(cleanUp);

    it('brings to another machine all that a catalogue can hold, and nothing else', async () => {
      const property = fc.asyncProperty(content, async (made) => {
        const from = new Catalogue(await open(), new FakeClock());
        putBot(from, { ...BOT, ...made.bot });
        for (const id of FOLDERS) from.recordCreated(BOT.key, id, { name: id, type: 1 });
        for (const one of made.items) putItem(from, one);
        if (made.scan !== null) putScan(from, made.scan);
        const to = new Catalogue(await open(), new FakeClock());
        const data = moved(from);
        importData(to, data);
        assert.deepEqual(dataOf(to, 1), dataOf(from, 1));
        assert.deepEqual(data, dataOf(from, 1));
        await cleanUp();
      });
      await fc.assert(property, { numRuns: sizeOf('movedCatalogues'), seed: 20_261_122 });
    });

    it('leaves out what an earlier version kept under no ID', async () => {
      const from = new Catalogue(await open(), new FakeClock());
      putBot(from, BOT);
      from.recordCreated(BOT.key, 'f', { name: 'F', type: 1 });
      const [folder] = from.items(BOT.key);
      assert.ok(folder);
      putItem(from, { ...folder, id: '', type: 0 });
      putItem(from, { ...folder, id: 't', type: 0, parentId: '' });
      const to = new Catalogue(await open(), new FakeClock());
      importData(to, moved(from));
      const [bot] = to.bots();
      assert.deepEqual(
        to.items(bot?.key ?? '').map(({ id, parentId }) => [id, parentId]),
        [
          ['f', null],
          ['t', null],
        ],
      );
    });
  });
}
