import assert from 'node:assert/strict';
import { attaches, LIMIT_MS, LOST, OK, reasonOf, refused, ScriptedRun } from './scriptedRun.ts';

describe('core: a run', () => {
  it('sends each once, at most so many at a time, each committed before', async () => {
    const run = new ScriptedRun(attaches(1000));
    const end = await run.run();
    assert.deepEqual(end, {
      kind: 'done',
      counts: { total: 1000, done: 1000, failed: 0, unknown: 0, skipped: 0, waiting: 0 },
    });
    assert.deepEqual(
      run.sent,
      Array.from({ length: 1000 }, (_, at) => at),
    );
    assert.deepEqual(run.tally(), { done: 1000 });
    assert.equal(run.most, 4);
  });

  it('asks for what was lost, and sends again what does not stand', async () => {
    const run = new ScriptedRun(attaches(40));
    run.reply = (index, times) => {
      if (index === 3) return { error: LOST, carried: true };
      return index === 5 && times === 1 ? { error: LOST } : OK;
    };
    const end = await run.run();
    assert.equal(reasonOf(end), 'done');
    assert.deepEqual(run.tally(), { done: 40 });
    assert.deepEqual([run.times(3), run.times(5), run.carried.get(3)], [1, 2, 1]);
    for (const { index, time } of run.asked) {
      assert.ok(time >= (run.sentAt.get(index)?.[0] ?? 0) + LIMIT_MS);
    }
  });

  it('keeps the words of a refusal, without the user', async () => {
    const run = new ScriptedRun(attaches(40));
    run.reply = (index) => (index === 7 ? { error: refused(400, 'USER-7 is blocked') } : OK);
    await run.run();
    assert.deepEqual(run.states.get(7), { state: 'failed', words: '… is blocked' });
    assert.equal(run.times(7), 1);
  });
});
