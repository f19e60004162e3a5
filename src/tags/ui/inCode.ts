import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { UserError } from '../../base/errors.ts';
import type { CatalogueItem } from '../../base/model.ts';
import { PLAN_SUFFIX } from '../../base/plan.ts';
import { constantLines, searchFor } from '../../catalogue/tagsInCode.ts';
import { CATALOGUE_FILE } from '../../catalogue/workspaceFile.ts';
import { botByReference, itemsOfContext, type Handler } from '../../catalogue/ui/handler.ts';
import { notListedText } from '../../catalogue/ui/itemEntries.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { comma } from '../../base/ui/localeTexts.ts';
import { copyLines, sayDone } from '../../base/ui/window.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'tagIndex'>;

/** Plans must not be changed: each is identified by its hash. The workspace file lists the tags themselves. */
const EXCLUDED_FILES = `**/*${PLAN_SUFFIX}, **/${CATALOGUE_FILE}`;

export function findInWorkspace(services: Needs): Handler<'botTags.findInWorkspace'> {
  return {
    interactive: async (context) => {
      const items = await itemsOfContext(services, context, vscode.l10n.t('Find in Workspace'));
      await searchWorkspace(items.map(({ id }) => id));
    },
    withArguments: async ({ bot, ids }) => {
      // Checks only that the bot exists.
      botByReference(await services.catalogue(), bot);
      await searchWorkspace(ids);
    },
  };
}

export function canSearchWorkspace(): boolean {
  return (vscode.workspace.workspaceFolders ?? []).length > 0;
}

/** @param replace ID to fill in as the replacement; VS Code replaces only after the user confirms */
export async function searchWorkspace(ids: readonly string[], replace?: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.findInFiles', {
    ...searchFor(ids, replace),
    isCaseSensitive: true,
    matchWholeWord: false,
    triggerSearch: true,
    filesToInclude: '',
    filesToExclude: EXCLUDED_FILES,
  });
}

/** Copies a constant for each tag, in the style of the language of the active editor. */
export function copyConstant(services: Needs): Handler<'botTags.copyConstant'> {
  return {
    interactive: async (context) => {
      const items = await itemsOfContext(services, context, vscode.l10n.t('Copy as Constant'));
      const language = vscode.window.activeTextEditor?.document.languageId;
      await copyLines(linesOf(await services.catalogue(), items, language));
      sayDone(vscode.l10n.t('{0} copied.', items.map(({ name }) => name).join(comma())));
    },
    withArguments: async ({ bot, ids, language }) => {
      const catalogue = await services.catalogue();
      const { key } = botByReference(catalogue, bot);
      const items = ids.map((id) => {
        const item = catalogue.item(key, id);
        if (item === undefined) throw new UserError(notListedText(id));
        return item;
      });
      return copyLines(linesOf(catalogue, items, language));
    },
  };
}

function linesOf(
  catalogue: Catalogue,
  items: readonly CatalogueItem[],
  language: string | undefined,
): readonly string[] {
  const tags = items.map(({ bot, id, name }) => {
    return { id, name, bot: catalogue.bot(bot)?.label ?? '' };
  });
  return constantLines(tags, language);
}
