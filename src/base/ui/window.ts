import * as vscode from 'vscode';
import { fileName, plain, type Sink } from './sinks.ts';

/*
 * The one way to VS Code's messages, inputs, progress and clipboard: every text is made plain for its place, whoever
 * wrote it. The linter knows no other way.
 */

/** A button of a notification, in our own words. */
type Button = string | vscode.MessageItem;

type Shows = (
  message: string,
  ...items: vscode.MessageItem[]
) => Thenable<vscode.MessageItem | undefined>;

/** A notification; resolves with what was clicked. */
export function showInformation<T extends Button>(message: string, ...items: T[]) {
  return notify(vscode.window.showInformationMessage, message, items);
}

export function showWarning<T extends Button>(message: string, ...items: T[]) {
  return notify(vscode.window.showWarningMessage, message, items);
}

export function showError<T extends Button>(message: string, ...items: T[]) {
  return notify(vscode.window.showErrorMessage, message, items);
}

/** VS Code takes texts and objects alike, and gives back what it was given. */
function notify<T extends Button>(show: Shows, message: string, items: readonly T[]) {
  const buttons = items as readonly unknown[] as vscode.MessageItem[];
  return show(plain('notification', message), ...buttons) as Thenable<T | undefined>;
}

export interface Dialog {
  readonly message: string;
  /** A line each; an empty one sets apart what follows. */
  readonly detail: readonly string[];
  readonly isWarning?: boolean;
  /** What the button says that leaves it; absent: VS Code's "Cancel", which a report has nothing of. */
  readonly close?: string;
}

/** A modal dialog. @returns the button that was clicked; `undefined` after Cancel or Close */
export async function ask(dialog: Dialog, ...buttons: string[]): Promise<string | undefined> {
  const { isWarning = true, close } = dialog;
  const show = isWarning ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const detail = dialog.detail.map((line) => plain('dialog', line)).join('\n');
  const closing = close === undefined ? [] : [{ title: close, isCloseAffordance: true }];
  const items: vscode.MessageItem[] = [...buttons.map((title) => ({ title })), ...closing];
  const options = { modal: true, detail };
  const chosen = await show(plain('dialog', dialog.message), options, ...items);
  return chosen?.isCloseAffordance === true ? undefined : chosen?.title;
}

/** Those of an input that show a text. What is typed in it is left as it is. */
const INPUT_SINKS: Readonly<Record<string, Sink>> = {
  title: 'inputTitle',
  prompt: 'inputPrompt',
  placeholder: 'placeholder',
  validationMessage: 'validation',
};

/** Like VS Code's own, but each text that it is given is made plain. */
export function createTextInput(): vscode.InputBox {
  return plainly(vscode.window.createInputBox());
}

/** Like VS Code's own, but each text that it is given is made plain; its items are copies of those that it is given. */
export function createPick<T extends vscode.QuickPickItem>(): vscode.QuickPick<T> {
  return plainly(vscode.window.createQuickPick<T>());
}

function plainly<T extends vscode.QuickInput>(input: T): T {
  return new Proxy(input, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (target, key, value: unknown) => Reflect.set(target, key, plainValue(key, value), target),
  });
}

function plainValue(key: string | symbol, value: unknown): unknown {
  const sink = typeof key === 'string' ? INPUT_SINKS[key] : undefined;
  if (sink !== undefined && typeof value === 'string') return plain(sink, value);
  if (sink !== undefined && isMessage(value))
    return { ...value, message: plain(sink, value.message) };
  return key === 'items' && Array.isArray(value) ? value.map(plainItem) : value;
}

function isMessage(value: unknown): value is vscode.InputBoxValidationMessage {
  return typeof value === 'object' && value !== null && 'message' in value;
}

function plainItem(item: vscode.QuickPickItem): vscode.QuickPickItem {
  const { label, description, detail } = item;
  return {
    ...item,
    label: plain('pickItem', label),
    ...(description === undefined ? {} : { description: plain('pickItem', description) }),
    ...(detail === undefined ? {} : { detail: plain('pickItem', detail) }),
  };
}

export interface ProgressStep {
  readonly message?: string;
  /** Per cent of the whole. */
  readonly increment?: number;
}

