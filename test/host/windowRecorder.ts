import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sinks, type Sink } from '../../src/base/ui/sinks.ts';
import { ACTIVE_CHARACTER, LIVE_ICON, LIVE_LINK, seen } from '../support/hostileTexts.ts';

const { window } = vscode;

/** Texts that were passed to VS Code, each with the place that shows it. */
export type Shown = [sink: Sink, text: string | undefined][];

/** Asserts that no text is too long for its place, or contains links, icons or control characters that would act there. */
export function assertPlain(texts: Shown): void {
  for (const [sink, text] of texts) {
    const { links, icons, longest } = sinks[sink];
    const failureMessage = `${sink}: ${text?.slice(0, 200)}`;
    assert.ok(text !== undefined, failureMessage);
    // The success icon comes from the extension itself.
    const shown = text.replace(/^\$\(check\) /, '');
    const hasLines = sink === 'dialog' || sink === 'tooltip';
    for (const line of hasLines ? shown.split('\n') : [shown]) {
      assert.ok(seen(line).length <= longest, failureMessage);
      assert.doesNotMatch(line, ACTIVE_CHARACTER, failureMessage);
    }
    if (links) assert.doesNotMatch(shown, LIVE_LINK, failureMessage);
    if (icons) assert.doesNotMatch(shown, LIVE_ICON, failureMessage);
  }
}

/**
 * Returns a label or description of a tree item as text.
 * @returns undefined if the value is not a string
 */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * Replaces functions of `vscode.window`: records texts instead of showing them, and presses the first button of
 * dialogs.
 */
export class WindowRecorder {
  readonly #original: Partial<typeof window> = {};
  /** Texts since `start`, in the order in which they were shown. */
  shown: Shown = [];

  start(): void {
    this.shown = [];
    const show = (text: string, ...rest: unknown[]) => this.#onMessage(text, rest);
    this.replace({
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
      withProgress: (options: vscode.ProgressOptions, task: ProgressTask) =>
        this.#onProgress(options, task),
      createStatusBarItem: () => this.#statusBarItem(),
    });
  }

  /** Replaces functions of the window until `stop`. */
  replace(functions: object): void {
    for (const name of Object.keys(functions)) {
      if (!(name in this.#original)) Reflect.set(this.#original, name, Reflect.get(window, name));
    }
    Object.assign(window, functions);
  }

  stop(): void {
    Object.assign(window, this.#original);
  }

  #statusBarItem(): Pick<vscode.StatusBarItem, 'text' | 'show' | 'dispose'> {
    const show = (): void => void this.shown.push(['statusBar', item.text]);
    const item = { text: '', show, dispose: () => undefined };
    return item;
  }

  #onMessage(text: string, rest: readonly unknown[]): Promise<unknown> {
    const [options, button] = rest as [vscode.MessageOptions | undefined, unknown];
    const isModal = options?.modal === true;
    this.shown.push([isModal ? 'dialog' : 'notification', text]);
    if (options?.detail !== undefined) this.shown.push(['dialog', options.detail]);
    return Promise.resolve(isModal ? button : undefined);
  }

  #onProgress({ location, title }: vscode.ProgressOptions, task: ProgressTask): Thenable<unknown> {
    const isNotification = location === vscode.ProgressLocation.Notification;
    const sink = isNotification ? 'notificationProgress' : 'windowProgress';
    this.shown.push([sink, title]);
    const report = ({ message = '' }): void => void this.shown.push([sink, message]);
    return task({ report }, new vscode.CancellationTokenSource().token);
  }
}

type ProgressTask = Parameters<typeof window.withProgress<unknown>>[1];
