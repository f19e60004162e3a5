import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '../../../src/base/ports.ts';
import type * as resumables from '../../../src/shell/resumables.ts';
import { withVscodeTexts } from '../vscodeTexts.ts';

const { ResumableCounter } = await withVscodeTexts(
  () => import('../../../src/shell/resumables.ts'),
);

const NONE = { run: 0, export: 0, scan: 0 };

/** Returns a job that can be resumed. `hasBot`: whether its bot is still listed. */
const job = (kind: resumables.Resumable['kind'], hasBot = true): resumables.Resumable => ({
  kind,
  id: kind,
  botLabel: 'Shop',
  hasBot,
  label: kind,
  progress: '',
  updated: 1,
});

describe('ResumableCounter', () => {
  let list: readonly resumables.Resumable[];
  let isAnyJobRunning: boolean;
  let timesCounted: number;
  let storedSummaries: unknown[];
  let errors: unknown[];
  let changed: Emitter<void>;
  /** Pauses the runs of killed windows. */
  let settle: () => Promise<void>;
  /** Time that reading the jobs takes. */
  let reading: Promise<void>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    [list, isAnyJobRunning, timesCounted, storedSummaries, errors] = [[], false, 0, [], []];
    changed = new Emitter();
    settle = () => Promise.resolve();
    reading = Promise.resolve();
  });

  afterEach(() => mock.timers.reset());

  /** Starts the counter of a new window. `isOutdated`: whether the stored number may be wrong. */
  function startCounter(isOutdated: boolean): resumables.ResumableCounter {
    return new ResumableCounter({
      resumables: {
        listWithState: async () => {
          timesCounted += 1;
          const found = { list, isAnyRunning: isAnyJobRunning };
          await reading;
          return found;
        },
        onDidChange: changed.event,
      },
      summary: { isOutdated, set: (change) => void storedSummaries.push(change) },
      runs: { pauseAbandoned: () => settle() },
      errors: { show: async (error) => void errors.push(error) },
    });
  }

  /** Advances the time, and waits until started work completes. */
  async function advance(ms: number): Promise<void> {
    mock.timers.tick(ms);
    await new Promise(setImmediate);
  }

  it('counts the jobs of listed bots by kind at the start if a window may have been killed', async () => {
    const removed = [job('run', false), job('export', false)];
    list = [job('run'), job('run'), job('export'), job('scan'), job('scan'), ...removed];
    startCounter(true);
    await advance(500);
    assert.deepEqual(storedSummaries, [
      { resumable: { run: 2, export: 1, scan: 2 }, isOutdated: false },
    ]);
  });

  it('does not count at the start if the stored number is correct', async () => {
    startCounter(false);
    await advance(600_000);
    assert.equal(timesCounted, 0);
  });

  it('counts once for several changes, and pauses the runs of killed windows once', async () => {
    let settled = 0;
    settle = () => Promise.resolve(void (settled += 1));
    startCounter(false);
    for (let change = 0; change < 3; change++) changed.fire();
    await advance(500);
    assert.deepEqual([timesCounted, settled], [1, 1]);
    list = [job('run')];
    changed.fire();
    await advance(500);
    assert.deepEqual([timesCounted, settled], [2, 1]);
    assert.deepEqual(storedSummaries.at(-1), { resumable: { ...NONE, run: 1 }, isOutdated: false });
  });

  it('counts half a second after the first change, however often changes follow', async () => {
    startCounter(false);
    changed.fire();
    await advance(400);
    changed.fire();
    await advance(100);
    assert.equal(timesCounted, 1);
  });

  it('counts a change during a count soon, and still only once a minute after it', async () => {
    isAnyJobRunning = true;
    let end = (): void => undefined;
    settle = () => new Promise((resolve) => (end = resolve));
    const counter = startCounter(true);
    await advance(500);
    changed.fire();
    end();
    await advance(0);
    assert.equal(timesCounted, 1);
    await advance(500);
    assert.equal(timesCounted, 2);
    changed.fire();
    await advance(500);
    await advance(59_999);
    assert.equal(timesCounted, 3);
    counter.stop();
  });

  it('stores the newest number if a change comes during a slow count', async () => {
    const slow = Promise.withResolvers<void>();
    reading = slow.promise;
    startCounter(true);
    await advance(500);
    reading = Promise.resolve();
    list = [job('run')];
    changed.fire();
    await advance(500);
    slow.resolve();
    await advance(0);
    assert.deepEqual(storedSummaries.at(-1), { resumable: { ...NONE, run: 1 }, isOutdated: false });
  });

  it('pauses the runs of killed windows once if a change comes meanwhile', async () => {
    const ends: (() => void)[] = [];
    settle = () => new Promise((resolve) => ends.push(resolve));
    startCounter(true);
    await advance(500);
    changed.fire();
    await advance(500);
    for (const end of ends) end();
    await advance(0);
    assert.deepEqual([ends.length, timesCounted], [1, 2]);
  });

  it('counts every minute while a job is running, because its window may be killed', async () => {
    isAnyJobRunning = true;
    const counter = startCounter(true);
    await advance(500);
    assert.deepEqual(storedSummaries, [{ resumable: NONE, isOutdated: true }]);
    await advance(59_999);
    assert.equal(timesCounted, 1);
    [list, isAnyJobRunning] = [[job('scan')], false];
    await advance(1);
    assert.deepEqual(storedSummaries.at(-1), {
      resumable: { ...NONE, scan: 1 },
      isOutdated: false,
    });
    await advance(600_000);
    assert.equal(timesCounted, 2);
    counter.stop();
  });

  it('reports an error, and counts again with the next change', async () => {
    settle = () => Promise.reject(new Error('disk'));
    startCounter(true);
    await advance(500);
    assert.deepEqual(errors.map(String), ['Error: disk']);
    settle = () => Promise.resolve();
    changed.fire();
    await advance(500);
    assert.deepEqual(storedSummaries, [{ resumable: NONE, isOutdated: false }]);
  });

  it('leaves the count to the next window when it is stopped', async () => {
    let end = (): void => undefined;
    settle = () => new Promise((resolve) => (end = resolve));
    isAnyJobRunning = true;
    const counter = startCounter(true);
    await advance(500);
    counter.stop();
    end();
    changed.fire();
    await advance(600_000);
    assert.deepEqual(storedSummaries, []);
  });

  it('reports no error of a count that ends after it is stopped', async () => {
    let fail = (_error: Error): void => undefined;
    settle = () => new Promise((_resolve, reject) => (fail = reject));
    const counter = startCounter(true);
    await advance(500);
    counter.stop();
    fail(new Error('closed'));
    await advance(0);
    assert.deepEqual(errors, []);
  });
});
