import * as vscode from 'vscode';
import { isFiltering } from '../../core/filteredItems.ts';
import { askFilter } from '../input/askFilter.ts';
import type { Parts } from '../parts.ts';
import type { Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'shape' | 'tree'>;

/** Other code replaces the whole filter, too: what it does not name is not filtered by. */
export function filterTags({ catalogue, shape, tree }: Needs): Handler<'botTags.filterTags'> {
  return {
    byPerson: async () => {
      await shape.setFilter(await askFilter(vscode.l10n.t('Filter Tags'), shape.filter));
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

export function clearFilter({ shape }: Pick<Parts, 'shape'>): Handler<'botTags.clearFilter'> {
  const clear = (): Promise<void> => shape.setFilter({});
  return { byPerson: clear, byProgram: clear };
}
