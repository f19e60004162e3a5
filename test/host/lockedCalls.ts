import { join } from 'node:path';
import fc from 'fast-check';
import { VIP } from '../support/sandboxItems.ts';
import { run } from './product.ts';
import { resumeRun } from './resumed.ts';
import type { LockedBot } from './lockedBot.ts';

/** Call that a program may make. */
export interface Call {
  /** Whether the call changes no data in the service. Then it may succeed. */
  readonly isRead: boolean;
  readonly send: (locked: LockedBot) => Promise<unknown>;
}

type Send = Call['send'];

const confirmed = fc.constantFrom(true as const, undefined);
const anyIndex = fc.nat(100);
const runOptions = fc.record({
  users: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  confirmed,
});

const itemAt = (items: readonly string[], index: number): string =>
  items[index % items.length] ?? '';

const planRuns = fc.tuple(anyIndex, runOptions).map(
  ([index, options]): Send =>
    ({ plans }) =>
      run('botTags.runPlan', { file: itemAt(plans, index), ...options }),
);
const runFollowUps = fc
  .tuple(fc.constantFrom('resume', 'retry', 'undo'), anyIndex, runOptions)
  .map(([verb, index, options]): Send => ({ runs }) => {
    const { resumable, retriable, undoable } = runs;
    if (verb === 'resume') {
      return resumeRun({ run: itemAt(resumable, index), ...options });
    }
    if (verb === 'retry') {
      return run('botTags.retryFailed', { run: itemAt(retriable, index), ...options });
    }
    return run('botTags.undo', { run: itemAt(undoable, index), confirmed: true });
  });
const writeUndos = fc.tuple(anyIndex, confirmed).map(
  ([index, isConfirmed]): Send =>
    ({ writes }) =>
      run('botTags.undo', { write: itemAt(writes, index), confirmed: isConfirmed }),
);
const tagChanges = fc
  .tuple(fc.nat(2), fc.string({ minLength: 1 }), fc.boolean(), confirmed)
  .map(([kind, name, isVariant, deleteAnyway]): Send => {
    const options = { confirmed: true, deleteAnyway } as const;
    return ({ bot, replacedTag, targetTag, folder }) => {
      if (kind === 0)
        return run('botTags.renameTag', { bot, tagId: replacedTag, name, ...options });
      const tagIds = [replacedTag, VIP].slice(isVariant ? 1 : 0);
      if (kind === 1) return run('botTags.mergeTags', { bot, tagIds, into: targetTag, ...options });
      const folderId = isVariant ? folder : null;
      return run('botTags.moveToFolder', {
        bot,
        ids: [replacedTag],
        folderId,
        recreate: true,
        ...options,
      });
    };
  });
const planDrafts = fc
  .tuple(fc.constantFrom('attach' as const, 'detach' as const), fc.boolean())
  .map(([action, names]): Send => {
    return ({ bot, replacedTag, planned }) =>
      run('botTags.attachTags', {
        bot,
        action,
        tags: [VIP, replacedTag],
        from: 'service',
        names,
        overwrite: true,
        file: join(planned.folder, 'made.bot-tags-plan.jsonc'),
      });
  });
const outcomeChecks = fc.constant<Send>(({ runs }) =>
  run('botTags.checkUnknown', { run: runs.unknown }),
);

const asCall =
  (isRead: boolean) =>
  (send: Send): Call => ({ isRead, send });

/** Calls on plans, or on changes from before the bot was locked. */
export const followUpCall = fc.oneof(
  {
    arbitrary: fc.oneof(planRuns, runFollowUps, writeUndos, tagChanges).map(asCall(false)),
    weight: 9,
  },
  { arbitrary: fc.oneof(planDrafts, outcomeChecks).map(asCall(true)), weight: 1 },
);
