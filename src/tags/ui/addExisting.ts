import * as vscode from 'vscode';
import type { Bot } from '../../base/model.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { askText, type Refusal } from '../../base/ui/askText.ts';
import { botOfContext, botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { runStep } from '../../base/ui/steps.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { sayDone } from '../../base/ui/window.ts';
import type { CatalogueServices } from '../../catalogue/ui/catalogueServices.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'items' | 'tree'>;

/** Reads a tag or folder from the service by its ID, and adds it to the catalogue. */
export function addExisting(services: Needs): Handler<'botTags.addExisting'> {
  const add = async (bot: Bot, id: string) => {
    const items = await services.items();
    const title = vscode.l10n.t('Reading {0}…', id);
    return withProgress({ title, location: 'status' }, ({ signal }) =>
      items.addExisting(bot, id, signal),
    );
  };
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Add Existing Tag by ID');
      const bot = await botOfContext(await services.catalogue(), context, title);
      // An ID that the service refuses is shown with the error, and can be corrected in the same dialog.
      const accept = async (id: string): Promise<Refusal | undefined> => {
        try {
          await add(bot, id);
          return undefined;
        } catch (error) {
          return { message: describeError(error) };
        }
      };
      const prompt = vscode.l10n.t('ID of a tag or folder in "{0}"', bot.label);
      const addedId = await runStep(title, (position) =>
        askText({ prompt, placeholder: 'tag-…', accept }, position),
      );
      await services.tree.reveal(bot.key, addedId, { focus: context.isFromTree });
      sayDone(vscode.l10n.t('{0} added.', addedId));
    },
    withArguments: async ({ bot, id }) => {
      const item = await add(botByReference(await services.catalogue(), bot), id);
      return item.name;
    },
  };
}
