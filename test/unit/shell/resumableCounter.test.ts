import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '../../../src/base/emitter.ts';
import type * as resumables from '../../../src/shell/resumables.ts';
import { withVscodeTexts } from '../vscodeTexts.ts';

const { ResumableCounter } = await withVscodeTexts(
  () => import('../../../src/shell/resumables.ts'),
);

const NONE = { run: 0, export: 0, scan: 0 };

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
  let isAnyRunning: boolean;
  let counts: number;
  let shown: unknown[];
  let errors: unknown[];
  let changed: Emitter<void>;
  let settle: () => Promise<void>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    [list, isAnyRunning, counts, shown, errors] = [[], false, 0, [], []];
    changed = new Emitter();
    settle = () => Promise.resolve();
  });

  afterEach(() => mock.timers.reset());

  function startCounter(isOutdated: boolean): resumables.ResumableCounter {
    return new ResumableCounter({
      resumables: {
        listWithState: () => {
          counts += 1;
          return Promise.resolve({ list, isAnyRunning });
        },
        onDidChange: changed.event,
      },
      summary: { isOutdated, set: (change) => void shown.push(change) },
      runs: { pauseAbandoned: () => settle() },
      errors: { show: async (error) => void errors.push(error) },
    });
  }

  /** Advances the time, and waits until started work completes. */
  async function pass(ms: number): Promise<void> {
    mock.timers.tick(ms);
    await new Promise(setImmediate);
  }

  it('counts the jobs of listed bots by kind at the start if a window may have been killed', async () => {
    const removed = [job('run', false), job('export', false)];
    list = [job('run'), job('run'), job('export'), job('scan'), job('scan'), ...removed];
    startCounter(true);
    await pass(500);
    assert.deepEqual(shown, [{ resumable: { run: 2, export: 1, scan: 2 }, isOutdated: false }]);
  });

  it('does not count at the start if the stored number is correct', async () => {
    startCounter(false);
    await pass(600_000);
    assert.equal(counts, 0);
  });

  it('counts once for several changes, and settles killed runs once', async () => {
    let settled = 0;
    settle = () => Promise.resolve(void (settled += 1));
    startCounter(false);
    for (let change = 0; change < 3; change++) changed.fire();
    await pass(500);
    assert.deepEqual([counts, settled], [1, 1]);
    list = [job('run')];
    changed.fire();
    await pass(500);
    assert.deepEqual([counts, settled], [2, 1]);
    assert.deepEqual(shown.at(-1), { resumable: { ...NONE, run: 1 }, isOutdated: false });
  });

  it('counts every minute while a job is running, because its window may be killed', async () => {
    isAnyRunning = true;
    const counter = startCounter(true);
    await pass(500);
    assert.deepEqual(shown, [{ resumable: NONE, isOutdated: true }]);
    await pass(59_999);
    assert.equal(counts, 1);
    [list, isAnyRunning] = [[job('scan')], false];
    await pass(1);
    assert.deepEqual(shown.at(-1), { resumable: { ...NONE, scan: 1 }, isOutdated: false });
    await pass(600_000);
    assert.equal(counts, 2);
    counter.stop();
  });

  it('reports an error, and counts again with the next change', async () => {
    settle = () => Promise.reject(new Error('disk'));
    startCounter(true);
    await pass(500);
    assert.deepEqual(errors.map(String), ['Error: disk']);
    settle = () => Promise.resolve();
    changed.fire();
    await pass(500);
    assert.deepEqual(shown, [{ resumable: NONE, isOutdated: false }]);
  });

  it('leaves the count to the next window when it is stopped', async () => {
    let end = (): void => undefined;
    settle = () => new Promise((resolve) => (end = resolve));
    isAnyRunning = true;
    const counter = startCounter(true);
    await pass(500);
    counter.stop();
    end();
    changed.fire();
    await pass(600_000);
    assert.deepEqual(shown, []);
  });
});
