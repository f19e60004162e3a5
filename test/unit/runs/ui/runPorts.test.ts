import assert from 'node:assert/strict';
import { KnownTags } from '../../../../src/service/userMemory.ts';
import { ServiceError } from '../../../../src/base/errors.ts';
import { TAG } from '../../../../src/base/model.ts';
import type { Operation } from '../../../../src/base/operation.ts';
import { runPorts } from '../../../../src/runs/ui/runPorts.ts';
import { BOT, FakeClock, fakeService } from '../../base/fakes.ts';
import { SIGNAL, USER } from '../../service/client.ts';

const ATTACH: Operation = { kind: 'attach', tagId: 'there', user: USER, line: 1 };
const DETACH: Operation = { ...ATTACH, kind: 'detach' };
const DELETE: Operation = { kind: 'delete', itemId: 'gone', line: 1 };

const failure = (httpStatus: number) =>
  new ServiceError(
    'getItem',
    { kind: 'failure', httpStatus, errorCode: httpStatus, errorMessage: '' },
    'refused',
  );

/** Creates ports over a service with the tag `there`, also on the user, and without `gone`. */
function portsOf(settings: Readonly<Record<string, number>> = {}, error?: Error) {
  const calls: string[] = [];
  const knownTags = new KnownTags(new FakeClock(), () => undefined);
  const write = async (call: string): Promise<void> => {
    calls.push(call);
    if (error !== undefined) throw error;
  };
  const ports = runPorts({
    bot: BOT,
    known: knownTags,
    items: { delete: async () => {}, typeOf: () => TAG },
    readSetting: ((key: string) => settings[key]) as Parameters<typeof runPorts>[0]['readSetting'],
    service: fakeService({
      attachTag: (tagId) => write(`attach ${tagId}`),
      detachTag: (tagId) => write(`detach ${tagId}`),
      listUserTags: async () => [{ tags: [{ id: 'there', name: '' }] }],
      getItem: async (id) => {
        if (id === 'gone') throw failure(404);
        if (id === 'broken') throw failure(500);
        return { id, name: '', type: 0, botId: BOT.botId };
      },
    }),
  });
  return { ports, known: knownTags, calls };
}

describe('runPorts', () => {
  it('sends four requests at the same time, with the time limit from the settings', () => {
    const { ports } = portsOf({ 'botTags.network.timeout': 30 });
    assert.equal(ports.concurrency, 4);
    assert.equal(ports.timeLimitMs(), 30_000);
  });

  it('attaches and detaches, and remembers whether the tag is on the user', async () => {
    const { ports, known, calls } = portsOf();
    await ports.perform(ATTACH, SIGNAL);
    assert.equal(known.isAttached(BOT.key, USER, 'there'), true);
    await ports.perform(DETACH, SIGNAL);
    assert.equal(known.isAttached(BOT.key, USER, 'there'), false);
    assert.deepEqual(calls, ['attach there', 'detach there']);
  });

  it('no longer knows whether a tag is on the user after a lost answer, unless nothing was sent', async () => {
    for (const [outcome, expected] of [
      ['unknown', undefined],
      ['not-sent', true],
    ] as const) {
      const error = new ServiceError('detachTag', { kind: 'lost', detail: '' }, outcome);
      const { ports, known } = portsOf({}, error);
      known.storeWritten(BOT.key, USER, 'there', true);
      await assert.rejects(ports.perform(DETACH, SIGNAL), error);
      assert.equal(known.isAttached(BOT.key, USER, 'there'), expected, outcome);
    }
  });

  it('checks with the service whether an operation was carried out', async () => {
    const { ports } = portsOf();
    for (const [operation, expected] of [
      [ATTACH, true],
      [DETACH, false],
      [{ ...ATTACH, tagId: 'gone' }, false],
      [{ ...DETACH, tagId: 'gone' }, true],
      [DELETE, true],
      [{ ...DELETE, itemId: 'there' }, false],
    ] as const) {
      assert.equal(
        await ports.isApplied(operation, SIGNAL, { isCheck: true }),
        expected,
        JSON.stringify(operation),
      );
    }
    await assert.rejects(
      ports.isApplied({ ...DELETE, itemId: 'broken' }, SIGNAL, { isCheck: true }),
      ServiceError,
    );
  });

  it('checks whether a tag is gone, but never for an item to delete', async () => {
    const { ports } = portsOf();
    assert.equal(await ports.isTagGone?.({ ...ATTACH, tagId: 'gone' }, SIGNAL), true);
    assert.equal(await ports.isTagGone?.(ATTACH, SIGNAL), false);
    assert.equal(await ports.isTagGone?.(DELETE, SIGNAL), false);
  });
});
