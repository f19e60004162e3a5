import * as vscode from 'vscode';
import { Cancelled } from '../errors.ts';
import { fileName, plain, type Sink } from './sinks.ts';

/* Wrappers that make every text plain: no links, no icons. The linter forbids direct calls of VS Code's functions. */

type Button = string | vscode.MessageItem;

type ShowMessage = (
  message: string,
  ...items: vscode.MessageItem[]
) => Thenable<vscode.MessageItem | undefined>;

export function showInformation<T extends Button>(message: string, ...items: T[]) {
  return notify(vscode.window.showInformationMessage, message, items);
}

export function showWarning<T extends Button>(message: string, ...items: T[]) {
  return notify(vscode.window.showWarningMessage, message, items);
}

export function showError<T extends Button>(message: string, ...items: T[]) {
  return notify(vscode.window.showErrorMessage, message, items);
}

/** VS Code accepts texts and objects as buttons, and returns the one that was clicked. */
function notify<T extends Button>(show: ShowMessage, message: string, items: readonly T[]) {
  const buttons = items as readonly unknown[] as vscode.MessageItem[];
  return show(plain('notification', message), ...buttons) as Thenable<T | undefined>;
}

interface Dialog {
  readonly message: string;
  /** Lines of text. An empty line separates groups. */
  readonly detail: readonly string[];
  readonly isWarning?: boolean;
  /** Title of the close button of a report, in which "Cancel" makes no sense. Absent: VS Code's "Cancel". */
  readonly close?: string;
}

/** Shows a modal dialog. @returns the clicked button; `undefined` after Cancel or Close */
export async function ask(dialog: Dialog, ...buttons: string[]): Promise<string | undefined> {
  const { isWarning = true, close } = dialog;
  const show = isWarning ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const detail = dialog.detail.map((line) => plain('dialog', line)).join('\n');
  const closeButtons = close === undefined ? [] : [{ title: close, isCloseAffordance: true }];
  const items: vscode.MessageItem[] = [...buttons.map((title) => ({ title })), ...closeButtons];
  const options = { modal: true, detail };
  const clicked = await show(plain('dialog', dialog.message), options, ...items);
  return clicked?.isCloseAffordance === true ? undefined : clicked?.title;
}

export async function confirm(dialog: Dialog, ...buttons: string[]): Promise<string> {
  const clicked = await ask(dialog, ...buttons);
  if (clicked === undefined) throw new Cancelled();
  return clicked;
}

/** Properties of an input that show a text. The typed value is not changed. */
const INPUT_SINKS: Readonly<Record<string, Sink>> = {
  title: 'inputTitle',
  prompt: 'inputPrompt',
  placeholder: 'placeholder',
  validationMessage: 'validation',
};

export function createTextInput(): vscode.InputBox {
  return withPlainTexts(vscode.window.createInputBox());
}

/** The items of the quick pick are copies of the items that are set on it. */
export function createPick<T extends vscode.QuickPickItem>(): vscode.QuickPick<T> {
  return withPlainTexts(vscode.window.createQuickPick<T>());
}

function withPlainTexts<T extends vscode.QuickInput>(input: T): T {
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
  readonly message: string;
  /** Percentage of the whole that this step adds. */
  readonly increment?: number;
}

/** `notification` has a Cancel button; `status` is the status bar. */
export function showProgress<T>(
  title: string,
  location: 'status' | 'notification',
  task: (report: (step: ProgressStep) => void, token: vscode.CancellationToken) => Thenable<T>,
): Thenable<T> {
  const { Notification, Window } = vscode.ProgressLocation;
  const isNotification = location === 'notification';
  const sink = isNotification ? 'notificationProgress' : 'windowProgress';
  const options = {
    location: isNotification ? Notification : Window,
    title: plain(sink, title),
    cancellable: isNotification,
  };
  return vscode.window.withProgress(options, (progress, token) =>
    task(
      ({ message, ...step }) => progress.report({ ...step, message: plain(sink, message) }),
      token,
    ),
  );
}

/** Hides the message that `sayDone` shows. */
let hideMessage = (): void => undefined;

/** Shows a message in the status bar for 5 s. Screen readers announce it, unlike VS Code's own status bar messages. */
export function sayDone(text: string): void {
  hideMessage();
  const label = plain('statusBar', text);
  // A low priority places the message to the right of the other items on the left side.
  const item = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left, -1000);
  item.text = `$(check) ${label}`;
  item.accessibilityInformation = { label, role: 'alert' };
  item.show();
  const timer = setTimeout(() => hideMessage(), 5000);
  hideMessage = () => {
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

export function setPanelTitle(panel: vscode.WebviewPanel, title: string): void {
  const shownTitle = plain('tab', title);
  if (panel.title !== shownTitle) panel.title = shownTitle;
}

export function setPanelIcon(panel: vscode.WebviewPanel, icon: vscode.Uri): void {
  const { iconPath } = panel;
  const isSame = iconPath instanceof vscode.Uri && iconPath.toString() === icon.toString();
  if (!isSame) panel.iconPath = icon;
}

type FileFilters = Readonly<Record<string, readonly string[]>>;

export interface SaveQuestion {
  readonly title: string;
  readonly saveLabel?: string;
  readonly filters: FileFilters;
  readonly folder: vscode.Uri;
  /** Proposed file name without its extension. */
  readonly name: string;
  readonly extension: string;
}

/** VS Code itself asks before an existing file is replaced. @returns `undefined` after Cancel */
export function askSaveFile(question: SaveQuestion): Thenable<vscode.Uri | undefined> {
  const { folder, name, extension, filters, ...texts } = question;
  const file = `${fileName(name)}.${extension}`;
  return vscode.window.showSaveDialog({
    ...texts,
    filters: mutable(filters),
    defaultUri: vscode.Uri.joinPath(folder, file),
  });
}

/** Without `filters`, all files are shown; an empty filter would show no files. @returns `undefined` after Cancel */
export async function askOpenFile(
  title: string,
  filters?: FileFilters,
  initialUri?: vscode.Uri,
): Promise<vscode.Uri | undefined> {
  const uris = await vscode.window.showOpenDialog({
    title,
    ...(filters === undefined ? {} : { filters: mutable(filters) }),
    ...(initialUri === undefined ? {} : { defaultUri: initialUri }),
  });
  return uris?.[0];
}

function mutable(filters: FileFilters): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, extensions]) => [name, [...extensions]]),
  );
}

/** Characters that a terminal executes when they are pasted. Tabs and line breaks are allowed. */
const TERMINAL_CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/** Copies a text without the characters that a terminal would execute. @returns the copied text */
export async function copyText(text: string): Promise<string> {
  const safeText = text.replaceAll(TERMINAL_CONTROLS, '');
  await vscode.env.clipboard.writeText(safeText);
  return safeText;
}

/** Copies one text per line. Line breaks within a text are replaced by spaces. */
export function copyLines(lines: readonly string[]): Promise<string> {
  return copyText(lines.map((line) => line.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')).join('\n'));
}

export function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
