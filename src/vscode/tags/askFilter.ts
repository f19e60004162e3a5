import * as vscode from 'vscode';
import { ITEM_SOURCES, type ItemSource } from '../../core/model.ts';
import type { ItemFilter } from '../../core/search/filteredItems.ts';
import { BACK, untilSettled } from '../input/steps.ts';
import { createPick } from '../kit/window.ts';
import { sourceText } from '../tree/treeItems.ts';

interface FilterEntry extends vscode.QuickPickItem {
  readonly source?: ItemSource;
  readonly gone?: boolean;
}

/** Asks for text, sources and states in one box: the text is what is typed. Throws `Cancelled`. */
export async function askFilter(title: string, filter: ItemFilter): Promise<ItemFilter> {
  const input = createPick<FilterEntry>();
  input.canSelectMany = true;
  input.placeholder = vscode.l10n.t('Text in the name or ID; leave everything empty to show all');
  input.value = filter.text ?? '';
  input.items = entries();
  input.selectedItems = input.items.filter((entry) => isTicked(entry, filter));
  const answer = await untilSettled<ItemFilter>(
    input,
    { title, step: 1, totalSteps: 1, canGoBack: false },
    (settle) => [
      input.onDidAccept(() => settle(filterOf(input.value.trim(), input.selectedItems))),
    ],
  );
  return answer === BACK ? filter : answer;
}

/** Always shown: what is typed is the text to filter by, and not a search among these. */
function entries(): readonly FilterEntry[] {
  const kind = vscode.QuickPickItemKind.Separator;
  const alwaysShow = true;
  return [
    { label: vscode.l10n.t('Source'), kind },
    ...ITEM_SOURCES.map((source) => ({ label: sourceText(source), source, alwaysShow })),
    { label: vscode.l10n.t('State'), kind },
    { label: vscode.l10n.t('gone'), gone: true, alwaysShow },
    { label: vscode.l10n.t('not gone'), gone: false, alwaysShow },
  ];
}

function isTicked({ source, gone }: FilterEntry, filter: ItemFilter): boolean {
  if (source !== undefined) return filter.sources?.includes(source) ?? false;
  return gone !== undefined && gone === filter.gone;
}

/** Both states are the same as none. */
function filterOf(text: string, ticked: readonly FilterEntry[]): ItemFilter {
  const sources = ticked.flatMap(({ source }) => source ?? []);
  const [gone, ...others] = ticked.flatMap(({ gone }) => gone ?? []);
  return {
    ...(text === '' ? {} : { text }),
    ...(sources.length === 0 ? {} : { sources }),
    ...(gone === undefined || others.length > 0 ? {} : { gone }),
  };
}
