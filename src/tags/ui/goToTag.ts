import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { CatalogueItem } from '../../base/model.ts';
import { TagSearch } from '../../catalogue/tagSearch.ts';
import { requireBot } from '../../catalogue/ui/askBot.ts';
import { pickFromSearch, MAX_SHOWN } from '../../catalogue/ui/pickFromSearch.ts';
import { notListedText, searchText } from '../../catalogue/ui/itemEntries.ts';
import { botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { runStep } from '../../base/ui/steps.ts';
import { botLabels } from '../../catalogue/ui/botLooks.ts';
import { sayDone } from '../../base/ui/window.ts';
import type { CatalogueServices } from '../../catalogue/ui/catalogueServices.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'tagIndex' | 'tree' | 'steps'>;

/** Selects the picked tag in the tree. A program can select a tag by its ID, or get the tags that match a query. */
export function goToTag(services: Needs): Handler<'botTags.goToTag'> {
  return {
    interactive: async () => {
      const catalogue = await services.catalogue();
      requireBot(catalogue);
      const title = vscode.l10n.t('Go to Tag');
      const index = await services.tagIndex();
      const question = { placeholder: searchText, index, labels: botLabels(catalogue) };
      const found = await runStep(title, (position) => pickFromSearch(question, position));
      if (found === undefined) return;
      await select(services, found);
      services.steps.done('botTags.didLookAround');
    },
    withArguments: async ({ bot, id, query = '', limit = MAX_SHOWN }) => {
      const catalogue = await services.catalogue();
      const botKey = bot === undefined ? undefined : botByReference(catalogue, bot).key;
      if (id !== undefined && botKey !== undefined) {
        const item = catalogue.item(botKey, id);
        if (item === undefined) throw new UserError(notListedText(id));
        await select(services, item);
        const { name, type } = item;
        const path = catalogue.ancestors(item).map((folder) => folder.name);
        return [{ bot: botKey, id, name, type, path }];
      }
      const index = await (await services.tagIndex()).open();
      const search = new TagSearch(index, (item) => botKey === undefined || item.bot === botKey);
      const found = await search.find(query, limit, new AbortController().signal);
      return (found?.matches ?? []).map(({ item: { bot, id, name, type }, path }) => {
        return { bot, id, name, type, path };
      });
    },
  };
}

async function select(
  { tree }: Needs,
  { bot, id, name }: Pick<CatalogueItem, 'bot' | 'id' | 'name'>,
): Promise<void> {
  const didClearFilter = await tree.reveal(bot, id, { focus: true });
  if (didClearFilter) sayDone(vscode.l10n.t('The filter was cleared to show {0}.', name));
}
