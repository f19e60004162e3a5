import assert from 'node:assert/strict';

import { BusyError } from '../../../src/base/errors.ts';
import { WriteTurns } from '../../../src/catalogue/writeTurns.ts';

/** A database of which others say when it is locked. */
class Lock {
  isLocked = true;
  readonly done: string[] = [];
  #tries = 0;
  readonly #waits = new Map<number, () => void>();

  readonly step = (name: string) => (): string => {
    this.#waits.get(++this.#tries)?.();
    if (this.isLocked) throw new BusyError();
    this.done.push(name);
    return name;
  };

  async tried(times: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waits.set(times, resolve);
    await promise;
  }
}

describe('core: WriteTurns', () => {
  it('makes the first try at once when nothing waits', async () => {
    const lock = new Lock();
    lock.isLocked = false;
    const turn = new WriteTurns().take(lock.step('a'));
    assert.deepEqual(lock.done, ['a']);
    assert.equal(await turn, 'a');
  });

  it('tries again while it is locked, in the order in which the steps came', async () => {
    const [lock, turns] = [new Lock(), new WriteTurns()];
    const results = ['a', 'b', 'c'].map((name) => turns.take(lock.step(name)));
    await lock.tried(3);
    const late = turns.take(lock.step('d'));
    assert.deepEqual(lock.done, []);
    lock.isLocked = false;
    assert.deepEqual(await Promise.all([...results, late]), ['a', 'b', 'c', 'd']);
    assert.deepEqual(lock.done, ['a', 'b', 'c', 'd']);
  });

  it('gives up each step when its own patience is over, and goes on with the others', async () => {
    const [lock, turns] = [new Lock(), new WriteTurns()];
    const patient = turns.take(lock.step('patient'), 60_000);
    const giving = turns.take(lock.step('giving up'), 0);
    const last = turns.take(lock.step('last'), 60_000);
    await assert.rejects(giving, (error) => BusyError.is(error));
    lock.isLocked = false;
    assert.deepEqual(await Promise.all([patient, last]), ['patient', 'last']);
    assert.deepEqual(lock.done, ['patient', 'last']);
  });

  it('passes on at once whatever else a step throws', async () => {
    const turns = new WriteTurns();
    const failing = turns.take(() => {
      throw new Error('the disk is full');
    });
    const next = turns.take(() => 'next');
    await assert.rejects(failing, /the disk is full/);
    assert.equal(await next, 'next');
  });

  it('lets a step take another turn', async () => {
    const turns = new WriteTurns();
    const inner = Promise.withResolvers<string>();
    await turns.take(() => void turns.take(() => 'inner').then(inner.resolve));
    assert.equal(await inner.promise, 'inner');
  });
});
