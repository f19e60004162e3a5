import * as vscode from 'vscode';
import { comma } from './localeTexts.ts';
import { plain } from './sinks.ts';

interface TreeItemContent extends Omit<
  vscode.TreeItem,
  'label' | 'description' | 'tooltip' | 'accessibilityInformation'
> {
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  /** Text for screen readers: the kind of row and everything visible in it, in words. */
  readonly spoken: string;
}

/** Creates a tree item with plain texts. The tooltip must come from `tooltip`. */
export function treeItem({
  label,
  collapsibleState,
  spoken,
  ...content
}: TreeItemContent): vscode.TreeItem {
  const item = new vscode.TreeItem(plain('treeItem', label), collapsibleState);
  Object.assign(item, content);
  if (content.description !== undefined) item.description = plain('treeItem', content.description);
  item.accessibilityInformation = { label: plain('treeItem', spoken), role: 'treeitem' };
  return item;
}

/** Creates a placeholder for a row that no longer exists. The next refresh removes it. */
export function goneItem(): vscode.TreeItem {
  return treeItem({ label: '', spoken: '' });
}

export function spokenOf(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(comma());
}

/** Returns a tooltip with one line per sentence. Plain text, because in Markdown even a bare URL would be a link. */
export function tooltip(lines: readonly string[]): string {
  return lines.map((line) => plain('tooltip', line)).join('\n');
}

export function setTreeMessage(view: vscode.TreeView<unknown>, text: string): void {
  const message = plain('treeMessage', text);
  if ((view.message ?? '') !== message) view.message = message;
}
