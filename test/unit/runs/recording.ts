import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import type { WriteRecord } from '../../../src/catalogue/journal.ts';
import { Recorder } from '../../../src/runs/recorder.ts';
import type { UserRef } from '../../../src/base/model.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import { BOT, FakeClock } from '../base/fakes.ts';
import { newDatabase, openWindow } from '../catalogue/store/database.ts';

/**
 * Opens a window with a Journal in a database, and a service whose writes are recorded. `state` has the setting
 * `keepDays`, and whether the user of a write is known to have the tag.
 */
export async function openRecorder(plainService: BotService, file = newDatabase()) {
  const { catalogue: store, journal } = await openWindow(file);
  const clock = new FakeClock();
  const catalogue = new Catalogue(store, clock);
  store.saveBot(BOT);
  const state = { keepDays: 0, isAttached: undefined as boolean | undefined };
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const recorder = new Recorder({
    catalogue: lazyOf(catalogue),
    journal: lazyOf(journal),
    clock,
    log: { info: log, warn: log, error: log },
    known: { isAttached: () => state.isAttached },
    readSetting: () => state.keepDays,
  });
  const service = recorder.recorded(BOT, plainService);
  const latest = (): WriteRecord | undefined => journal.writes(1)[0];
  return { file, catalogue, journal, clock, recorder, service, state, lines, latest };
}

function lazyOf<T>(value: T) {
  return Object.defineProperty(() => Promise.resolve(value), 'current', { value }) as {
    (): Promise<T>;
    readonly current: T;
  };
}

/** User whose ID is in no other data, so that a search of the files finds it. */
export const CANARY: UserRef = {
  rawUid: 'U-canary/5b+02==',
  pageId: 'page-1',
  channel: 1,
};
