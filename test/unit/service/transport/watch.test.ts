import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { type Watched, watchOf } from '../../../../src/service/transport/undiciTransport.ts';

/** Request that a watch notifies when the watch's signal is aborted, and when the request's deadline is over. */
interface Entry extends Watched {
  /** Events of the entry so far. */
  readonly events: string[];
}

/** Creates an entry whose deadline is in `inMs` ms. `onEvent` is called for each event of the entry. */
function entryWithDeadline(inMs: number, onEvent: (entry: Entry) => void = () => undefined): Entry {
  const events: string[] = [];
  const addEvent = (event: string): void => {
    events.push(event);
    onEvent(created);
  };
  const created: Entry = {
    index: 0,
    deadline: performance.now() + inMs,
    events,
    onAbort: (reason) => addEvent(`aborted: ${String(reason)}`),
    onLate: () => addEvent('late'),
  };
  return created;
}

const timerCount = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('watchOf', () => {
  /** Time until a deadline that no test reaches, in ms. */
  const FAR = 3_600_000;

  it('has one listener and one timer for all entries, and none after they are removed', () => {
    const before = timerCount();
    const { signal } = new AbortController();
    const watch = watchOf(signal);
    assert.equal(watchOf(signal), watch);
    const entries = Array.from({ length: 9 }, (_, number) =>
      entryWithDeadline(FAR - number * 1_000),
    );
    for (const item of entries) watch.add(item);
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    assert.equal(timerCount(), before + 1);
    for (const item of [4, 0, 8, 1, 7, 2, 6, 3, 5].map((index) => entries[index])) {
      assert.ok(item);
      watch.remove(item);
    }
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    assert.equal(timerCount(), before);
  });

  it('notifies all remaining entries of the abort, although each then removes itself', () => {
    const stop = new AbortController();
    const watch = watchOf(stop.signal);
    const entries = Array.from({ length: 5 }, () =>
      entryWithDeadline(FAR, (item) => watch.remove(item)),
    );
    for (const item of entries) watch.add(item);
    const [first, , third] = entries;
    assert.ok(first && third);
    watch.remove(third);
    watch.remove(first);
    stop.abort('enough');
    assert.deepEqual(
      entries.map(({ events }) => events.join()),
      ['', 'aborted: enough', '', 'aborted: enough', 'aborted: enough'],
    );
    assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
  });

  it('notifies each entry of its own deadline, in the order of the deadlines', async () => {
    const watch = watchOf(new AbortController().signal);
    const order: number[] = [];
    const ended = Promise.withResolvers<void>();
    const limits = [40, 5, 20];
    const entries = limits.map((ms) =>
      entryWithDeadline(ms, (item) => {
        assert.ok(item.deadline <= performance.now());
        order.push(ms);
        watch.remove(item);
        if (order.length === limits.length) ended.resolve();
      }),
    );
    const far = entryWithDeadline(FAR);
    for (const item of [far, ...entries]) watch.add(item);
    await ended.promise;
    assert.deepEqual(order, [5, 20, 40]);
    assert.deepEqual(far.events, []);
    watch.remove(far);
  });

  it('accepts a past deadline without a warning', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', onWarning);
    try {
      const watch = watchOf(new AbortController().signal);
      const notified = Promise.withResolvers<void>();
      const item = entryWithDeadline(-5, () => {
        watch.remove(item);
        notified.resolve();
      });
      watch.add(item);
      await notified.promise;
      assert.deepEqual(item.events, ['late']);
      assert.deepEqual(warnings, []);
    } finally {
      process.off('warning', onWarning);
    }
  });
});
