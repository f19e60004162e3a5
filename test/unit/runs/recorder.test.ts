import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { lockBot, unlockBot } from '../../../src/catalogue/botChanges.ts';
import { Cancelled, ServiceError } from '../../../src/base/errors.ts';
import type { WriteRecord } from '../../../src/catalogue/journal.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import { filesWith } from '../../support/filesWith.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { openSandboxClient, SIGNAL } from '../service/client.ts';
import { BOT, fakeService, folderOf, itemOf } from '../base/fakes.ts';
import { putItem } from '../base/put.ts';
import { CANARY, openRecorder } from './recording.ts';

const DAY = 86_400_000;
const VIP = 'tag--PTfLM4wQ';

/** Returns the fields of a record that the tests compare. */
function plainOf(write: WriteRecord | undefined): Partial<WriteRecord> {
  assert.ok(write);
  const {
    id: _id,
    botLabel: _label,
    bot: _bot,
    undoneBy: _undone,
    time: _time,
    ...comparedFields
  } = write;
  return comparedFields;
}

/** Creates a service on which each attach fails with this error. */
function failingService(failure: unknown): BotService {
  return fakeService({
    attachTag: async () => {
      throw failure;
    },
  });
}

function refusal(errorMessage: string, outcome: 'refused' | 'unknown' = 'refused'): ServiceError {
  const problem = { kind: 'failure', httpStatus: 400, errorMessage, errorCode: 1 } as const;
  return new ServiceError('attachTag', problem, outcome);
}

