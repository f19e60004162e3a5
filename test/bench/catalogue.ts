import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { CountedScan } from '../../src/catalogue/scanCounts.ts';
import { recordScanned } from '../../src/catalogue/recordScanned.ts';
import type { CatalogueItem, UserTag } from '../../src/base/model.ts';
import type { CatalogueStore } from '../../src/base/ports.ts';
import type * as store from '../../src/runs/openCatalogue.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { scanOf } from '../unit/base/fakes.ts';
import { BIG_BOT, bigItems, fill } from './bigCatalogue.ts';
import { median } from './numbers.ts';

/** Medians in ms, measured by `node catalogue.ts <store bundle>`. */
export interface CatalogueResult {
  /** Time to save one tag durably on disk: as a row, and as one JSON value of everything. */
  readonly saveRow: number;
  readonly saveJson: number;
  /** Time to write this JSON value as VS Code stores extension state: as one row of a database. */
  readonly saveState: number;
  /** Time to record one page of a scan with `PAGE_TAGS` different tags. */
  readonly page: number;
  /** Time from a change to its event in another connection, as in another window: median and maximum. */
  readonly heard: number;
  readonly heardLatest: number;
}

export const PAGE_TAGS = 3000;

async function measure(bundle: string): Promise<CatalogueResult> {
  const temporary = temporaryFolder('bench-catalogue');
  const { openStores } = createRequire(import.meta.url)(bundle) as typeof store;
  const file = join(temporary.path, 'catalogue.sqlite');
  const { store: catalogue, problem } = await openStores(file);
  // `catalogue` is the store; the class `Catalogue` is measured by `scanPage`.
  try {
    if (problem !== undefined) throw new Error(problem);
    fill(catalogue);
    const items = [...bigItems()];
    const first = items[0] as CatalogueItem;
    const json = join(temporary.path, 'catalogue.json');
    const state = await stateDatabase(join(temporary.path, 'state.sqlite'));
    const rounds = { saveRow: 200, saveJson: 9, saveState: 9, page: 9 };
    const work: Record<keyof typeof rounds, (round: number) => void> = {
      saveRow: (round) => catalogue.saveItem({ ...first, id: `new-${round}`, parentId: null }),
      saveJson: (round) => rewrite(json, items, { ...first, id: `new-${round}` }),
      saveState: (round) => state([...items, { ...first, id: `new-${round}` }]),
      page: (round) => scanPage(catalogue, round),
    };
    const result = { saveRow: 0, saveJson: 0, saveState: 0, page: 0 };
    for (const kind of Object.keys(work) as (keyof typeof rounds)[]) {
      result[kind] = median(
        Array.from({ length: rounds[kind] }, (_, round) => msOf(() => work[kind](round))),
      );
    }
    const { store: other } = await openStores(file);
    const times = await changeTimes(other, (round) =>
      catalogue.saveItem({ ...first, id: `heard-${round}`, parentId: null }),
    );
    other.close();
    return { ...result, heard: median(times), heardLatest: Math.max(...times) };
  } finally {
    catalogue.close();
    temporary.remove();
  }
}

/** Returns the times from changes in one connection to their events in another, in ms. */
async function changeTimes(
  other: CatalogueStore,
  change: (round: number) => void,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const heard = Promise.withResolvers<void>();
    const listener = other.onDidChange(() => heard.resolve());
    // The delay spreads the changes over the polling interval.
    await new Promise((resolve) => void setTimeout(resolve, round * 17));
    const started = performance.now();
    change(round);
    // The polling for changes does not keep the process alive.
    const keepAlive = setInterval(() => undefined, 1000);
    await heard.promise;
    clearInterval(keepAlive);
    listener.dispose();
    times.push(performance.now() - started);
  }
  return times;
}

/** Writes to a second file, syncs it, and renames it: as durable as the row. */
function rewrite(path: string, items: readonly CatalogueItem[], newItem: CatalogueItem): void {
  const newPath = `${path}.new`;
  const file = openSync(newPath, 'w');
  writeSync(file, JSON.stringify([...items, newItem]));
  fsyncSync(file);
  closeSync(file);
  renameSync(newPath, path);
}

/** Returns a function that writes a value as VS Code stores extension state. */
async function stateDatabase(path: string): Promise<(value: unknown) => void> {
  const { DatabaseSync } = await import('node:sqlite');
  const sqlite = new DatabaseSync(path);
  sqlite.exec('CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
  const insert = sqlite.prepare('INSERT INTO ItemTable (key, value) VALUES (?, ?)');
  return (value) => void insert.run('bot-tags', JSON.stringify(value));
}

/** Records a page with a different tag per customer. From the second page on, all are known. */
function scanPage(store: Parameters<typeof fill>[0], round: number): void {
  const catalogue = new Catalogue(store, { now: () => 1_700_000_000_000 + round });
  const storedScan = catalogue.scan(BIG_BOT.key);
  if (storedScan === undefined) {
    store.saveScan(scanOf({ bot: BIG_BOT.key, limit: 3086, budget: 200 }));
  }
  const records = Array.from({ length: PAGE_TAGS }, (_, index) => {
    const tag: UserTag = {
      id: `seen-${index}`,
      name: `Seen ${index}`,
      timestamp: 1_600_000_000_000,
    };
    return { id: `${round}-${index}`, platform: 'LINE', pageId: 'p', tags: [tag] };
  });
  const page = { records, problems: new Map(), next: `key-${round}`, body: new Uint8Array() };
  recordScanned(catalogue, catalogue.scan(BIG_BOT.key) ?? missingScan(), page, new CountedScan());
}

function missingScan(): never {
  throw new Error('There is no scan.');
}

function msOf(step: () => void): number {
  const start = performance.now();
  step();
  return performance.now() - start;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(await measure(process.argv[2] ?? '')));
}
