import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import { cleanUp, onCleanup } from '../../cleanup.ts';
import { newDatabase, openWindow } from './database.ts';
import { addCounter, change, countedNumber, stateOf } from './mixedChanges.ts';
import { sizeOf } from '../../../support/sizes.ts';

const CHANGES = sizeOf('mixedChanges');
const KILLS = sizeOf('databaseKills');
/** Seed of the moments at which processes are killed. */
const SEED = 20_261_121;

/** Starts a process that writes `count` changes. `ended` has the number of acknowledged changes. */
function startWriter(
  file: string,
  series: string,
  count: number,
  onAcknowledged?: (n: number) => void,
) {
  const script = join(import.meta.dirname, 'writerProcess.ts');
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [script, file, series, String(count)], {
    stdio: [...stdio],
  });
  onCleanup(() => void child.kill('SIGKILL'));
  let output = '';
  const acknowledged = (): number => output.split('\n').length - 1;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    onAcknowledged?.(acknowledged());
  });
  // `close` comes after all output of the process was read.
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({
    code,
    signal,
    acknowledged: acknowledged(),
  }));
  return { ended, kill: () => child.kill('SIGKILL') };
}

/** Returns the expected state after `count` changes of a series. */
function modelOf(series: string, count: number): unknown {
  const store = new MemoryCatalogue();
  for (let index = 0; index < count; index++) change(store, series, index);
  return stateOf(store, series);
}

function integrityOf(file: string): unknown {
  const sqlite = new DatabaseSync(file);
  const row = sqlite.prepare('PRAGMA integrity_check').get();
  const broken = sqlite.prepare('PRAGMA foreign_key_check').all();
  sqlite.close();
  return [row?.['integrity_check'], broken];
}

/** Returns a mulberry32 generator: the same numbers from 0 to 1 for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('processes on one database', () => {
  afterEach(cleanUp);

  it(`lose none of ${CHANGES} mixed changes each, made at the same time`, async function () {
    this.timeout(120_000);
    const file = newDatabase();
    const { catalogue } = await openWindow(file);
    addCounter(catalogue);
    const seriesNames = ['counting-a', 'counting-b'];
    const ends = await Promise.all(
      seriesNames.map((series) => startWriter(file, series, CHANGES).ended),
    );
    assert.deepEqual(
      ends.map(({ code, acknowledged }) => [code, acknowledged]),
      seriesNames.map(() => [0, CHANGES]),
    );
    assert.equal(countedNumber(catalogue), seriesNames.length * CHANGES);
    for (const series of seriesNames)
      assert.deepEqual(stateOf(catalogue, series), modelOf(series, CHANGES));
    assert.deepEqual(integrityOf(file), ['ok', []]);
  });

  it(`keep every acknowledged change when they are killed while writing, ${KILLS} times`, async function () {
    this.timeout(300_000);
    const file = newDatabase();
    const random = randomFrom(SEED);
    let killsWithinChange = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const series = `killed-${kill}`;
      const [changesBeforeKill, delayMs] = [1 + Math.floor(random() * 150), random() * 2];
      const writer = startWriter(file, series, 100_000, (acknowledged) => {
        // A change is in progress between acknowledgements. The delay decides when it is killed.
        if (acknowledged >= changesBeforeKill) setTimeout(writer.kill, delayMs);
      });
      const { signal, acknowledged } = await writer.ended;
      assert.equal(signal, 'SIGKILL', `series ${kill} ended by itself`);
      assert.ok(acknowledged >= changesBeforeKill);
      assert.deepEqual(integrityOf(file), ['ok', []], `series ${kill}, seed ${SEED}`);
      const { catalogue, close } = await openWindow(file);
      const stored = JSON.stringify(stateOf(catalogue, series));
      close();
      // The change in progress is either complete or absent, never partial.
      const allowed = [acknowledged, acknowledged + 1].map((n) =>
        JSON.stringify(modelOf(series, n)),
      );
      assert.ok(
        allowed.includes(stored),
        `series ${kill}, seed ${SEED}, after ${acknowledged}: ${stored}`,
      );
      if (stored !== allowed[0]) killsWithinChange++;
    }
    // If no kill fell within a change, the test has proved nothing.
    assert.ok(killsWithinChange > 0);
  });
});
