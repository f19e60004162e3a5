import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';

import { Database, whileLocked } from '../../../../src/catalogue/store/database.ts';
import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import { migrations } from '../../../../src/catalogue/store/migrations.ts';
import { openStores } from '../../../../src/runs/openCatalogue.ts';
import { isDamaged } from '../../../../src/catalogue/store/quarantine.ts';
import { cleanUp, onCleanup } from '../../cleanup.ts';
import { BOT, itemOf } from '../../base/fakes.ts';
import { newDatabase, openWindow, versionOf } from './database.ts';
import { openInWorker } from './openInWorker.ts';

/** Creates and closes a database with one bot and `items` items. */
async function filledDatabase(items = 2000): Promise<string> {
  const file = newDatabase();
  const { catalogue, close } = await openWindow(file);
  catalogue.saveBot(BOT);
  catalogue.atomically(() => {
    for (let index = 0; index < items; index++) catalogue.saveItem(itemOf(`item-${index}`));
  });
  close();
  return file;
}

/**
 * Advances the clock by `ms` with each reading, until `cleanUp`.
 * @returns a function that returns the number of readings
 */
function speedUpClock(ms: number): () => number {
  const now = performance.now.bind(performance);
  let readings = 0;
  performance.now = () => now() + ms * readings++;
  onCleanup(() => void (performance.now = now));
  return () => readings;
}

function filesNextTo(file: string): readonly string[] {
  return readdirSync(dirname(file)).toSorted();
}

describe('openStores', () => {
  afterEach(cleanUp);

  it('migrates a new database to the newest version, and opens it again', async () => {
    const file = newDatabase();
    const first = await openWindow(file);
    first.catalogue.saveBot(BOT);
    first.close();
    assert.equal(versionOf(file), migrations.length);
    const again = await openWindow(file);
    assert.deepEqual(again.catalogue.bots(), [BOT]);
  });

  it('refuses a database of a newer version, leaves it unchanged, and uses memory instead', async () => {
    const file = await filledDatabase(1);
    versionOf(file, migrations.length + 1);
    const { store: catalogue, sandbox, problem, quarantined } = await openStores(file);
    assert.match(problem ?? '', new RegExp(`has version ${migrations.length + 1}`));
    assert.ok(catalogue instanceof MemoryCatalogue);
    assert.deepEqual([sandbox, quarantined, catalogue.bots()], [undefined, undefined, []]);
    assert.deepEqual(filesNextTo(file), ['catalogue.sqlite']);
    assert.equal(versionOf(file, migrations.length), migrations.length);
    assert.deepEqual((await openWindow(file)).catalogue.bots(), [BOT]);
  });

  it('uses memory if there can be no file, and reports the reason', async () => {
    const opened = await openStores(`${import.meta.filename}/x/y.sqlite`);
    const { store: catalogue, problem, trouble } = opened;
    assert.match(problem ?? '', /ENOTDIR|EEXIST/);
    assert.equal(trouble, 'read-only');
    catalogue.saveBot(BOT);
    assert.deepEqual(catalogue.bots(), [BOT]);
  });

  it('waits while another window opens the database', async () => {
    const file = await filledDatabase(1);
    const holder = new DatabaseSync(file);
    onCleanup(() => holder.close());
    holder.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const opening = openStores(file);
    onCleanup(async () => (await opening).store.close());
    // Waits until an attempt to open the database has blocked this thread for 50 ms. Nothing else blocks it.
    for (let last = performance.now(); performance.now() - last < 50; await setImmediate()) {
      last = performance.now();
    }
    holder.exec('COMMIT');
    const { problem, store: catalogue } = await opening;
    assert.deepEqual([problem, catalogue.bots()], [undefined, [BOT]]);
  });

  it('leaves a database that another process holds unchanged', async () => {
    const file = await filledDatabase(1);
    const holder = new DatabaseSync(file);
    onCleanup(() => holder.close());
    holder.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    // Each reading advances the clock by 1.5 s, so the wait ends after a few tries.
    const readings = speedUpClock(1500);
    const { problem, quarantined } = await openStores(file);
    assert.ok(readings() >= 4, 'opening was tried several times');
    assert.match(problem ?? '', /locked/);
    assert.deepEqual(
      [quarantined, filesNextTo(file).includes('catalogue.sqlite')],
      [undefined, true],
    );
  });
});

