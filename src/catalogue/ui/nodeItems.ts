import type * as vscode from 'vscode';
import type { Catalogue } from '../catalogue.ts';
import { firstLookOf } from '../firstLook.ts';
import type { ScanHistory } from '../aggregate.ts';
import { FOLDER, TAG, type CatalogueItem, type Scan } from '../../base/model.ts';
import { readOnlyText } from './botLooks.ts';
import { NO_FOLDER } from '../../base/ports.ts';
import type { SecretTokens } from './tokens.ts';
import type { KeptSummary } from './keptSummary.ts';
import { resumableText } from './resumableText.ts';
import { goneItem } from '../../base/ui/treeItem.ts';
import type { TreeNode } from './treeNode.ts';
import { firstLookItem } from './firstLookItem.ts';
import { resumeItem } from './resumeItem.ts';
import { groupItem } from './groupItem.ts';
import type { Drawing, LargeLevels } from './largeLevels.ts';
import { scanTrend } from './scanTrend.ts';
import { itemTooltip } from './tooltips.ts';
import { botItem, catalogueTreeItem, noFolderItem, spokenPlace } from './treeItems.ts';

/** How each node looks. */
export class NodeItems {
  readonly #tokens: SecretTokens;
  readonly #large: LargeLevels;
  readonly #summary: Pick<KeptSummary, 'resumable'>;
  /** Read with a level, until its nodes are drawn right after or something changes. */
  readonly #read = new Map<TreeNode, CatalogueItem>();
  readonly #scans = new Map<string, Scan | undefined>();
  readonly #bots = new Map<string, { readonly place: string; readonly isReadOnly: boolean }>();

  constructor(tokens: SecretTokens, large: LargeLevels, summary: Pick<KeptSummary, 'resumable'>) {
    this.#tokens = tokens;
    this.#large = large;
    this.#summary = summary;
  }

  /** So that it is not read again when its node is drawn. */
  keep(node: TreeNode, item: CatalogueItem): void {
    this.#read.set(node, item);
  }

  /** The catalogue has changed. */
  forget(): void {
    this.#read.clear();
    this.#scans.clear();
    this.#bots.clear();
  }

  async of(drawing: Drawing, node: TreeNode): Promise<vscode.TreeItem> {
    const { catalogue } = drawing;
    if (node.isResume) return resumeItem(node, resumableText(this.#summary.resumable));
    if (node.isFirstLook) {
      const { isReadOnly } = this.#botOf(catalogue, node.bot);
      return firstLookItem(node, firstLookOf(catalogue, node.bot), isReadOnly);
    }
    if (node.group !== undefined) {
      const group = this.#large.shown(drawing, node.bot, node.group);
      const { sort } = drawing;
      const scan = this.#scanOf(catalogue, node.bot)?.id;
      const { place } = this.#botOf(catalogue, node.bot);
      return groupItem(node, group, { sort, scan, place });
    }
    if (node.isNoFolder) {
      const { place } = this.#botOf(catalogue, node.bot);
      return noFolderItem(node, countBelow(drawing, node), place);
    }
    if (node.item === undefined) {
      const bot = catalogue.bot(node.bot);
      if (bot === undefined) return goneItem();
      const hasToken = await this.#tokens.has(bot.key);
      const isReadOnly = catalogue.isReadOnly(bot.key);
      return botItem(bot, { hasToken, isReadOnly, scan: this.#scanOf(catalogue, bot.key) });
    }
    const item = this.#read.get(node) ?? catalogue.item(node.bot, node.item);
    this.#read.delete(node);
    // Removed between the two calls: the next drawing leaves it out.
    if (item === undefined) return goneItem();
    const children = item.type === FOLDER ? countBelow(drawing, node) : 0;
    const isHidden = drawing.filtered !== undefined && children === 0;
    const scan = this.#scanOf(catalogue, item.bot);
    return catalogueTreeItem(item, {
      ...{ children: isHidden ? undefined : children, scan },
      ...this.#botOf(catalogue, item.bot),
    });
  }

  /** `undefined`: the node is no item, or it is gone. */
  tooltip(catalogue: Catalogue, history: ScanHistory, node: TreeNode): string | undefined {
    const item = node.item === undefined ? undefined : catalogue.item(node.bot, node.item);
    const trend = item?.type === TAG ? scanTrend(history, item) : undefined;
    if (item === undefined) return undefined;
    const { label = '' } = catalogue.bot(item.bot) ?? {};
    const locked = catalogue.isReadOnly(item.bot) ? readOnlyText(label) : undefined;
    return itemTooltip(item, { scan: this.#scanOf(catalogue, item.bot), trend, locked });
  }

  /** The same for all rows of a bot. */
  #botOf(catalogue: Catalogue, bot: string) {
    const known = this.#bots.get(bot);
    if (known !== undefined) return known;
    const environment = catalogue.bot(bot)?.environment ?? '';
    const isReadOnly = catalogue.isReadOnly(bot);
    const read = { place: spokenPlace(environment, isReadOnly), isReadOnly };
    this.#bots.set(bot, read);
    return read;
  }

  #scanOf(catalogue: Catalogue, bot: string): Scan | undefined {
    if (!this.#scans.has(bot)) this.#scans.set(bot, catalogue.scan(bot));
    return this.#scans.get(bot);
  }
}

/** How many children a node has, or how many matches are below it, however deep, when there is a filter. */
export function countBelow(
  { catalogue, filtered }: Drawing,
  { bot, level, isNoFolder }: TreeNode,
): number {
  if (filtered !== undefined) return filtered.matchesBelow(bot, isNoFolder ? NO_FOLDER : level);
  const folders = isNoFolder ? catalogue.topFolders(bot) : 0;
  return catalogue.count(bot, level) - folders;
}

/** Whether a bot's row has folders below it, so that its other tags are in the group "No Folder". */
export function hasFolders({ catalogue, filtered }: Drawing, bot: string): boolean {
  return (filtered?.matchesBelow(bot, null) ?? catalogue.topFolders(bot)) > 0;
}
