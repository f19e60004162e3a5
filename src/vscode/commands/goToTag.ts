import * as vscode from 'vscode';
import { TagSearch } from '../../core/tagSearch.ts';
import { askFound, MOST_SHOWN } from '../input/askFound.ts';
import { onlyBot } from '../input/askBot.ts';
import type { Parts } from '../parts.ts';
import { sayDone } from '../progress.ts';
import { botNamed, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'tagIndex' | 'tree'>;

/** Shows the pick in the tree; other code gets what is found, and nothing moves. */
export function goToTag(parts: Needs): Handler<'botTags.goToTag'> {
  return {
    byPerson: async () => {
      const catalogue = await parts.catalogue();
      // Says what to do when there is no bot.
      onlyBot(catalogue);
      const title = vscode.l10n.t('Go to Tag');
      const found = await askFound(catalogue, await parts.tagIndex(), title);
      if (found === undefined) return;
      const isCleared = await parts.tree.goTo(found.bot, found.id);
      if (isCleared) sayDone(vscode.l10n.t('The filter was cleared: it hid {0}.', found.name));
    },
    byProgram: async ({ bot, query, limit = MOST_SHOWN }) => {
      const catalogue = await parts.catalogue();
      const only = bot === undefined ? undefined : botNamed(catalogue, bot).key;
      const index = await (await parts.tagIndex()).open();
      const search = new TagSearch(index, only);
      const found = await search.find(query, limit, new AbortController().signal);
      return (found?.matches ?? []).map(({ item: { bot, id, name, type }, path }) => {
        return { bot, id, name, type, path };
      });
    },
  };
}
