import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../emitter.ts';
import { Cancelled, type Cancellation } from '../errors.ts';
import type { RetryWait } from '../endpoints.ts';
import { withNotification, withStatus, type ProgressStep } from './window.ts';

/** Emits every retry of every call. Listeners select their own calls by the signal. */
export const retryWaits = new Emitter<RetryWait>();

export function onRetryWait(signal: AbortSignal, listener: (wait: RetryWait) => void): Disposable {
  return retryWaits.event((wait) => {
    if (wait.signal === signal) listener(wait);
  });
}

export function waitText({ delayMs }: RetryWait): string {
  if (delayMs === 0) return vscode.l10n.t('retrying');
  return vscode.l10n.t('retrying in {0} s', Math.ceil(delayMs / 1000));
}

/**
 * Shows progress in the status bar for a step that cannot be interrupted, such as a write. Only while the step waits
 * for a connection has nothing been sent, so only then can it be canceled. A Cancel between two waits takes effect at
 * the next wait.
 */
export async function withStatusProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let message: WaitMessage | undefined;
  const listening = onRetryWait(controller.signal, (wait) => {
    message ??= new WaitMessage(title, () => controller.abort(new Cancelled()));
    message.show(wait);
  });
  try {
    return await withStatus(title, () => work(controller.signal));
  } finally {
    listening.dispose();
    message?.close();
  }
}

/** Single notification with Cancel for all waits of a step. */
class WaitMessage {
  readonly #finished = Promise.withResolvers<void>();
  readonly #cancel: () => void;
  #report: ((step: ProgressStep) => void) | undefined;
  #text = '';
  #isWaiting = false;
  #isCancelled = false;

  constructor(title: string, cancel: () => void) {
    this.#cancel = cancel;
    void withNotification(title, (report, token) => {
      this.#report = report;
      report({ message: this.#text });
      token.onCancellationRequested(() => {
        this.#isCancelled = true;
        if (this.#isWaiting) cancel();
      });
      return this.#finished.promise;
    });
  }

  show(wait: RetryWait): void {
    this.#isWaiting = wait.delayMs > 0;
    if (this.#isWaiting && this.#isCancelled) return this.#cancel();
    this.#text = waitText(wait);
    this.#report?.({ message: this.#text });
  }

  close(): void {
    this.#finished.resolve();
  }
}

/** Shows progress with a Cancel button. Cancel aborts the signal with `Cancelled`. */
export function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (done: number, total: number) => void) => Promise<T>,
): Thenable<T> {
  return withMessageProgress(title, (signal, say) =>
    work(signal, (done, total) => say(vscode.l10n.t('{0} of {1}', done, total), 100 / total)),
  );
}

/** Delay before progress is shown, in ms. */
const SLOW = 200;

/** Shows progress with Cancel for work that is usually fast. Fast work shows nothing. */
export async function withDelayedProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const done = work(controller.signal);
  const timer = setTimeout(() => {
    void withNotification(title, async (_report, token) => {
      token.onCancellationRequested(() => controller.abort(new Cancelled()));
      await done.catch(() => undefined);
    });
  }, SLOW);
  try {
    return await done;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Shows progress like `withCancellableProgress`, for work that reports its own messages.
 * @param work `increment` is in percent
 */
export function withMessageProgress<T>(
  title: string,
  work: (signal: AbortSignal, say: (message: string, increment?: number) => void) => Promise<T>,
): Thenable<T> {
  return withControllableProgress(title, (controller, say) => work(controller.signal, say));
}

/** Shows progress like `withMessageProgress`, for work that can be ended by more than the Cancel button. */
export function withControllableProgress<T>(
  title: string,
  work: (
    controller: AbortController,
    say: (message: string, increment?: number) => void,
  ) => Promise<T>,
): Thenable<T> {
  return withNotification(title, async (report, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort(new Cancelled()));
    const listening = onRetryWait(controller.signal, (wait) => report({ message: waitText(wait) }));
    try {
      return await work(controller, (message, increment) =>
        report({ message, ...(increment === undefined ? {} : { increment }) }),
      );
    } finally {
      listening.dispose();
    }
  });
}

/** Runs work for a program, which may cancel it, without showing progress. */
export async function runCancellable<T>(
  cancellation: Cancellation | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new Cancelled('cancelled by the caller'));
  if (cancellation?.isCancellationRequested === true) cancel();
  const listening = cancellation?.onCancellationRequested(cancel);
  try {
    controller.signal.throwIfAborted();
    return await work(controller.signal);
  } finally {
    listening?.dispose();
  }
}
