import * as vscode from 'vscode';
import type { CommandId } from '../../commands/commands.ts';
import type { ViewItem } from '../../base/manifest.ts';
import { treeItem } from '../../base/ui/treeItem.ts';
import type { TreeNode } from './treeNode.ts';

/** The row on top of the tree that leads to "Resume…". @param label what is paused, and the command */
export function resumeItem({ id }: TreeNode, label: string): vscode.TreeItem {
  const command: CommandId = 'botTags.resume';
  return treeItem({
    id,
    label,
    iconPath: new vscode.ThemeIcon('debug-pause'),
    contextValue: 'resume' satisfies ViewItem,
    command: { command, title: label },
    spoken: label,
  });
}
