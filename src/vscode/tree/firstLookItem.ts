import * as vscode from 'vscode';
import type { CommandId } from '../../commandTypes.ts';
import type { FirstLook } from '../../core/firstLook.ts';
import type { ViewItem } from '../../manifest.ts';
import { customerCount, tagCount } from '../counts.ts';
import { treeItem } from '../kit/treeItem.ts';
import type { TreeNode } from './treeNode.ts';

/**
 * The row below a new bot: what stood on its first customers, and what to do next.
 * @param look `undefined`: removed meanwhile; the next drawing leaves the row out
 */
export function firstLookItem(node: TreeNode, look: FirstLook | undefined): vscode.TreeItem {
  if (look === undefined) return treeItem({ label: '' });
  const { l10n } = vscode;
  const isEmpty = look.customers === 0;
  const label = isEmpty
    ? l10n.t('No customers yet. Create a tag, or add an existing one by its ID')
    : l10n.t('{0} from {1}. Scan all…', tagCount(look.tags), customerCount(look.customers));
  const [command, title]: [CommandId, string] = isEmpty
    ? ['botTags.createTag', l10n.t('New Tag…')]
    : ['botTags.discoverTags', l10n.t('Discover Tags from Customers…')];
  return treeItem({
    id: node.id,
    label,
    contextValue: (isEmpty ? 'firstLook.empty' : 'firstLook') satisfies ViewItem,
    iconPath: new vscode.ThemeIcon(isEmpty ? 'info' : 'search-fuzzy'),
    tooltip: isEmpty
      ? l10n.t('Enter or a click creates a tag. The context menu has "Add Existing Tag by ID…".')
      : l10n.t(
          'When the bot was added, its first customers were looked at. They count in no scan. Enter or a click opens "Discover Tags from Customers…".',
        ),
    command: { command, title, arguments: [node] },
    accessibilityInformation: { label },
  });
}
