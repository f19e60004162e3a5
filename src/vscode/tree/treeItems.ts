import * as vscode from 'vscode';
import {
  FOLDER,
  TAG,
  type Bot,
  type CatalogueItem,
  type ItemSource,
  type Scan,
} from '../../core/model.ts';
import type { ViewItem } from '../../surface/manifest.ts';
import { comma } from '../kit/counts.ts';
import { behindLabel, botIcon } from '../kit/botLooks.ts';
import { numberText } from '../kit/numberText.ts';
import { treeItem } from '../kit/treeItem.ts';
import type { TreeNode } from '../kit/treeNode.ts';
import { rowUri } from './botColours.ts';
import { botTooltip } from './tooltips.ts';

interface BotState {
  readonly hasToken: boolean;
  readonly isReadOnly: boolean;
  /** What was last scanned of it. */
  readonly scan: Scan | undefined;
}

/** How a bot looks in the tree. */
export function botItem(bot: Bot, { hasToken, isReadOnly, scan }: BotState): vscode.TreeItem {
  const isSandbox = bot.kind === 'sandbox';
  // A sandbox makes its token itself, when it starts.
  const isMissing = !hasToken && !isSandbox;
  const place = isMissing ? vscode.l10n.t('token missing') : placeOf(bot);
  const text = isReadOnly ? vscode.l10n.t('read-only · {0}', place) : place;
  const description = behindLabel(bot, text);
  const resourceUri = rowUri(bot);
  return treeItem({
    id: bot.key,
    label: bot.label,
    description,
    contextValue: viewItemOf({ isSandbox, isMissing, isReadOnly }),
    collapsibleState: vscode.TreeItemCollapsibleState.Expanded,
    iconPath: isMissing
      ? new vscode.ThemeIcon('key', new vscode.ThemeColor('list.warningForeground'))
      : botIcon(bot, isReadOnly),
    tooltip: botTooltip(bot, { isMissing, isReadOnly, scan }),
    accessibilityInformation: { label: `${bot.label}, ${description.replaceAll(' · ', ', ')}` },
    ...(resourceUri === undefined ? {} : { resourceUri }),
  });
}

function viewItemOf(bot: {
  readonly isSandbox: boolean;
  readonly isMissing: boolean;
  readonly isReadOnly: boolean;
}): ViewItem {
  const kind = bot.isSandbox ? 'bot.sandbox' : bot.isMissing ? 'bot.noToken' : 'bot';
  return bot.isReadOnly ? `${kind}.locked` : kind;
}

function placeOf({ kind, baseUrl }: Bot): string {
  return kind === 'sandbox' ? vscode.l10n.t('on this machine') : new URL(baseUrl).host;
}

/** The group of the items whose folder is not known. */
export function unplacedItem({ id }: TreeNode, children: number): vscode.TreeItem {
  const label = vscode.l10n.t('Folder not known');
  return treeItem({
    id,
    label,
    description: numberText(children),
    contextValue: 'unplaced' satisfies ViewItem,
    collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    iconPath: new vscode.ThemeIcon('question'),
    tooltip: vscode.l10n.t(
      'The service does not say which folder a tag is in. "Set Folder…" records what you know, on this machine only.',
    ),
    accessibilityInformation: { label: `${label}, ${children}` },
  });
}

/**
 * How a tag or folder looks in the tree.
 * @param children `undefined`: the filter hides all there may be
 * @param scan what was last scanned of its bot
 */
export function catalogueTreeItem(
  item: CatalogueItem,
  children: number | undefined,
  scan: Scan | undefined,
): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const isOpenable = item.type === FOLDER && children !== undefined;
  const description = descriptionOf(item, children, scan);
  const state = [typeText(item.type), description].filter((text) => text !== '');
  return treeItem({
    id: `${item.bot}/${item.id}`,
    label: item.name,
    description,
    contextValue: viewItem(item),
    collapsibleState: isOpenable ? Collapsed : None,
    iconPath: iconOf(item),
    accessibilityInformation: { label: [item.name, ...state].join(comma()) },
  });
}

export function typeText(type: number): string {
  if (type === TAG) return vscode.l10n.t('tag');
  return type === FOLDER ? vscode.l10n.t('folder') : vscode.l10n.t('type {0}', type);
}

function viewItem(item: CatalogueItem): ViewItem {
  const kinds: Readonly<Record<number, 'tag' | 'folder'>> = { [TAG]: 'tag', [FOLDER]: 'folder' };
  const kind = kinds[item.type] ?? 'other';
  return item.state === 'ok' ? kind : `${kind}.${item.state}`;
}

function descriptionOf(
  item: CatalogueItem,
  children: number | undefined,
  scan: Scan | undefined,
): string {
  if (item.state === 'gone') return vscode.l10n.t('gone');
  if (item.state === 'error') return vscode.l10n.t('not checked');
  if (item.type === FOLDER) {
    if (children === undefined) return '';
    return children === 0 ? vscode.l10n.t('empty') : numberText(children);
  }
  const type = item.type === TAG ? [] : [typeText(item.type)];
  return [...type, ...scannedText(item, scan)].join(comma());
}

/** Never as a total: what is not scanned is not known. */
function scannedText({ scan: own, seenOn }: CatalogueItem, scan: Scan | undefined): string[] {
  if (scan === undefined || own !== scan.id) return [];
  return [vscode.l10n.t('{0} of {1} scanned', numberText(seenOn), numberText(scan.customers))];
}

function iconOf(item: CatalogueItem): vscode.ThemeIcon {
  if (item.state === 'gone') {
    return new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'));
  }
  if (item.state === 'error') {
    return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  }
  if (item.type === FOLDER) {
    return new vscode.ThemeIcon('folder', new vscode.ThemeColor('symbolIcon.folderForeground'));
  }
  return new vscode.ThemeIcon(item.type === TAG ? 'tag' : 'question');
}

export function sourceText(source: ItemSource): string {
  const texts: Record<ItemSource, string> = {
    created: vscode.l10n.t('created here'),
    added: vscode.l10n.t('added by ID'),
    sandbox: vscode.l10n.t('comes with the sandbox'),
    seen: vscode.l10n.t('seen on customers'),
    file: vscode.l10n.t('workspace file'),
  };
  return texts[source];
}