/** Progress in a notification, with Cancel. */
export function withNotification<T>(
  title: string,
  work: (report: (step: ProgressStep) => void, token: vscode.CancellationToken) => Thenable<T>,
): Thenable<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: plain('notificationProgress', title),
    cancellable: true,
  };
  return vscode.window.withProgress(options, (progress, token) => {
    const report = ({ message, ...step }: ProgressStep): void =>
      progress.report({
        ...step,
        ...(message === undefined ? {} : { message: plain('notificationProgress', message) }),
      });
    return work(report, token);
  });
}

/** Progress in the status bar. */
export function withStatus<T>(title: string, work: () => Thenable<T>): Thenable<T> {
  const options = {
    location: vscode.ProgressLocation.Window,
    title: plain('windowProgress', title),
  };
  return vscode.window.withProgress(options, work);
}

let unsay = (): void => undefined;

/** A short word of success in the status bar; read aloud, which VS Code's own messages there are not. */
export function sayDone(text: string): void {
  unsay();
  const label = plain('statusBar', text);
  const item = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left, -1000);
  item.text = `$(check) ${label}`;
  item.accessibilityInformation = { label, role: 'alert' };
  item.show();
  const timer = setTimeout(() => unsay(), 5000);
  unsay = () => {
    clearTimeout(timer);
    item.dispose();
  };
}

export function createPanel(
  type: string,
  title: string,
  options: vscode.WebviewPanelOptions & vscode.WebviewOptions,
): vscode.WebviewPanel {
  const column = vscode.ViewColumn.Active;
  return vscode.window.createWebviewPanel(type, plain('tab', title), column, options);
}

export function titlePanel(panel: vscode.WebviewPanel, title: string): void {
  const shown = plain('tab', title);
  if (panel.title !== shown) panel.title = shown;
}

export function iconPanel(panel: vscode.WebviewPanel, icon: vscode.Uri | undefined): void {
  const before = panel.iconPath;
  const isSame = before instanceof vscode.Uri && before.toString() === icon?.toString();
  if (!isSame && before !== icon) Object.assign(panel, { iconPath: icon });
}

export type FileFilters = Readonly<Record<string, readonly string[]>>;

export interface SaveQuestion {
  readonly title: string;
  readonly saveLabel?: string;
  readonly filters: FileFilters;
  /** Folder in which the dialog begins. */
  readonly folder: vscode.Uri;
  /** Proposed, without its extension. */
  readonly name: string;
  readonly extension: string;
}

/** @returns `undefined` after Cancel; VS Code itself asks before a file is replaced */
export function askSaveFile(question: SaveQuestion): Thenable<vscode.Uri | undefined> {
  const { folder, name, extension, filters, ...texts } = question;
  const file = `${fileName(name)}.${extension}`;
  return vscode.window.showSaveDialog({
    ...texts,
    filters: mutable(filters),
    defaultUri: vscode.Uri.joinPath(folder, file),
  });
}

/**
 * @param filters absent: files of every kind, of which an empty one would show none
 * @param place a file or folder at which the dialog begins
 * @returns `undefined` after Cancel
 */
export async function askOpenFile(
  title: string,
  filters?: FileFilters,
  place?: vscode.Uri,
): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title,
    ...(filters === undefined ? {} : { filters: mutable(filters) }),
    ...(place === undefined ? {} : { defaultUri: place }),
  });
  return chosen?.[0];
}

function mutable(filters: FileFilters): Record<string, string[]> {
  return Object.fromEntries(Object.entries(filters).map(([name, all]) => [name, [...all]]));
}

/** What a terminal acts on when it is pasted; tabs and line breaks are text. */
const ACTS = /(?![\t\n\r])\p{Cc}/gu;

/** To the letter, but for what a terminal would act on. */
export async function copyText(text: string): Promise<string> {
  const copied = text.replaceAll(ACTS, '');
  await vscode.env.clipboard.writeText(copied);
  return copied;
}

/** One a line: a line break within one would make it two. */
export function copyLines(lines: readonly string[]): Promise<string> {
  return copyText(lines.map((line) => line.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')).join('\n'));
}

/** Tells VS Code what the `when` clauses of the manifest ask for. */
export function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
