import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';

import * as fc from 'fast-check';

import { Emitter } from '../../../src/base/ports.ts';
import { lazy, mapLimited, sleep } from '../../../src/base/promises.ts';
import { botIdClaim } from '../../../src/service/tokenText.ts';

describe('mapLimited', () => {
  it('runs every step once, and never more than the limit at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(30), fc.integer({ min: 1, max: 9 }), async (count, limit) => {
        const items = Array.from({ length: count }, (_, index) => index);
        const done: number[] = [];
        let running = 0;
        let maxRunning = 0;
        await mapLimited(items, limit, async (item) => {
          maxRunning = Math.max(maxRunning, ++running);
          await setImmediate();
          running--;
          done.push(item);
        });
        assert.deepEqual(
          done.toSorted((a, b) => a - b),
          items,
        );
        assert.equal(maxRunning, Math.min(count, limit));
      }),
      { numRuns: 50 },
    );
  });

  it('starts nothing after a failure, waits for running steps, and throws the first error', async () => {
    const gate = Promise.withResolvers<void>();
    const started: number[] = [];
    let slowEnded = false;
    const mapping = mapLimited([0, 1, 2, 3, 4], 2, async (item) => {
      started.push(item);
      if (item === 1) throw new Error('first');
      await gate.promise;
      slowEnded = true;
      throw new Error('second');
    });
    await setImmediate();
    gate.resolve();
    await assert.rejects(mapping, /first/);
    assert.ok(slowEnded);
    assert.deepEqual(started, [0, 1]);
  });
});

describe('sleep', () => {
  afterEach(() => mock.timers.reset());

  it('resolves after the time', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const events: string[] = [];
    const sleeping = sleep(60_000, new AbortController().signal).then(() =>
      events.push('resolved'),
    );
    mock.timers.tick(59_999);
    await setImmediate();
    events.push('last millisecond');
    mock.timers.tick(1);
    await sleeping;
    assert.deepEqual(events, ['last millisecond', 'resolved']);
  });

  it('rejects with the reason of the signal, before or while it waits', async () => {
    const reason = new Error('stopped');
    const controller = new AbortController();
    const sleeping = sleep(60_000, controller.signal);
    controller.abort(reason);
    await assert.rejects(sleeping, reason);
    await assert.rejects(sleep(60_000, controller.signal), reason);
  });
});

describe('lazy', () => {
  it('creates the value once, at the first call', async () => {
    let created = 0;
    const get = lazy(async () => {
      await setImmediate();
      return ++created;
    });
    assert.deepEqual([created, get.current], [0, undefined]);
    assert.deepEqual(await Promise.all([get(), get()]), [1, 1]);
    assert.deepEqual([await get(), get.current], [1, 1]);
  });

  it('does not cache a failure', async () => {
    let tries = 0;
    const get = lazy(() =>
      ++tries === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(7),
    );
    await assert.rejects(Promise.all([get(), get()]), /not yet/);
    assert.equal(get.current, undefined);
    assert.equal(await get(), 7);
  });

  it('rejects if the factory throws synchronously', async () => {
    const get = lazy<number>(() => {
      throw new Error('synchronous');
    });
    await assert.rejects(get(), /synchronous/);
  });
});

describe('Emitter', () => {
  it('notifies every listener until it is disposed', () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    const a = emitter.event((value) => heard.push(`a${value}`));
    emitter.event((value) => heard.push(`b${value}`));
    emitter.fire(1);
    a.dispose();
    a.dispose();
    emitter.fire(2);
    assert.deepEqual(heard, ['a1', 'b1', 'b2']);
  });

  it('notifies the other listeners when one throws, and rethrows its error', () => {
    const emitter = new Emitter<void>();
    let heard = 0;
    emitter.event(() => {
      throw new Error('broken');
    });
    emitter.event(() => heard++);
    assert.throws(() => emitter.fire(), /broken/);
    assert.equal(heard, 1);
  });

  it('allows a listener to add and remove listeners', () => {
    const emitter = new Emitter<void>();
    let heard = 0;
    const ownListener = emitter.event(() => {
      ownListener.dispose();
      emitter.event(() => heard++);
    });
    emitter.fire();
    assert.equal(heard, 0);
    emitter.fire();
    assert.equal(heard, 1);
  });
});

describe('botIdClaim', () => {
  const jwt = (claims: unknown): string =>
    `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;

  it('reads the bot ID from a token, even if the ID is not ASCII', () => {
    for (const botId of ['bot-1', '機器人', 'ÿþ>?>?>?'])
      assert.equal(botIdClaim(jwt({ botId })), botId);
  });

  it('returns undefined for anything else', () => {
    const tokens = ['', 'abc', 'a.b.c', 'a.b', '..', `${jwt({ botId: 'x' })}.more`, 'a.%%%.c'];
    for (const claims of [{}, { botId: 5 }, { botId: '' }, null, [], 'botId', { BotId: 'x' }]) {
      tokens.push(jwt(claims));
    }
    for (const token of tokens) assert.equal(botIdClaim(token), undefined, token);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }), (parts) => {
        assert.ok(['string', 'undefined'].includes(typeof botIdClaim(parts.join('.'))));
      }),
    );
  });
});
