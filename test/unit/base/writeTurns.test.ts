import assert from 'node:assert/strict';

import { BusyError } from '../../../src/base/errors.ts';
import { WriteTurns } from '../../../src/base/promises.ts';

/** Database that the test locks and unlocks. */
class FakeDatabase {
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

  /** Waits until steps were tried this number of times in total. */
  async tried(times: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waits.set(times, resolve);
    await promise;
  }
}

describe('WriteTurns', () => {
  it('makes the first attempt immediately if nothing is waiting', async () => {
    const database = new FakeDatabase();
    database.isLocked = false;
    const turn = new WriteTurns().take(database.step('a'));
    assert.deepEqual(database.done, ['a']);
    assert.equal(await turn, 'a');
  });

  it('retries while the database is locked, in the order of the steps', async () => {
    const [database, turns] = [new FakeDatabase(), new WriteTurns()];
    const results = ['a', 'b', 'c'].map((name) => turns.take(database.step(name)));
    await database.tried(3);
    const lateStep = turns.take(database.step('d'));
    assert.deepEqual(database.done, []);
    database.isLocked = false;
    assert.deepEqual(await Promise.all([...results, lateStep]), ['a', 'b', 'c', 'd']);
    assert.deepEqual(database.done, ['a', 'b', 'c', 'd']);
  });

  it('gives up each step after its own timeout, and continues with the others', async () => {
    const [database, turns] = [new FakeDatabase(), new WriteTurns()];
    const longStep = turns.take(database.step('patient'), 60_000);
    const shortStep = turns.take(database.step('giving up'), 0);
    const last = turns.take(database.step('last'), 60_000);
    await assert.rejects(shortStep, (error) => error instanceof BusyError);
    database.isLocked = false;
    assert.deepEqual(await Promise.all([longStep, last]), ['patient', 'last']);
    assert.deepEqual(database.done, ['patient', 'last']);
  });

  it('passes on any other error immediately', async () => {
    const turns = new WriteTurns();
    const failing = turns.take(() => {
      throw new Error('the disk is full');
    });
    const next = turns.take(() => 'next');
    await assert.rejects(failing, /the disk is full/);
    assert.equal(await next, 'next');
  });

  it('allows a step to queue another step', async () => {
    const turns = new WriteTurns();
    const inner = Promise.withResolvers<string>();
    await turns.take(() => void turns.take(() => 'inner').then(inner.resolve));
    assert.equal(await inner.promise, 'inner');
  });
});
