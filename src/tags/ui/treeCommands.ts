import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type CatalogueItem, SORT_KEYS } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { runStep, untilSettled } from '../../base/ui/steps.ts';
import { createTextInput, sayDone } from '../../base/ui/window.ts';
import { isFiltering, type ItemFilter } from '../../catalogue/filteredItems.ts';
import type { ItemSort } from '../../catalogue/itemOrder.ts';
import { TagSearch } from '../../catalogue/tagSearch.ts';
import { requireBot } from '../../catalogue/ui/askBot.ts';
import { botLabels } from '../../catalogue/ui/botLooks.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { notListedText } from '../../catalogue/ui/itemEntries.ts';
import { MAX_SHOWN, pickFromSearch, TagFinder } from '../../catalogue/ui/pickFromSearch.ts';
import { sortText, type TreeShape } from '../../catalogue/ui/treeShape.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'shape' | 'tree'>;

/** Replaces the filter of the tree. A field that is absent from the filter of a program no longer filters the tree. */
export function filterTags({ catalogue, shape, tree }: Needs): Handler<'botTags.filterTags'> {
  return {
    interactive: async () => {
      await shape.setFilter(await askWhileFiltering(shape));
      const counts = await tree.counts();
      // Screen readers do not read the text above the tree.
      if (counts !== undefined) sayDone(matchText(counts));
    },
    withArguments: async (filter) => {
      await shape.setFilter(filter);
      const counts = await tree.counts();
      if (counts !== undefined && isFiltering(filter)) return counts;
      const openCatalogue = await catalogue();
      const total = openCatalogue
        .bots()
        .reduce((sum, { key }) => sum + openCatalogue.items(key).length, 0);
      return { shown: total, total };
    },
  };
}

/** Returns the final filter. If the user cancels, restores the previous filter. */
async function askWhileFiltering(shape: TreeShape): Promise<ItemFilter> {
  const previousFilter = shape.filter;
  let typedFilter = previousFilter;
  const filterBy = (text: string): void => {
    typedFilter = text === '' ? {} : { text };
    shape.previewFilter(typedFilter);
  };
  try {
    const text = await askFilter(previousFilter.text ?? '', filterBy);
    return text === '' ? {} : typedFilter;
  } catch (error) {
    // A filter that a program has set in the meantime is kept.
    if (shape.filter === typedFilter) shape.previewFilter(previousFilter);
    throw error;
  }
}

function matchText({ shown, total }: { readonly shown: number; readonly total: number }): string {
  const [shownText, totalText] = [numberText(shown), numberText(total)];
  return vscode.l10n.t('Tags and folders that match the filter: {0} of {1}', shownText, totalText);
}

export function clearFilter({ shape }: Pick<Needs, 'shape'>): Handler<'botTags.clearFilter'> {
  const clear = (): Promise<void> => shape.setFilter({});
  return { interactive: clear, withArguments: clear };
}

/** @param onText called with the text on each change */
function askFilter(text: string, onText: (text: string) => void): Promise<string> {
  const input = createTextInput();
  input.prompt = vscode.l10n.t('Enter part of a name or ID. Leave the box empty to show all.');
  input.value = text;
  return runStep(vscode.l10n.t('Filter Tags'), (position) =>
    untilSettled<string>(input, position, (settle) => [
      input.onDidChangeValue((typed) => onText(typed.trim())),
      input.onDidAccept(() => settle(input.value.trim())),
    ]),
  );
}

export function sortTags({ shape }: Pick<Needs, 'shape'>): Handler<'botTags.sortTags'> {
  return {
    interactive: async () => {
      const items = sortEntries(shape.sort);
      const placeholder = vscode.l10n.t('Folders always come first');
      const { sort } = await runStep(vscode.l10n.t('Sort Tags'), (position) =>
        askPick({ placeholder, items }, position),
      );
      await shape.setSort(sort);
    },
    withArguments: async ({ by, isDescending = false }) => shape.setSort({ by, isDescending }),
  };
}

/** Names are first listed in ascending order, times and numbers in descending order. */
function sortEntries(current: ItemSort) {
  const sorts = SORT_KEYS.flatMap((by): readonly ItemSort[] => {
    const ascending = { by, isDescending: false };
    const descending = { by, isDescending: true };
    return by === 'name' ? [ascending, descending] : [descending, ascending];
  });
  return sorts.map((sort) => {
    const isCurrent = sort.by === current.by && sort.isDescending === current.isDescending;
    return {
      label: sortText(sort),
      iconPath: new vscode.ThemeIcon(isCurrent ? 'check' : 'blank'),
      ...(isCurrent ? { description: vscode.l10n.t('current') } : {}),
      sort,
      isActive: isCurrent,
    };
  });
}

/** Selects the picked tag in the tree. A program can select a tag by its ID, or get the tags that match a query. */
export function goToTag(
  services: Pick<CatalogueServices, 'catalogue' | 'tagIndex' | 'tree' | 'steps'>,
): Handler<'botTags.goToTag'> {
  return {
    interactive: async () => {
      const catalogue = await services.catalogue();
      requireBot(catalogue);
      const title = vscode.l10n.t('Go to Tag');
      const finder = new TagFinder(await services.tagIndex());
      const labels = botLabels(catalogue);
      const picked = await runStep(title, (position) =>
        pickFromSearch(finder, { labels }, position),
      );
      if (picked === undefined) return;
      await select(services, picked);
      services.steps.markDone('botTags.didLookAround');
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
      const result = await search.find(query, limit, new AbortController().signal);
      return (result?.matches ?? []).map(({ item: { bot, id, name, type }, path }) => {
        return { bot, id, name, type, path };
      });
    },
  };
}

/** Selects an item in the tree. Clears the filter if it hides the item. */
async function select(
  { tree }: Pick<CatalogueServices, 'tree'>,
  { bot, id, name }: Pick<CatalogueItem, 'bot' | 'id' | 'name'>,
): Promise<void> {
  const didClearFilter = await tree.reveal(bot, id, { focus: true });
  if (didClearFilter) sayDone(vscode.l10n.t('The filter was cleared to show {0}.', name));
}
