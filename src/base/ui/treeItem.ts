import * as vscode from 'vscode';
import { comma } from './localeTexts.ts';
import { plain } from './sinks.ts';

interface Shown extends Omit<
  vscode.TreeItem,
  'label' | 'description' | 'tooltip' | 'accessibilityInformation'
> {
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  /** The row as a screen reader reads it out: what it is and what is to be seen of it, in words. */
  readonly spoken: string;
}

/** A tree item whose texts are plain; a tooltip is taken as `tooltip` makes it. */
export function treeItem({ label, collapsibleState, spoken, ...shown }: Shown): vscode.TreeItem {
  const item = new vscode.TreeItem(plain('treeItem', label), collapsibleState);
  Object.assign(item, shown);
  if (shown.description !== undefined) item.description = plain('treeItem', shown.description);
  item.accessibilityInformation = { label: plain('treeItem', spoken), role: 'treeitem' };
  return item;
}

/** In the place of a row that is gone: the next drawing leaves it out. */
export function goneItem(): vscode.TreeItem {
  return treeItem({ label: '', spoken: '' });
}

/** Parts of what is read out, but for empty ones. */
export function spokenOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(comma());
}

/** Each sentence on a line of its own. As plain text: in Markdown even a bare address would be a link. */
export function tooltip(lines: readonly string[]): string {
  return lines.map((line) => plain('tooltip', line)).join('\n');
}

/** What stands above a tree; `''`: nothing. */
export function setTreeMessage(view: vscode.TreeView<unknown>, text: string): void {
  const message = plain('treeMessage', text);
  if ((view.message ?? '') !== message) view.message = message;
}
