import { join } from 'node:path';
import fc from 'fast-check';
import { run } from './product.ts';
import { resumeRun } from './resumed.ts';
import type { LockedBot } from './lockedBot.ts';
import { VIP } from './runsOf.ts';

/** What a program may call. */
export interface Call {
  /** It sends nothing that changes anything, and may succeed. */
  readonly isRead: boolean;
  readonly send: (locked: LockedBot) => Promise<unknown>;
}

type Send = Call['send'];

const confirmed = fc.constantFrom(true as const, undefined);
const which = fc.nat(100);
const goOn = fc.record({
  users: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  confirmed,
});

const at = (all: readonly string[], index: number): string => all[index % all.length] ?? '';

const ofPlans = fc.tuple(which, goOn).map(
  ([index, how]): Send =>
    ({ plans }) =>
      run('botTags.runPlan', { file: at(plans, index), ...how }),
);
const ofRuns = fc
  .tuple(fc.constantFrom('resume', 'retry', 'undo'), which, goOn)
  .map(([verb, index, how]): Send => ({ runs }) => {
    const { resumable, retriable, undoable } = runs;
    if (verb === 'resume') {
      return resumeRun({ run: at(resumable, index), ...how });
    }
    if (verb === 'retry') {
      return run('botTags.retryFailed', { run: at(retriable, index), ...how });
    }
    return run('botTags.undo', { run: at(undoable, index), confirmed: true });
  });
const ofWrites = fc.tuple(which, confirmed).map(
  ([index, agreed]): Send =>
    ({ writes }) =>
      run('botTags.undo', { write: at(writes, index), confirmed: agreed }),
);
const ofTags = fc
  .tuple(fc.nat(2), fc.string({ minLength: 1 }), fc.boolean(), confirmed)
  .map(([kind, name, isInFolder, deleteAnyway]): Send => {
    const how = { confirmed: true, deleteAnyway } as const;
    return ({ bot, goes, stays, folder }) => {
      if (kind === 0) return run('botTags.renameTag', { bot, tagId: goes, name, ...how });
      const tagIds = [goes, VIP].slice(isInFolder ? 1 : 0);
      if (kind === 1) return run('botTags.mergeTags', { bot, tagIds, into: stays, ...how });
      const folderId = isInFolder ? folder : null;
      return run('botTags.moveToFolder', { bot, ids: [goes], folderId, recreate: true, ...how });
    };
  });
const planning = fc
  .tuple(fc.constantFrom('attach' as const, 'detach' as const), fc.boolean())
  .map(([action, names]): Send => {
    return ({ bot, goes, planned }) =>
      run('botTags.attachTags', {
        ...{ bot, action, tags: [VIP, goes], from: 'service', names, overwrite: true },
        file: join(planned.folder, 'made.bot-tags-plan.jsonc'),
      });
  });
const checking = fc.constant<Send>(({ runs }) =>
  run('botTags.checkUnknown', { run: runs.unknown }),
);

const asCall =
  (isRead: boolean) =>
  (send: Send): Call => ({ isRead, send });

/** Calls about what was done before the bot was locked, or of plans. */
export const laterCall = fc.oneof(
  { arbitrary: fc.oneof(ofPlans, ofRuns, ofWrites, ofTags).map(asCall(false)), weight: 9 },
  { arbitrary: fc.oneof(planning, checking).map(asCall(true)), weight: 1 },
);
