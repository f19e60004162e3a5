import * as vscode from 'vscode';
import { askPick } from '../../base/ui/askPick.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { runStep, untilSettled } from '../../base/ui/steps.ts';
import { createTextInput, sayDone } from '../../base/ui/window.ts';
import { isFiltering, type ItemFilter } from '../../catalogue/filteredItems.ts';
import type { ItemSort } from '../../catalogue/itemOrder.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import { sortText, type TreeShape } from '../../catalogue/ui/treeShape.ts';
import type { CatalogueServices } from '../../catalogue/ui/catalogueServices.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'shape' | 'tree'>;

/**
 * Filters the tree. A program replaces the whole filter, too: a field that is missing in its argument does not filter.
 */
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

/**
 * Filters the tree while the user types.
 * @returns the final filter
 * @throws {Cancelled} after restoring the previous filter
 */
async function askWhileFiltering(shape: TreeShape): Promise<ItemFilter> {
  const previousFilter = shape.filter;
  let typed = previousFilter;
  const filterBy = (text: string): void => {
    typed = text === '' ? {} : { text };
    shape.previewFilter(typed);
  };
  try {
    const text = await askFilter(vscode.l10n.t('Filter Tags'), previousFilter.text ?? '', filterBy);
    return text === '' ? {} : typed;
  } catch (error) {
    // A filter that a program has set in the meantime is kept.
    if (shape.filter === typed) shape.previewFilter(previousFilter);
    throw error;
  }
}

function matchText({ shown, total }: { readonly shown: number; readonly total: number }): string {
  const [shownText, totalText] = [numberText(shown), numberText(total)];
  return vscode.l10n.t('Tags and folders that match the filter: {0} of {1}', shownText, totalText);
}

export function clearFilter({
  shape,
}: {
  readonly shape: TreeShape;
}): Handler<'botTags.clearFilter'> {
  const clear = (): Promise<void> => shape.setFilter({});
  return { interactive: clear, withArguments: clear };
}

/**
 * Asks for the text to filter by, which may be empty.
 * @param onText called with the text on each change
 * @throws {Cancelled}
 */
function askFilter(title: string, text: string, onText: (text: string) => void): Promise<string> {
  const input = createTextInput();
  input.prompt = vscode.l10n.t('Enter part of a name or ID. Leave the box empty to show all.');
  input.value = text;
  return runStep(title, (position) =>
    untilSettled<string>(input, position, (settle) => [
      input.onDidChangeValue((typed) => onText(typed.trim())),
      input.onDidAccept(() => settle(input.value.trim())),
    ]),
  );
}

interface SortEntry extends vscode.QuickPickItem {
  readonly sort: ItemSort;
}

export function sortTags({ shape }: { readonly shape: TreeShape }): Handler<'botTags.sortTags'> {
  return {
    interactive: async () => {
      const { by, isDescending } = shape.sort;
      const isCurrent = ({ sort }: SortEntry): boolean =>
        sort.by === by && sort.isDescending === isDescending;
      const items = sortEntries().map((entry) => withCurrentMark(entry, isCurrent(entry)));
      const placeholder = vscode.l10n.t('Folders always come first');
      const { sort } = await runStep(vscode.l10n.t('Sort Tags'), (position) =>
        askPick({ placeholder, items, active: isCurrent }, position),
      );
      await shape.setSort(sort);
    },
    withArguments: async ({ by, isDescending = false }) => shape.setSort({ by, isDescending }),
  };
}

function withCurrentMark(entry: SortEntry, isCurrent: boolean): SortEntry {
  const icon = new vscode.ThemeIcon(isCurrent ? 'check' : 'blank');
  return {
    ...entry,
    iconPath: icon,
    ...(isCurrent ? { description: vscode.l10n.t('current') } : {}),
  };
}

function sortEntries(): readonly SortEntry[] {
  const up = (by: ItemSort['by']): ItemSort => ({ by, isDescending: false });
  const down = (by: ItemSort['by']): ItemSort => ({ by, isDescending: true });
  const sorts = [
    up('name'),
    down('name'),
    down('created'),
    up('created'),
    down('lastSeen'),
    up('lastSeen'),
    down('customers'),
    up('customers'),
  ];
  return sorts.map((sort) => ({ label: sortText(sort), sort }));
}
