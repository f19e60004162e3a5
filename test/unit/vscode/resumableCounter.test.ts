import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/async/emitter.ts';
import type { Resumable } from '../../../src/vscode/resume/resumables.ts';
import { ResumableCounter } from '../../../src/vscode/resume/resumableCounter.ts';

const job = (kind: Resumable['kind'], hasBot = true): Resumable => ({
  ...{ kind, id: kind, botLabel: 'Shop', hasBot, label: kind, progress: '', when: 1 },
});

describe('ResumableCounter', () => {
  let list: readonly Resumable[];
  let isAnyRunning: boolean;
  let settled: number;
  let shown: unknown[];
  let errors: unknown[];
  let changed: Emitter<void>;
  let written: (() => void) | undefined;

  beforeEach(() => {
    [list, isAnyRunning, settled, shown, errors] = [[], false, 0, [], []];
    changed = new Emitter();
  });

  function counter(isOutdated: boolean, settle?: () => Promise<void>): ResumableCounter {
    return new ResumableCounter({
      resumables: {
        look: () => Promise.resolve({ list, isAnyRunning }),
        onDidChange: changed.event,
      },
      summary: {
        isOutdated,
        set: (change) => {
          shown.push(change);
          if ('resumable' in change) written?.();
        },
      },
      settle: () => {
        settled += 1;
        return settle?.() ?? Promise.resolve();
      },
      onError: (error) => {
        errors.push(error);
        written?.();
      },
    });
  }

  const counted = (): Promise<void> => new Promise((resolve) => (written = resolve));

  it('counts the jobs of listed bots by kind, at the start when a window may have been killed', async () => {
    const removed = [job('run', false), job('export', false)];
    list = [job('run'), job('refactor'), job('export'), job('scan'), job('scan'), ...removed];
    counter(true);
    await counted();
    assert.deepEqual(shown, [{ resumable: { run: 2, export: 1, scan: 2 }, isOutdated: false }]);
  });

  it('counts nothing at the start when the kept number is right', () => {
    counter(false);
    assert.deepEqual(shown, []);
  });

  it('counts several changes once, and settles killed runs once', async () => {
    counter(false);
    isAnyRunning = true;
    for (let change = 0; change < 3; change++) changed.fire();
    await counted();
    const none = { run: 0, export: 0, scan: 0 };
    assert.deepEqual(shown, [{ resumable: none, isOutdated: true }]);
    list = [job('run')];
    changed.fire();
    await counted();
    assert.deepEqual(shown.at(-1), { resumable: { ...none, run: 1 }, isOutdated: true });
    assert.equal(settled, 1);
  });

  it('reports an error, and counts with the next change', async () => {
    let isFailing = true;
    counter(true, () => (isFailing ? Promise.reject(new Error('disk')) : Promise.resolve()));
    await counted();
    assert.equal(String(errors[0]), 'Error: disk');
    isFailing = false;
    changed.fire();
    await counted();
    assert.deepEqual(shown.at(-1), {
      ...{ resumable: { run: 0, export: 0, scan: 0 }, isOutdated: false },
    });
  });

  it('leaves the count to the next window when it is stopped', async () => {
    let one: ResumableCounter | undefined;
    let end = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      const settle = (): Promise<void> => {
        resolve();
        return new Promise((ended) => (end = ended));
      };
      one = counter(true, settle);
    });
    await begun;
    one?.stop();
    end();
    changed.fire();
    await new Promise(setImmediate);
    assert.deepEqual(shown, []);
  });
});