describe('Recorder', () => {
  afterEach(cleanUp);

  it('records each write before it is sent, and its result when it has ended', async () => {
    const { service: sandboxService, sandbox } = await openSandboxClient();
    const recordsWhenSent: unknown[] = [];
    const { service, catalogue, latest, state, journal } = await openRecorder({
      ...fakeService({}),
      createItem: (item, signal) => {
        recordsWhenSent.push([latest()?.kind, latest()?.result]);
        return sandboxService.createItem(item, signal);
      },
      deleteItem: (id, signal) => {
        recordsWhenSent.push([latest()?.kind, latest()?.result]);
        return sandboxService.deleteItem(id, signal);
      },
      attachTag: (id, user, signal) => {
        recordsWhenSent.push([latest()?.kind, latest()?.result]);
        return sandboxService.attachTag(id, user, signal);
      },
      detachTag: (id, user, signal) => {
        recordsWhenSent.push([latest()?.kind, latest()?.result]);
        return sandboxService.detachTag(id, user, signal);
      },
    });
    putItem(catalogue, itemOf(VIP, { name: 'VIP', parentId: null }));
    const doneWrite = { user: null, result: 'done', errorText: null } as const;
    const vip = { itemId: VIP, itemName: 'VIP', itemType: 0, parentId: null };

    state.isAttached = false;
    await service.attachTag(VIP, CANARY, SIGNAL);
    assert.deepEqual(plainOf(latest()), { kind: 'attach', ...vip, hasEffect: true, ...doneWrite });
    state.isAttached = true;
    await service.detachTag(VIP, CANARY, SIGNAL);
    assert.deepEqual(plainOf(latest()), { kind: 'detach', ...vip, hasEffect: true, ...doneWrite });
    const item = { name: 'New', type: 1, botId: sandbox.botId };
    const id = await service.createItem(item, SIGNAL);
    const created = { itemId: id, itemName: 'New', itemType: 1, parentId: null };
    assert.deepEqual(plainOf(latest()), {
      kind: 'create',
      ...created,
      hasEffect: true,
      ...doneWrite,
    });
    putItem(catalogue, folderOf(id, { name: 'Named', parentId: null }));
    await service.deleteItem(id, SIGNAL);
    const deletedItem = { ...created, itemName: 'Named' };
    assert.deepEqual(plainOf(latest()), {
      kind: 'delete',
      ...deletedItem,
      hasEffect: true,
      ...doneWrite,
    });
    assert.deepEqual(recordsWhenSent, [
      ...[
        ['attach', 'sent'],
        ['detach', 'sent'],
      ],
      ...[
        ['create', 'sent'],
        ['delete', 'sent'],
      ],
    ]);
    assert.equal(journal.countWrites(), 4);
  });

  it('records a write as a change only if the previous state is known and differs', async () => {
    const tagCalls = { attachTag: () => Promise.resolve(), detachTag: () => Promise.resolve() };
    const { service, latest, state } = await openRecorder(fakeService(tagCalls));
    const changes: unknown[] = [];
    for (const isAttached of [true, false, undefined]) {
      for (const call of ['attachTag', 'detachTag'] as const) {
        state.isAttached = isAttached;
        await service[call]('t', CANARY, SIGNAL);
        changes.push([isAttached, call, latest()?.hasEffect]);
      }
    }
    assert.deepEqual(changes, [
      [true, 'attachTag', false],
      [true, 'detachTag', true],
      [false, 'attachTag', true],
      [false, 'detachTag', false],
      [undefined, 'attachTag', false],
      [undefined, 'detachTag', false],
    ]);
  });

  const ends = {
    'a refusal': [refusal(`no such user: ${CANARY.rawUid}`), 'failed', 'no such user: …'],
    'a lost answer': [
      new ServiceError('attachTag', { kind: 'timeout', limitMs: 5 }, 'unknown'),
      ...(['unknown', 'no complete response within 5 ms'] as const),
    ],
    'a request that could not be sent': [
      new ServiceError('attachTag', { kind: 'token-missing' }, 'not-sent'),
      ...(['failed', 'the bot has no token; enter one first'] as const),
    ],
    'a canceled wait': [new Cancelled('cancelled'), 'failed', 'cancelled'],
    'a programming error': [new TypeError('a fault'), 'unknown', 'a fault'],
  } as const;
  for (const [name, [error, result, errorText]] of Object.entries(ends)) {
    it(`records the result after ${name}, and throws the same error`, async () => {
      const { service, latest } = await openRecorder(failingService(error));
      const sent = service.attachTag('t', CANARY, SIGNAL);
      await assert.rejects(sent, (thrown) => thrown === error);
      assert.deepEqual([latest()?.result, latest()?.errorText], [result, errorText]);
    });
  }

  it('does not send a write that it cannot record, and reports this', async () => {
    let sentCount = 0;
    const attachTag = () => Promise.resolve(void sentCount++);
    const { service, file } = await openRecorder(fakeService({ attachTag }));
    const other = new DatabaseSync(file);
    onCleanup(() => other.close());
    other.exec(
      "CREATE TRIGGER full BEFORE INSERT ON single_write BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END",
    );
    await assert.rejects(service.attachTag('t', CANARY, SIGNAL), (error) => {
      assert.ok(error instanceof ServiceError);
      assert.deepEqual([error.problem.kind, error.outcome], ['not-recorded', 'not-sent']);
      assert.equal(error.bot, BOT.key);
      return /the disk is full/.test(error.message);
    });
    assert.equal(sentCount, 0);
    other.exec('DROP TRIGGER full');
    await service.attachTag('t', CANARY, SIGNAL);
    assert.equal(sentCount, 1);
  });

  it('waits for a database that is briefly locked', async () => {
    const { service, file, latest } = await openRecorder(
      fakeService({ attachTag: () => Promise.resolve() }),
    );
    const other = new DatabaseSync(file);
    onCleanup(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const sending = service.attachTag('t', CANARY, SIGNAL);
    setTimeout(() => other.exec('COMMIT'), 10);
    await sending;
    assert.equal(latest()?.result, 'done');
  });

  it('does not fail a write whose result it cannot record', async () => {
    const service = fakeService({
      attachTag: () => {
        other.exec(
          "CREATE TRIGGER full BEFORE UPDATE ON single_write BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END",
        );
        return Promise.resolve();
      },
    });
    const recorder = await openRecorder(service);
    const other = new DatabaseSync(recorder.file);
    onCleanup(() => other.close());
    await recorder.service.attachTag('t', CANARY, SIGNAL);
    assert.equal(recorder.latest()?.result, 'sent');
    assert.match(recorder.lines.join('\n'), /not in the Journal: .*the disk is full/);
  });

  it('records and sends nothing for a read-only bot', async () => {
    let sentCount = 0;
    // This service does not refuse writes to a read-only bot, so only the check of the recorder does.
    const attachTag = async () => void sentCount++;
    const { service, catalogue, journal } = await openRecorder(fakeService({ attachTag }));
    lockBot(catalogue, BOT.key);
    await assert.rejects(service.attachTag('t', CANARY, SIGNAL), (error) => {
      assert.ok(ServiceError.isReadOnly(error));
      assert.deepEqual(
        [error.endpoint, error.bot, error.outcome],
        ['attachTag', BOT.key, 'not-sent'],
      );
      return true;
    });
    assert.deepEqual([sentCount, journal.countWrites()], [0, 0]);
    unlockBot(catalogue, BOT.key, []);
    await service.attachTag('t', CANARY, SIGNAL);
    assert.equal(journal.countWrites(), 1);
  });

  it('knows the user only in this window if users are not to be stored', async () => {
    const { service, file, latest, recorder, lines } = await openRecorder(
      failingService(refusal(`U-canary ${JSON.stringify(CANARY)} ${CANARY.rawUid}`)),
    );
    await service.attachTag('t', CANARY, SIGNAL).catch(() => undefined);
    const write = latest();
    assert.ok(write);
    assert.deepEqual(recorder.userOf(write), CANARY);
    assert.equal(write.user, null);
    for (const spelling of [CANARY.rawUid ?? '', encodeURIComponent(CANARY.rawUid ?? '')]) {
      assert.deepEqual(await filesWith(dirname(file), spelling), []);
      assert.ok(!lines.join('\n').includes(spelling));
    }
    recorder.clearUsers();
    assert.equal(recorder.userOf(write), null);
  });

  it('keeps users as long as the setting says, and erases them when the setting changes', async () => {
    const plainService = fakeService({ attachTag: () => Promise.resolve() });
    const { service, file, latest, state, clock, recorder } = await openRecorder(plainService);
    clock.time = 100 * DAY;
    state.keepDays = 30;
    await service.attachTag('t', CANARY, SIGNAL);
    assert.deepEqual(latest()?.user, CANARY);

    const laterWindow = await openRecorder(plainService, file);
    laterWindow.state.keepDays = 30;
    laterWindow.clock.time = 130 * DAY;
    await laterWindow.service.attachTag('u', CANARY, SIGNAL);
    assert.deepEqual(
      laterWindow.journal.writes(9).map(({ user }) => user),
      [CANARY, CANARY],
    );

    const latestWindow = await openRecorder(plainService, file);
    latestWindow.state.keepDays = 30;
    latestWindow.clock.time = 131 * DAY;
    await latestWindow.service.attachTag('v', CANARY, SIGNAL);
    assert.deepEqual(
      latestWindow.journal.writes(9).map(({ user }) => user),
      [CANARY, CANARY, null],
    );
    state.keepDays = 0;
    await recorder.deleteOldUserIds();
    assert.deepEqual(await filesWith(dirname(file), 'U-canary'), []);
  });

  it('does not store a user whom the setting erased while the write was running', async () => {
    const attachTag = async () => {
      recording.state.keepDays = 0;
      await recording.recorder.deleteOldUserIds();
    };
    const recording = await openRecorder(fakeService({ attachTag }));
    recording.state.keepDays = 30;
    await recording.service.attachTag('t', CANARY, SIGNAL);
    assert.deepEqual([recording.latest()?.result, recording.latest()?.user], ['done', null]);
    assert.deepEqual(await filesWith(dirname(recording.file), 'U-canary'), []);
  });

  it('erases users in a window that stays open for weeks', async () => {
    const attachTag = () => Promise.resolve();
    const { service, state, clock, journal } = await openRecorder(fakeService({ attachTag }));
    clock.time = 100 * DAY;
    state.keepDays = 7;
    await service.attachTag('t', CANARY, SIGNAL);
    clock.time = 108 * DAY;
    await service.attachTag('u', CANARY, SIGNAL);
    assert.deepEqual(
      journal.writes(9).map(({ user }) => user),
      [CANARY, null],
    );
  });
});
