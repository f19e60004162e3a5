import * as vscode from 'vscode';
import type { TagActions } from '../../service/tagActions.ts';
import type { TagChanges } from '../../service/tagChanges.ts';
import { Cancelled } from '../../base/errors.ts';
import type { Bot, UserRef } from '../../base/model.ts';
import { onRetryWait, waitText, whileSaying } from '../../base/ui/progress.ts';

interface Target {
  readonly bot: Bot;
  readonly user: UserRef;
  readonly who: string;
}

interface Applied {
  readonly done: TagChanges;
  /** What stopped it; `undefined`: all was done. */
  readonly failure?: unknown;
}

/** One call after another, with Cancel between two; what was sent is waited for, since it cannot be called back. */
export async function applyTagChanges(
  tags: TagActions,
  { bot, user, who }: Target,
  changes: TagChanges,
): Promise<Applied> {
  const done = { attach: [] as string[], detach: [] as string[] };
  const steps = (['detach', 'attach'] as const).flatMap((verb) =>
    changes[verb].map((id) => ({ verb, id })),
  );
  const title = vscode.l10n.t('Changing the tags of {0}', who);
  try {
    await whileSaying(title, async (cancel, say) => {
      await withWaits(cancel, say, async (signal) => {
        for (const [index, { verb, id }] of steps.entries()) {
          cancel.throwIfAborted();
          say(vscode.l10n.t('{0} of {1}', index + 1, steps.length), 100 / steps.length);
          await tags[verb](bot, id, user, signal);
          done[verb].push(id);
        }
      });
    });
    return { done };
  } catch (failure) {
    return { done, failure };
  }
}

/** While a write waits for a connection, nothing of it was sent: then it can be cancelled. */
async function withWaits(
  cancel: AbortSignal,
  say: (message: string) => void,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const writes = new AbortController();
  let isWaiting = false;
  const stop = (): void => {
    if (isWaiting && cancel.aborted) writes.abort(new Cancelled());
  };
  const listening = onRetryWait(writes.signal, (wait) => {
    isWaiting = wait.delayMs > 0;
    say(waitText(wait));
    stop();
  });
  cancel.addEventListener('abort', stop);
  try {
    await work(writes.signal);
  } finally {
    listening.dispose();
    cancel.removeEventListener('abort', stop);
  }
}
