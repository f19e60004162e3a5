import * as vscode from 'vscode';
import type { ViewItem } from '../../base/manifest.ts';
import { type CatalogueItem, FOLDER, TAG } from '../../base/model.ts';
import { NO_FOLDER } from '../../base/ports.ts';
import {
  comma,
  customerCountText,
  dateText,
  itemCountText,
  numberText,
  tagCountText,
} from '../../base/ui/localeTexts.ts';
import { goneItem, spokenOf, tooltip, treeItem } from '../../base/ui/treeItem.ts';
import type { CommandId } from '../../commands/commands.ts';
import type { Catalogue } from '../catalogue.ts';
import { type ItemSort, sortValue } from '../itemOrder.ts';
import type { ScanHistory } from '../scanCounts.ts';
import { type InitialSample, initialSampleOf } from '../seenTags.ts';
import { readOnlyText } from './botLooks.ts';
import type { StoredSummary } from './storedSummary.ts';
import type { TreeState, LargeLevels, ShownGroup } from './largeLevels.ts';
import { resumableText } from './resumableText.ts';
import { scanTrend } from './scanText.ts';
import type { SecretTokens } from './tokens.ts';
import {
  botItem,
  type BotState,
  catalogueTreeItem,
  itemTooltip,
  noFolderItem,
  spokenBotState,
} from './treeItems.ts';
import type { TreeNode } from './treeNode.ts';

/** Creates the `vscode.TreeItem` of each node. */
export class NodeItems {
  readonly #tokens: SecretTokens;
  readonly #large: LargeLevels;
  readonly #summary: Pick<StoredSummary, 'resumable'>;
  readonly #botStates = new Map<string, BotState>();

  constructor(tokens: SecretTokens, large: LargeLevels, summary: Pick<StoredSummary, 'resumable'>) {
    this.#tokens = tokens;
    this.#large = large;
    this.#summary = summary;
  }

  /** Must be called after each change of the catalogue. */
  clearCache(): void {
    this.#botStates.clear();
  }

