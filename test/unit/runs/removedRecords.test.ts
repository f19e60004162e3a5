import assert from 'node:assert/strict';
import { dirname } from 'node:path';

import { ServiceError } from '../../../src/base/errors.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import { filesWith } from '../../support/filesWith.ts';
import { cleanUp } from '../cleanup.ts';
import { SIGNAL } from '../service/client.ts';
import { openWindow } from '../catalogue/store/database.ts';
import { fakeService } from '../base/fakes.ts';
import { CANARY, openRecorder } from './recording.ts';

/** Start of the user ID of `CANARY`, without the characters that may be escaped in files. */
const CANARY_START = String(CANARY.rawUid).slice(0, 8);

describe('Recorder: another window removes all data', () => {
  afterEach(cleanUp);

  const openTwoWindows = async (attachTag: BotService['attachTag']) => {
    const recording = await openRecorder(fakeService({ attachTag }));
    // Without days to keep users, no record would contain a user.
    recording.state.keepDays = 30;
    const other = await openWindow(recording.file);
    const removeAll = (): void => {
      other.journal.eraseAll();
      other.catalogue.eraseAll();
      other.catalogue.compact();
    };
    return { ...recording, removeAll };
  };

  it('leaves no record of a write that ends after the removal', async () => {
    const { service, file, journal, removeAll } = await openTwoWindows(async () => {
      assert.notDeepEqual(await filesWith(dirname(file), CANARY_START), []);
      removeAll();
    });
    await service.attachTag('t', CANARY, SIGNAL);
    assert.equal(journal.isEmpty(), true);
    assert.deepEqual(await filesWith(dirname(file), CANARY_START), []);
  });

  it('sends and records no write that begins after the removal', async () => {
    let sentCount = 0;
    const { service, file, journal, removeAll } = await openTwoWindows(
      async () => void sentCount++,
    );
    removeAll();
    await assert.rejects(service.attachTag('t', CANARY, SIGNAL), (error) => {
      assert.ok(error instanceof ServiceError);
      assert.deepEqual([error.problem.kind, error.outcome], ['token-missing', 'not-sent']);
      return true;
    });
    assert.deepEqual([sentCount, journal.isEmpty()], [0, true]);
    assert.deepEqual(await filesWith(dirname(file), CANARY_START), []);
  });
});