/** Functions that damage a healthy database so that it cannot be opened. */
const damages: Readonly<Record<string, (file: string) => void>> = {
  'a wrong header': (file) => {
    const bytes = readFileSync(file);
    bytes.write('Not a format 3', 0);
    writeFileSync(file, bytes);
  },
  'a truncated end': (file) => truncateSync(file, 20_000),
  'a truncated header': (file) => truncateSync(file, 60),
  'a text instead of the database': (file) => writeFileSync(file, '{"bots": []}'.repeat(100)),
  'a damaged schema': (file) => {
    const bytes = readFileSync(file);
    bytes.fill(0xee, 100, 4000);
    writeFileSync(file, bytes);
  },
};

describe('damaged database', () => {
  afterEach(cleanUp);

  for (const [name, damage] of Object.entries(damages)) {
    it(`is quarantined with its other files, and replaced with a new one: ${name}`, async () => {
      const file = await filledDatabase();
      damage(file);
      for (const suffix of ['-wal', '-shm']) writeFileSync(file + suffix, `old ${suffix}`);
      const bytes = readFileSync(file);
      const { store: catalogue, sandbox, problem, quarantined } = await openStores(file);
      onCleanup(() => catalogue.close());
      assert.ok(quarantined, problem);
      assert.match(quarantined.file, /\/catalogue\.damaged-\d{8}T\d{6}Z\.sqlite$/);
      assert.match(quarantined.reason, /not a database|malformed|corrupt/);
      assert.deepEqual(readFileSync(quarantined.file), bytes);
      assert.deepEqual([problem, catalogue.bots()], [undefined, []]);
      assert.ok(sandbox);
      catalogue.saveBot(BOT);
      const again = await openStores(file);
      onCleanup(() => again.store.close());
      assert.deepEqual([again.store.bots(), again.quarantined], [[BOT], undefined]);
    });
  }

  it('is quarantined by the next window if the damage is found only after opening', async () => {
    const file = await filledDatabase();
    const bytes = readFileSync(file);
    // These pages are not read when the database is opened.
    bytes.fill(0xee, 140_000, 200_000);
    writeFileSync(file, bytes);
    const reopened = await openStores(file);
    assert.deepEqual([reopened.problem, reopened.quarantined], [undefined, undefined]);
    assert.throws(() => reopened.store.items(BOT.key), /malformed/);
    reopened.store.close();
    const next = await openStores(file);
    onCleanup(() => next.store.close());
    assert.deepEqual(readFileSync(next.quarantined?.file ?? ''), bytes);
    next.store.saveBot(BOT);
    assert.deepEqual((await openWindow(file)).catalogue.bots(), [BOT]);
  });

  it('is noticed if only the start or the commit of a transaction reports it', () => {
    const reportedErrors: unknown[] = [];
    const sqlite = new DatabaseSync(newDatabase());
    const database = new Database(sqlite, (error) => reportedErrors.push(error));
    onCleanup(() => database.close());
    const insert = "INSERT INTO file_entry (file, bot, item) VALUES ('file', 'nobody', 'item')";
    const commit = (): void =>
      database.atomically(() => {
        // With deferred keys, only the commit detects the missing bot.
        sqlite.exec('PRAGMA defer_foreign_keys = ON');
        sqlite.exec(insert);
      });
    assert.throws(commit, /FOREIGN KEY/);
    assert.equal(reportedErrors.length, 1);
    sqlite.exec('BEGIN');
    assert.throws(() => database.atomically(() => undefined), /within a transaction/);
    assert.equal(reportedErrors.length, 2);
    sqlite.exec('ROLLBACK');
  });

  it('is checked, and is kept if only a file marks it as damaged', async () => {
    const file = await filledDatabase(5);
    writeFileSync(`${file}.damaged`, '');
    const { store: catalogue, quarantined } = await openStores(file);
    onCleanup(() => catalogue.close());
    assert.deepEqual([catalogue.items(BOT.key).length, quarantined], [5, undefined]);
    assert.ok(!existsSync(`${file}.damaged`));
  });

  it('keeps its write-ahead log, which can help to repair it', async () => {
    const file = await filledDatabase();
    writeFileSync(file, 'no database');
    writeFileSync(`${file}-wal`, 'the log');
    const { store: catalogue, quarantined } = await openStores(file);
    onCleanup(() => catalogue.close());
    assert.equal(readFileSync(`${quarantined?.file}-wal`, 'utf8'), 'the log');
  });

  it('is not the reason of an error if there is no database', async () => {
    assert.equal(await isDamaged(newDatabase(), new Error('no such file')), false);
  });

  it('is quarantined if it is a folder', async () => {
    const file = newDatabase();
    mkdirSync(file);
    writeFileSync(join(file, 'note'), 'kept');
    const { store: catalogue, quarantined } = await openStores(file);
    onCleanup(() => catalogue.close());
    assert.equal(readFileSync(join(quarantined?.file ?? '', 'note'), 'utf8'), 'kept');
    catalogue.saveBot(BOT);
    assert.deepEqual(catalogue.bots(), [BOT]);
  });

  it('is quarantined despite the lock of a killed window', async () => {
    const file = newDatabase();
    writeFileSync(file, 'no database');
    const script = join(import.meta.dirname, 'lockProcess.ts');
    const holder = spawn(process.execPath, [script, `${file}.lock`]);
    onCleanup(() => void holder.kill('SIGKILL'));
    await once(holder.stdout, 'data');
    holder.kill('SIGKILL');
    await once(holder, 'close');
    const { store: catalogue, quarantined } = await openStores(file);
    onCleanup(() => catalogue.close());
    assert.ok(quarantined);
  });

  it('is quarantined by one window at a time', async () => {
    const lock = `${newDatabase()}.lock`;
    let runningCount = 0;
    const step = async (): Promise<void> => {
      runningCount++;
      assert.equal(runningCount, 1);
      await setImmediate();
      runningCount--;
    };
    await Promise.all(Array.from({ length: 4 }, () => whileLocked(new DatabaseSync(lock), step)));
    assert.equal(runningCount, 0);
  });

  it('gets a unique name in quarantine', async () => {
    const file = newDatabase();
    const files = new Set<string>();
    for (const text of ['one', 'two', 'three']) {
      writeFileSync(file, `${text}: no database`.repeat(100));
      for (const suffix of ['-wal', '-shm']) if (existsSync(file + suffix)) assert.fail(suffix);
      const { store: catalogue, quarantined } = await openStores(file);
      catalogue.close();
      assert.ok(quarantined);
      assert.ok(readFileSync(quarantined.file, 'utf8').startsWith(text));
      files.add(quarantined.file);
    }
    assert.equal(files.size, 3);
  });

  it('is quarantined once if six windows find it at the same time, and all share the new one', async () => {
    const file = await filledDatabase();
    const copy = join(dirname(file), 'copy');
    truncateSync(file, 20_000);
    copyFileSync(file, copy);
    const windows = await Promise.all(Array.from({ length: 6 }, () => openInWorker(file)));
    const results = windows.map(({ opened }) => opened);
    for (const [index, window] of windows.entries()) await window.addBot(`k${index}`);
    assert.deepEqual(
      results.map(({ problem }) => problem),
      Array.from({ length: 6 }, () => undefined),
    );
    const quarantinedFiles = results.flatMap(({ quarantined }) =>
      quarantined === undefined ? [] : [quarantined.file],
    );
    assert.equal(quarantinedFiles.length, 1);
    assert.deepEqual(readFileSync(quarantinedFiles[0] ?? ''), readFileSync(copy));
    const keys = (await openWindow(file)).catalogue.bots().map(({ key }) => key);
    assert.deepEqual(keys.toSorted(), ['k0', 'k1', 'k2', 'k3', 'k4', 'k5']);
  });
});
