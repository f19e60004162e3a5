import assert from 'node:assert/strict';
import type { Bot } from '../../../../src/base/model.ts';
import { type CatalogueChange, Emitter } from '../../../../src/base/ports.ts';
import { HAS_BOTS, HAS_JOURNAL, SUMMARY } from '../../../../src/base/manifest.ts';
import { StoredSummary } from '../../../../src/catalogue/ui/storedSummary.ts';
import { FakeMemento } from '../../fakeMemento.ts';

const NO_COUNTS = { run: 0, export: 0, scan: 0 };

/** Creates a fake of the list and the Journal of one window. */
function openList() {
  const bots: Bot[] = [];
  const changed = new Emitter<readonly CatalogueChange[]>();
  const [written, runsChanged] = [new Emitter<void>(), new Emitter<void>()];
  let isEmpty = true;
  return {
    catalogue: { bots: () => bots, onDidChange: changed.event },
    journal: {
      isEmpty: () => isEmpty,
      onDidChange: written.event,
      onDidChangeRuns: runsChanged.event,
    },
    problem: undefined,
    setBots: (count: number): void => {
      bots.length = 0;
      for (let index = 0; index < count; index++) bots.push({ key: `${index}` } as Bot);
      changed.fire([{ bot: '0' }]);
    },
    clear: (): void => {
      isEmpty = true;
      written.fire();
      runsChanged.fire();
    },
    write: (): void => {
      isEmpty = false;
      written.fire();
    },
  };
}

describe('StoredSummary', () => {
  let state: FakeMemento;
  let hasDatabaseFile: boolean;

  beforeEach(() => {
    state = new FakeMemento();
    hasDatabaseFile = false;
  });

  /**
   * Opens a new window.
   * @returns `keys`: its context keys; `setKeys`: the names of the keys, in the order in which they were set
   */
  function window() {
    const keys: Record<string, boolean> = {};
    const setKeys: string[] = [];
    const setContext = (key: string, value: boolean): void => {
      keys[key] = value;
      setKeys.push(key);
    };
    const hasDatabase = (): Promise<boolean> => Promise.resolve(hasDatabaseFile);
    return { keys, setKeys, summary: new StoredSummary(state, hasDatabase, setContext) };
  }

  it('sets the context keys of a new window before the list is opened', async () => {
    const first = window();
    const list = openList();
    first.summary.follow(list);
    assert.deepEqual(first.keys, { [HAS_BOTS]: false, [HAS_JOURNAL]: false });
    list.setBots(1);
    list.write();
    const { keys } = window();
    assert.deepEqual(keys, { [HAS_BOTS]: true, [HAS_JOURNAL]: true }, 'keys of a new window');
    list.setBots(0);
    assert.deepEqual(window().keys, { [HAS_BOTS]: false, [HAS_JOURNAL]: true });
    list.clear();
    assert.deepEqual(first.keys, { [HAS_BOTS]: false, [HAS_JOURNAL]: false }, 'Journal cleared');
    list.write();
    assert.deepEqual(first.keys, { [HAS_BOTS]: false, [HAS_JOURNAL]: true }, 'written again');
    assert.deepEqual(state.keys(), [SUMMARY]);
  });

  it('takes over the summary of another window, except for keys that the open list sets', () => {
    const [windowA, windowB] = [window(), window()];
    const list = openList();
    windowA.summary.follow(list);
    list.setBots(2);
    windowB.summary.read();
    assert.equal(windowB.keys[HAS_BOTS], true);
    windowB.summary.set({ resumable: { ...NO_COUNTS, run: 1 } });
    list.write();
    windowA.summary.read();
    assert.deepEqual(windowA.summary.resumable, { ...NO_COUNTS, run: 1 }, 'the counts are kept');
    void state.update(SUMMARY, { hasBots: false });
    windowA.summary.read();
    assert.equal(windowA.keys[HAS_BOTS], true);
  });

  it('estimates the keys from an older database, and is outdated until the Journal is counted', async () => {
    hasDatabaseFile = true;
    const { keys, summary } = window();
    await new Promise(setImmediate);
    assert.deepEqual(keys, { [HAS_BOTS]: true, [HAS_JOURNAL]: false });
    assert.ok(summary.isOutdated);
    const list = openList();
    list.setBots(1);
    summary.follow(list);
    assert.deepEqual(keys, { [HAS_BOTS]: true, [HAS_JOURNAL]: false });
    assert.ok(summary.isOutdated, 'the summary is outdated until the Journal is counted');
    list.setBots(0);
    assert.ok(!summary.isOutdated, 'without bots, nothing must be counted');
    assert.deepEqual(state.keys(), [SUMMARY]);
  });

  it('sets all keys to false in a new installation', async () => {
    const { keys, summary } = window();
    await new Promise(setImmediate);
    assert.deepEqual(keys, { [HAS_BOTS]: false, [HAS_JOURNAL]: false });
    assert.ok(!summary.isOutdated);
    assert.deepEqual(state.keys(), []);
  });

  it('shows a list in memory only in its own window', async () => {
    const first = openList();
    window().summary.follow(first);
    first.setBots(1);
    const { keys, summary } = window();
    // With a problem, the list is only in the memory of its window.
    const list = { ...openList(), problem: 'the disk is full' };
    summary.follow(list);
    assert.equal(keys[HAS_BOTS], false);
    summary.read();
    assert.equal(keys[HAS_BOTS], false);
    assert.equal(window().keys[HAS_BOTS], true);
  });

  it('has nothing to resume without a bot', () => {
    const { summary } = window();
    const list = openList();
    list.setBots(1);
    summary.follow(list);
    const resumable = { ...NO_COUNTS, export: 2 };
    summary.set({ resumable, isOutdated: true });
    assert.deepEqual(window().summary.resumable, resumable);
    list.setBots(0);
    assert.deepEqual([summary.resumable, summary.isOutdated], [NO_COUNTS, false]);
    summary.set({ resumable });
    assert.deepEqual(window().summary.resumable, NO_COUNTS);
  });

  it('sets a key only if its value changes, and emits only new counts', () => {
    const { setKeys, summary } = window();
    let counts = 0;
    summary.onDidCount(() => counts++);
    const list = openList();
    list.setBots(1);
    summary.follow(list);
    list.write();
    list.write();
    summary.read();
    assert.deepEqual([setKeys.length, counts], [4, 0], 'each key is set and then changed once');
    const change = { resumable: { ...NO_COUNTS, scan: 1 }, isOutdated: false };
    summary.set(change);
    summary.set({ ...change, isOutdated: true });
    assert.equal(counts, 1);
    list.setBots(0);
    assert.equal(counts, 2);
  });
});
