import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { LiveItems } from '../../core/search/liveItems.ts';
import type { TagIndex } from '../../core/search/tagIndex.ts';
import { TagSearch } from '../../core/search/tagSearch.ts';
import { onlyBot } from '../input/askBot.ts';
import { askFound } from '../input/askFound.ts';
import { botNamed, type Handler } from '../input/handler.ts';
import { searchText } from '../input/itemEntry.ts';
import { BACK } from '../input/steps.ts';
import { MOST_SHOWN } from '../input/tagFinder.ts';
import { botLabels } from '../kit/botLooks.ts';
import type { FirstSteps } from '../walkthrough/firstSteps.ts';
import { sayDone } from '../kit/window.ts';
import type { BotTree } from '../tree/treeView.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly tagIndex: Lazy<LiveItems<TagIndex>>;
  readonly tree: BotTree;
  readonly steps: FirstSteps;
}

/** Shows the pick in the tree; other code gets what is found, and nothing moves. */
export function goToTag(parts: Needs): Handler<'botTags.goToTag'> {
  return {
    byPerson: async () => {
      const catalogue = await parts.catalogue();
      // Says what to do when there is no bot.
      onlyBot(catalogue);
      const title = vscode.l10n.t('Go to Tag');
      const found = await askFound(
        {
          placeholder: searchText,
          index: await parts.tagIndex(),
          labels: botLabels(catalogue),
        },
        { title, step: 1, totalSteps: 1, canGoBack: false },
      );
      if (found === undefined || found === BACK) return;
      const isCleared = await parts.tree.reveal(found.bot, found.id, { focus: true });
      parts.steps.done('botTags.didLookAround');
      if (isCleared) sayDone(vscode.l10n.t('The filter was cleared: it hid {0}.', found.name));
    },
    byProgram: async ({ bot, query, limit = MOST_SHOWN }) => {
      const catalogue = await parts.catalogue();
      const only = bot === undefined ? undefined : botNamed(catalogue, bot).key;
      const index = await (await parts.tagIndex()).open();
      const search = new TagSearch(index, (item) => only === undefined || item.bot === only);
      const found = await search.find(query, limit, new AbortController().signal);
      return (found?.matches ?? []).map(({ item: { bot, id, name, type }, path }) => {
        return { bot, id, name, type, path };
      });
    },
  };
}
