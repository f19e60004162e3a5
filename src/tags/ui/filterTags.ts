import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { isFiltering, type ItemFilter } from '../../catalogue/filteredItems.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import { numberText } from '../../base/ui/numberText.ts';
import { sayDone } from '../../base/ui/window.ts';
import type { TreeShape } from '../../catalogue/ui/treeShape.ts';
import type { BotTree } from '../../catalogue/ui/treeView.ts';
import { askFilter } from './askFilter.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly shape: TreeShape;
  readonly tree: BotTree;
}

/** Other code replaces the whole filter, too: what it does not name is not filtered by. */
export function filterTags({ catalogue, shape, tree }: Needs): Handler<'botTags.filterTags'> {
  return {
    byPerson: async () => {
      await shape.setFilter(await askWhileFiltering(shape));
      const counts = await tree.counts();
      // What stands above the tree is not read aloud.
      if (counts !== undefined) sayDone(matchText(counts));
    },
    byProgram: async (filter) => {
      await shape.setFilter(filter);
      const counts = await tree.counts();
      if (counts !== undefined && isFiltering(filter)) return counts;
      const opened = await catalogue();
      const total = opened.bots().reduce((sum, { key }) => sum + opened.items(key).length, 0);
      return { shown: total, total };
    },
  };
}

/** Filters the tree by what is typed. Throws `Cancelled` with the former filter in place. */
async function askWhileFiltering(shape: TreeShape): Promise<ItemFilter> {
  const former = shape.filter;
  let typed = former;
  const filterBy = (text: string): void => {
    typed = text === '' ? {} : { text };
    shape.previewFilter(typed);
  };
  try {
    const text = await askFilter(vscode.l10n.t('Filter Tags'), former.text ?? '', filterBy);
    return text === '' ? {} : typed;
  } catch (error) {
    // Not a filter that a program has set meanwhile.
    if (shape.filter === typed) shape.previewFilter(former);
    throw error;
  }
}

function matchText({ shown, total }: { readonly shown: number; readonly total: number }): string {
  const [some, all] = [numberText(shown), numberText(total)];
  return vscode.l10n.t('{0} of {1} tags and folders match the filter.', some, all);
}

export function clearFilter({
  shape,
}: {
  readonly shape: TreeShape;
}): Handler<'botTags.clearFilter'> {
  const clear = (): Promise<void> => shape.setFilter({});
  return { byPerson: clear, byProgram: clear };
}