  async treeItemOf(treeState: TreeState, node: TreeNode): Promise<vscode.TreeItem> {
    const { catalogue } = treeState;
    if (node.isResume) return resumeItem(node, resumableText(this.#summary.resumable));
    if (node.isInitialSampleRow) {
      const { isReadOnly } = this.#botStateOf(catalogue, node.bot);
      return initialSampleItem(node, initialSampleOf(catalogue, node.bot), isReadOnly);
    }
    if (node.group !== undefined) {
      const group = this.#large.shownGroup(treeState, node.bot, node.group);
      const { sort } = treeState;
      const { scan, botStateText } = this.#botStateOf(catalogue, node.bot);
      return groupItem(node, group, { sort, scanId: scan?.id, botStateText });
    }
    if (node.isNoFolderRow) {
      const { botStateText } = this.#botStateOf(catalogue, node.bot);
      return noFolderItem(node, countBelow(treeState, node), botStateText);
    }
    if (node.item === undefined) {
      const bot = catalogue.bot(node.bot);
      if (bot === undefined) return goneItem();
      const hasToken = await this.#tokens.has(bot.key);
      return botItem(bot, this.#botStateOf(catalogue, bot.key), hasToken);
    }
    const item = catalogue.item(node.bot, node.item);
    // The item was removed after its siblings were read. The next drawing leaves it out.
    if (item === undefined) return goneItem();
    const childCount = item.type === FOLDER ? countBelow(treeState, node) : 0;
    // A folder without a match shows no number and cannot be opened. For a tag, the number is not used.
    const hasNoMatchBelow = treeState.filtered !== undefined && childCount === 0;
    return catalogueTreeItem(item, {
      childCount: hasNoMatchBelow ? undefined : childCount,
      ...this.#botStateOf(catalogue, item.bot),
    });
  }

  tooltip(catalogue: Catalogue, history: ScanHistory, node: TreeNode): string | undefined {
    const item = node.item === undefined ? undefined : catalogue.item(node.bot, node.item);
    if (item === undefined) return undefined;
    const trend = item.type === TAG ? scanTrend(history, item) : undefined;
    const { label = '' } = catalogue.bot(item.bot) ?? {};
    const { scan, isReadOnly } = this.#botStateOf(catalogue, item.bot);
    return itemTooltip(item, {
      scan,
      trend,
      readOnlyMessage: isReadOnly ? readOnlyText(label) : undefined,
    });
  }

  #botStateOf(catalogue: Catalogue, bot: string): BotState {
    const cachedState = this.#botStates.get(bot);
    if (cachedState !== undefined) return cachedState;
    const environment = catalogue.bot(bot)?.environment ?? '';
    const isReadOnly = catalogue.isReadOnly(bot);
    const botStateText = spokenBotState(environment, isReadOnly);
    const state = { scan: catalogue.scan(bot), isReadOnly, botStateText };
    this.#botStates.set(bot, state);
    return state;
  }
}

/** Returns the number of children of a node or, with a filter, of matches at any depth below it. */
export function countBelow(
  { catalogue, filtered }: TreeState,
  { bot, level, isNoFolderRow }: TreeNode,
): number {
  if (filtered !== undefined) return filtered.matchesBelow(bot, isNoFolderRow ? NO_FOLDER : level);
  const folders = isNoFolderRow ? catalogue.topFolderCount(bot) : 0;
  return catalogue.count(bot, level) - folders;
}

/**
 * Checks whether a bot has folders to show. If so, its tags without a folder are in the section "No Folder". A filter
 * counts these tags below `NO_FOLDER`, so its matches below `null` are folders and their items.
 */
export function hasFolders({ catalogue, filtered }: TreeState, bot: string): boolean {
  return (filtered?.matchesBelow(bot, null) ?? catalogue.topFolderCount(bot)) > 0;
}

interface GroupState {
  readonly sort: ItemSort;
  /** ID of the bot's last scan. Customer counts of older scans are not shown. */
  readonly scanId: string | undefined;
  /** Text from `spokenBotState`. */
  readonly botStateText: string;
}

export function groupItem(
  { id }: TreeNode,
  group: ShownGroup | undefined,
  { sort, scanId, botStateText }: GroupState,
): vscode.TreeItem {
  // The group no longer exists, because siblings were removed after the level was drawn.
  if (group === undefined) return goneItem();
  const { l10n } = vscode;
  const { first, last } = group;
  const count = group.end - group.start;
  const isByName = sort.by === 'name';
  const label = isByName
    ? rangeText(group.names)
    : l10n.t('{0} to {1}', numberText(group.start + 1), numberText(group.end));
  const endValues = [first, last].map((item) => valueText(item, sort, scanId)) as [string, string];
  const description = isByName ? numberText(count) : rangeText(endValues);
  return treeItem({
    id,
    label,
    description,
    contextValue: 'group' satisfies ViewItem,
    collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    iconPath: new vscode.ThemeIcon('list-unordered'),
    tooltip: tooltip([label, itemCountText(count), rangeText([first.name, last.name])]),
    spoken: spokenOf(
      l10n.t(
        '{0}, group of {1}',
        isByName ? label : [label, description].join(comma()),
        itemCountText(count),
      ),
      botStateText,
    ),
  });
}

function rangeText([first, last]: readonly [string, string]): string {
  return first === last ? first : vscode.l10n.t('{0} to {1}', first, last);
}

function valueText(item: CatalogueItem, { by }: ItemSort, scanId: string | undefined): string {
  const value = by === 'name' ? null : sortValue(item, by, scanId);
  if (value === null) return vscode.l10n.t('Unknown');
  return by === 'customers' ? numberText(value) : dateText(value);
}

/** @param label text from `resumableText` */
export function resumeItem({ id }: TreeNode, label: string): vscode.TreeItem {
  const command: CommandId = 'botTags.resume';
  return treeItem({
    id,
    label,
    iconPath: new vscode.ThemeIcon('debug-pause'),
    contextValue: 'resume' satisfies ViewItem,
    command: { command, title: label },
    spoken: label,
  });
}

/** @param sample `undefined` if it was removed in the meantime; the next drawing leaves the row out */
export function initialSampleItem(
  node: TreeNode,
  sample: InitialSample | undefined,
  isReadOnly: boolean,
): vscode.TreeItem {
  if (sample === undefined) return goneItem();
  if (sample.customers > 0) return sampleCountsItem(node, sample);
  return noCustomersItem(node, isReadOnly);
}

// These rows have no icon: the side bar is narrow, and the rows are not tags.

function noCustomersItem(node: TreeNode, isReadOnly: boolean): vscode.TreeItem {
  const { l10n } = vscode;
  const label = l10n.t('No customers yet');
  const addExisting = l10n.t('Add Existing Item by ID');
  const description = isReadOnly
    ? addExisting
    : l10n.t('Create a tag, or add an existing item by its ID');
  const fullText = l10n.t('{0}. {1}', label, description);
  const contextValue: ViewItem = isReadOnly ? 'firstLook.empty.locked' : 'firstLook.empty';
  return treeItem({
    id: node.id,
    label,
    description,
    contextValue,
    tooltip: fullText,
    command: isReadOnly
      ? commandOf(node, 'botTags.addExisting', addExisting)
      : commandOf(node, 'botTags.createTag', l10n.t('New Tag')),
    spoken: fullText,
  });
}

function sampleCountsItem(node: TreeNode, { tags, customers }: InitialSample): vscode.TreeItem {
  const { l10n } = vscode;
  const label = l10n.t(
    '{0} found on the first {1}. Scan all…',
    tagCountText(tags),
    customerCountText(customers),
  );
  const explanation = l10n.t(
    'When the bot was added, only the first customers of the bot were read. To read all customers, use "Scan Customers…".',
  );
  const title = l10n.t('Scan Customers');
  return treeItem({
    id: node.id,
    label,
    contextValue: 'firstLook' satisfies ViewItem,
    tooltip: [label, explanation].join('\n'),
    command: commandOf(node, 'botTags.discoverTags', title),
    spoken: label,
  });
}

function commandOf(node: TreeNode, command: CommandId, title: string): vscode.Command {
  return { command, title, arguments: [node] };
}
