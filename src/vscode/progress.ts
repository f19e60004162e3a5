import * as vscode from 'vscode';
import { Cancelled } from '../core/errors.ts';

/** Progress in the status bar for a step that cannot be called back, such as a write. */
export function whileWorking<T>(title: string, work: (signal: AbortSignal) => Promise<T>) {
  const options = { location: vscode.ProgressLocation.Window, title };
  return vscode.window.withProgress(options, () => work(new AbortController().signal));
}

/** Progress with a Cancel button; cancelling makes `work`'s signal throw `Cancelled`. */
export function whileCancellable<T>(
  title: string,
  work: (signal: AbortSignal, report: (done: number, total: number) => void) => Promise<T>,
): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort(new Cancelled()));
    return work(controller.signal, (done, total) =>
      progress.report({
        increment: 100 / total,
        message: vscode.l10n.t('{0} of {1}', done, total),
      }),
    );
  });
}

/** A short word of success. */
export function sayDone(text: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${text}`, 5000);
}
