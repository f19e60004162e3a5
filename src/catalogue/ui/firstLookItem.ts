import * as vscode from 'vscode';
import type { FirstLook } from '../firstLook.ts';
import type { CommandId } from '../../commands/commands.ts';
import type { ViewItem } from '../../base/manifest.ts';
import { customerCount, tagCount } from '../../base/ui/counts.ts';
import { goneItem, treeItem } from '../../base/ui/treeItem.ts';
import type { TreeNode } from './treeNode.ts';

/**
 * Returns the first row below a new bot: the tags of its first customers, and what to do next.
 * @param look `undefined`: removed meanwhile; the next drawing leaves the row out
 * @param isReadOnly no tag can be created
 */
export function firstLookItem(
  node: TreeNode,
  look: FirstLook | undefined,
  isReadOnly: boolean,
): vscode.TreeItem {
  if (look === undefined) return goneItem();
  if (look.customers > 0) return countedItem(node, look);
  return isReadOnly ? lockedEmptyItem(node) : emptyItem(node);
}

// Neither has an icon: the side bar is narrow, and they are no tags.

function emptyItem(node: TreeNode): vscode.TreeItem {
  const { l10n } = vscode;
  const label = l10n.t('No customers yet');
  const description = l10n.t('Create a tag, or add an existing tag by its ID');
  const whole = l10n.t('{0}. {1}', label, description);
  return treeItem({
    id: node.id,
    label,
    description,
    contextValue: 'firstLook.empty' satisfies ViewItem,
    tooltip: whole,
    command: commandOf(node, 'botTags.createTag', l10n.t('New Tag')),
    spoken: whole,
  });
}

function lockedEmptyItem(node: TreeNode): vscode.TreeItem {
  const { l10n } = vscode;
  const label = l10n.t('No customers yet');
  const description = l10n.t('Add Existing Tag by ID');
  const whole = l10n.t('{0}. {1}', label, description);
  return treeItem({
    id: node.id,
    label,
    description,
    contextValue: 'firstLook.empty.locked' satisfies ViewItem,
    tooltip: whole,
    command: commandOf(node, 'botTags.addExisting', l10n.t('Add Existing Tag by ID')),
    spoken: whole,
  });
}

function countedItem(node: TreeNode, { tags, customers }: FirstLook): vscode.TreeItem {
  const { l10n } = vscode;
  const label = l10n.t(
    '{0} found on the first {1}. Scan all…',
    tagCount(tags),
    customerCount(customers),
  );
  const explained = l10n.t(
    'When the bot was added, only the first customers of the bot were read. To read all customers, use "Scan Customers…".',
  );
  const title = l10n.t('Scan Customers');
  return treeItem({
    id: node.id,
    label,
    contextValue: 'firstLook' satisfies ViewItem,
    tooltip: [label, explained].join('\n'),
    command: commandOf(node, 'botTags.discoverTags', title),
    spoken: label,
  });
}

function commandOf(node: TreeNode, command: CommandId, title: string): vscode.Command {
  return { command, title, arguments: [node] };
}
