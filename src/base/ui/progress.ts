import * as vscode from 'vscode';
import { type Disposable, Emitter } from '../ports.ts';
import { Cancelled, type Cancellation } from '../errors.ts';
import type { RetryWait } from '../endpoints.ts';
import { showProgress, type ProgressStep } from './window.ts';

/** Emits every retry of every call. Listeners select their own calls by the signal. */
export const retryWaits = new Emitter<RetryWait>();

function onRetryWait(signal: AbortSignal, listener: (wait: RetryWait) => void): Disposable {
  return retryWaits.event((wait) => {
    if (wait.signal === signal) listener(wait);
  });
}

export function waitText({ delayMs }: RetryWait): string {
  if (delayMs === 0) return vscode.l10n.t('retrying');
  return vscode.l10n.t('retrying in {0} s', Math.ceil(delayMs / 1000));
}

interface ProgressOptions {
  readonly title: string;
  /**
   * `notification` has a Cancel button. `status` is the status bar, for a task that cannot be interrupted, such as a
   * write. While such a task waits for a connection, a notification is shown as well, because the wait can be canceled.
   */
  readonly location: 'status' | 'notification';
  /** Whether the notification is shown only after `DELAY_MS`, for a task that is usually fast. */
  readonly isDelayed?: boolean;
}

interface Progress {
  /** Aborted with `Cancelled` by the Cancel button. */
  readonly signal: AbortSignal;
  /** Controller of the signal, for a task that can be ended by more than the Cancel button. */
  readonly controller: AbortController;
  /** @param percent percentage of the whole that is done; absent: unknown */
  readonly report: (message: string, percent?: number) => void;
  readonly reportCount: (done: number, total: number) => void;
}

const DELAY_MS = 200;

export async function withProgress<T>(
  { title, location, isDelayed = false }: ProgressOptions,
  task: (progress: Progress) => Promise<T>,
): Promise<T> {
  const cancelController = new AbortController();
  const notification = new ProgressNotification(title, () =>
    cancelController.abort(new Cancelled()),
  );
  const showWait = (wait: RetryWait): void => {
    notification.open();
    notification.report(waitText(wait));
  };
  if (location === 'status') {
    const writeController = new AbortController();
    const subscription = abortWaits(writeController, cancelController.signal, showWait);
    try {
      return await showProgress(title, location, (report) =>
        task(progressOf(writeController, (message) => report({ message }))),
      );
    } finally {
      subscription.dispose();
      notification.close();
    }
  }
  // A delayed notification does not show that a call waits for a retry.
  const subscription = isDelayed ? undefined : onRetryWait(cancelController.signal, showWait);
  let timer: NodeJS.Timeout | undefined;
  if (isDelayed) timer = setTimeout(() => notification.open(), DELAY_MS);
  else notification.open();
  try {
    return await task(
      progressOf(cancelController, (message, percent) => notification.report(message, percent)),
    );
  } finally {
    clearTimeout(timer);
    subscription?.dispose();
    notification.close();
  }
}

function progressOf(controller: AbortController, report: Progress['report']): Progress {
  return {
    signal: controller.signal,
    controller,
    report,
    reportCount: (done, total) =>
      report(vscode.l10n.t('{0} of {1}', done, total), (100 * done) / total),
  };
}

/** Lets Cancel abort writes only while they wait for a connection, because only then has nothing been sent. */
export function abortWaits(
  writeController: AbortController,
  cancelSignal: AbortSignal,
  onWait: (wait: RetryWait) => void,
): Disposable {
  let isWaiting = false;
  const abort = (): void => {
    if (isWaiting && cancelSignal.aborted) writeController.abort(new Cancelled());
  };
  cancelSignal.addEventListener('abort', abort);
  const subscription = onRetryWait(writeController.signal, (wait) => {
    isWaiting = wait.delayMs > 0;
    onWait(wait);
    // The user may have canceled before this wait began.
    abort();
  });
  return {
    dispose: () => {
      cancelSignal.removeEventListener('abort', abort);
      subscription.dispose();
    },
  };
}

/** Notification with a Cancel button, from the first `open` until `close`. */
class ProgressNotification {
  readonly #title: string;
  readonly #onCancel: () => void;
  readonly #closed = Promise.withResolvers<void>();
  #isOpen = false;
  #show: ((step: ProgressStep) => void) | undefined;
  #message: string | undefined;
  #percent: number | undefined;
  #shownPercent = 0;

  constructor(title: string, onCancel: () => void) {
    this.#title = title;
    this.#onCancel = onCancel;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    void showProgress(this.#title, 'notification', (show, token) => {
      this.#show = show;
      token.onCancellationRequested(this.#onCancel);
      this.#update();
      return this.#closed.promise;
    });
  }

  report(message: string, percent?: number): void {
    this.#message = message;
    this.#percent = percent;
    this.#update();
  }

  close(): void {
    this.#closed.resolve();
  }

  #update(): void {
    const message = this.#message;
    if (this.#show === undefined || message === undefined) return;
    // Without an increment, VS Code shows that the percentage is unknown.
    if (this.#percent === undefined) return this.#show({ message });
    const increment = Math.max(0, Math.min(100, this.#percent) - this.#shownPercent);
    this.#shownPercent += increment;
    this.#show({ message, increment });
  }
}

/** Minimum interval between reports, in ms. Faster reports are unreadable, and each is a message to another process. */
export const REPORT_INTERVAL_MS = 200;

export function limitReports<T>(report: (value: T) => void): (value: T) => void {
  let lastReportTime = 0;
  return (value) => {
    const now = performance.now();
    if (now - lastReportTime < REPORT_INTERVAL_MS) return;
    lastReportTime = now;
    report(value);
  };
}

/** Runs work for a program, which may cancel it, without showing progress. */
export async function runCancellable<T>(
  cancellation: Cancellation | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new Cancelled('cancelled by the caller'));
  if (cancellation?.isCancellationRequested === true) cancel();
  const subscription = cancellation?.onCancellationRequested(cancel);
  try {
    controller.signal.throwIfAborted();
    return await work(controller.signal);
  } finally {
    subscription?.dispose();
  }
}
