import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { type Watched, watchOf } from '../../../../src/service/transport/undiciTransport.ts';

interface Entry extends Watched {
  readonly heard: string[];
}

function entry(inMs: number, onHeard: (one: Entry) => void = () => undefined): Entry {
  const heard: string[] = [];
  const hear = (what: string): void => {
    heard.push(what);
    onHeard(one);
  };
  const one: Entry = {
    place: 0,
    deadline: performance.now() + inMs,
    heard,
    onAbort: (reason) => hear(`aborted: ${String(reason)}`),
    onLate: () => hear('late'),
  };
  return one;
}

const timers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('http: the watch of a signal', () => {
  const FAR = 3_600_000;

  it('has one listener and one timer for all, and none when all have ended', () => {
    const before = timers();
    const { signal } = new AbortController();
    const watch = watchOf(signal);
    assert.equal(watchOf(signal), watch);
    const all = Array.from({ length: 9 }, (_, number) => entry(FAR - number * 1_000));
    for (const one of all) watch.add(one);
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    assert.equal(timers(), before + 1);
    for (const one of [4, 0, 8, 1, 7, 2, 6, 3, 5].map((place) => all[place])) {
      assert.ok(one);
      watch.remove(one);
    }
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    assert.equal(timers(), before);
  });

  it('tells all that are left of the abort, whatever they remove meanwhile', () => {
    const stop = new AbortController();
    const watch = watchOf(stop.signal);
    const all = Array.from({ length: 5 }, () => entry(FAR, (one) => watch.remove(one)));
    for (const one of all) watch.add(one);
    const [first, , third] = all;
    assert.ok(first && third);
    watch.remove(third);
    watch.remove(first);
    stop.abort('enough');
    assert.deepEqual(
      all.map(({ heard }) => heard.join()),
      ['', 'aborted: enough', '', 'aborted: enough', 'aborted: enough'],
    );
    assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
  });

  it('tells each of its own deadline, in the order of the deadlines', async () => {
    const watch = watchOf(new AbortController().signal);
    const order: number[] = [];
    const ended = Promise.withResolvers<void>();
    const limits = [40, 5, 20];
    const all = limits.map((ms) =>
      entry(ms, (one) => {
        assert.ok(one.deadline <= performance.now());
        order.push(ms);
        watch.remove(one);
        if (order.length === limits.length) ended.resolve();
      }),
    );
    const far = entry(FAR);
    for (const one of [far, ...all]) watch.add(one);
    await ended.promise;
    assert.deepEqual(order, [5, 20, 40]);
    assert.deepEqual(far.heard, []);
    watch.remove(far);
  });

  it('takes a deadline that is over already without a warning', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', onWarning);
    try {
      const watch = watchOf(new AbortController().signal);
      const told = Promise.withResolvers<void>();
      const one = entry(-5, () => {
        watch.remove(one);
        told.resolve();
      });
      watch.add(one);
      await told.promise;
      assert.deepEqual(one.heard, ['late']);
      assert.deepEqual(warnings, []);
    } finally {
      process.off('warning', onWarning);
    }
  });
});
