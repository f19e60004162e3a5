import * as vscode from 'vscode';
import { plain } from './sinks.ts';

interface Shown extends Omit<vscode.TreeItem, 'label' | 'description' | 'tooltip'> {
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
}

/** A tree item whose texts are plain; a tooltip is taken as `tooltip` makes it. */
export function treeItem({ label, collapsibleState, ...shown }: Shown): vscode.TreeItem {
  const item = new vscode.TreeItem(plain('treeItem', label), collapsibleState);
  const said = shown.accessibilityInformation?.label;
  Object.assign(item, shown);
  if (shown.description !== undefined) item.description = plain('treeItem', shown.description);
  if (said !== undefined) item.accessibilityInformation = { label: plain('treeItem', said) };
  return item;
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
