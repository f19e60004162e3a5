import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { UserError } from '../../base/errors.ts';
import { FOLDER } from '../../base/model.ts';
import type { Level } from '../../base/ports.ts';
import { itemsOf, outermost } from '../../catalogue/ui/itemsOf.ts';
import type { TreeNode } from '../../catalogue/ui/treeNode.ts';
import type { BotTree } from '../../catalogue/ui/treeView.ts';
import { moveItems } from './moveItems.ts';

/** Moves dropped items in the list. Throws `UserError` if they cannot be moved there. */
export async function dropItems(
  parts: { readonly catalogue: Lazy<Catalogue>; readonly tree: BotTree },
  nodes: readonly TreeNode[],
  target: TreeNode | undefined,
): Promise<void> {
  const catalogue = await parts.catalogue();
  const place = target && levelOf(catalogue, target);
  if (target === undefined || place === undefined) throw notThere();
  const items = outermost(catalogue, itemsOf(catalogue, nodes));
  if (items.length === 0)
    throw new UserError(
      vscode.l10n.t('This action works only on tags and folders. Select a tag or folder.'),
    );
  if (items.some(({ bot }) => bot !== target.bot)) throw notThere();
  await moveItems(parts, items, { place, focus: true });
}

function notThere(): UserError {
  return new UserError(
    vscode.l10n.t(
      'The items cannot be moved there. Drop the items on a folder of the same bot. To move the items out of their folder, drop them on the bot.',
    ),
  );
}

/** `undefined`: nothing can stand there. */
function levelOf(catalogue: Catalogue, target: TreeNode): Level | undefined {
  if (target.isBot || target.isNoFolder || target.group !== undefined) return target.level;
  const [item] = itemsOf(catalogue, [target]);
  return item?.type === FOLDER ? item.id : undefined;
}
