import * as vscode from 'vscode';
import type { ViewItem } from '../../base/manifest.ts';
import {
  type Bot,
  type CatalogueItem,
  FOLDER,
  type FolderSource,
  type Scan,
  TAG,
} from '../../base/model.ts';
import {
  comma,
  dateTimeText,
  itemCountText,
  labeled,
  numberText,
} from '../../base/ui/localeTexts.ts';
import { spokenOf, tooltip, treeItem } from '../../base/ui/treeItem.ts';
import { botIcon, readOnlyText, rowUri, textAfterLabel } from './botLooks.ts';
import { sourceText, typeText } from './itemEntries.ts';
import { countsText, isCounted, seenText } from './scanText.ts';
import type { TreeNode } from './treeNode.ts';

/** State of a bot that its row and the rows below it show. */
export interface BotState {
  readonly isReadOnly: boolean;
  readonly scan: Scan | undefined;
  /** Text from `spokenBotState`. */
  readonly botStateText: string;
}

type BotRowState = Omit<BotState, 'botStateText'>;

export function botItem(
  bot: Bot,
  { isReadOnly, scan }: BotRowState,
  hasToken: boolean,
): vscode.TreeItem {
  const isSandbox = bot.kind === 'sandbox';
  // A sandbox creates its token itself when it starts.
  const isTokenMissing = !hasToken && !isSandbox;
  const stateText = isTokenMissing ? vscode.l10n.t('token missing') : locationText(bot);
  const description = textAfterLabel(bot, isReadOnly, stateText);
  const resourceUri = rowUri(bot);
  const kind = isSandbox ? 'bot.sandbox' : isTokenMissing ? 'bot.noToken' : 'bot';
  const contextValue: ViewItem = isReadOnly ? `${kind}.locked` : kind;
  return treeItem({
    id: bot.key,
    label: bot.label,
    description,
    contextValue,
    collapsibleState: vscode.TreeItemCollapsibleState.Expanded,
    iconPath: isTokenMissing
      ? new vscode.ThemeIcon('key', new vscode.ThemeColor('list.warningForeground'))
      : botIcon(bot, isReadOnly),
    tooltip: botTooltip(bot, { isReadOnly, scan }, isTokenMissing),
    spoken: spokenOf(bot.label, ...description.split(' · '), vscode.l10n.t('bot')),
    ...(resourceUri === undefined ? {} : { resourceUri }),
  });
}

function locationText({ kind, baseUrl }: Bot): string {
  return kind === 'sandbox' ? vscode.l10n.t('on this machine') : new URL(baseUrl).host;
}

function botTooltip(bot: Bot, { isReadOnly, scan }: BotRowState, isTokenMissing: boolean): string {
  const { l10n } = vscode;
  const { label, botId, baseUrl, environment, origin, created } = bot;
  const isSandbox = bot.kind === 'sandbox';
  return tooltip([
    label,
    l10n.t('ID: {0}', botId),
    l10n.t('URL: {0}', isSandbox ? l10n.t('on this machine') : baseUrl),
    ...(environment === '' ? [] : [labeled(l10n.t('Environment'), environment)]),
    ...(isReadOnly ? [readOnlyText(label)] : []),
    ...(origin === 'file' ? [l10n.t('Source: {0}', sourceText('file'))] : []),
    l10n.t('Added: {0}', dateTimeText(created)),
    ...(isTokenMissing ? [l10n.t('The token is missing. Use "Enter Token…".')] : []),
    ...(scan === undefined ? [] : scanLines(scan)),
  ]);
}

function scanLines(scan: Scan): readonly string[] {
  const { l10n } = vscode;
  const countText = countsText(scan);
  const resumeHint = l10n.t('To resume the scan, use "Scan Customers…".');
  const texts: Record<Scan['state'], readonly string[]> = {
    running: [l10n.t('Scanning: {0}', countText)],
    paused: [l10n.t('Scan paused: {0}', countText), resumeHint],
    failed: [l10n.t('Scan failed. So far: {0}.', countText), resumeHint],
    done: [l10n.t('Last scan: {0}', countText)],
  };
  return texts[scan.state];
}

/** Returns the part of the screen reader text that all rows below a bot share, such as "production, read-only". */
export function spokenBotState(environment: string, isReadOnly: boolean): string {
  return spokenOf(environment, isReadOnly ? vscode.l10n.t('read-only') : '');
}

/** @param botStateText text from `spokenBotState` */
export function noFolderItem(
  { id }: TreeNode,
  childCount: number,
  botStateText: string,
): vscode.TreeItem {
  const label = vscode.l10n.t('No Folder');
  return treeItem({
    id,
    label,
    description: numberText(childCount),
    contextValue: 'noFolder' satisfies ViewItem,
    collapsibleState: vscode.TreeItemCollapsibleState.Expanded,
    iconPath: new vscode.ThemeIcon('folder', new vscode.ThemeColor('disabledForeground')),
    tooltip: vscode.l10n.t(
      'The service does not report which folder a tag is in. "Move to Folder…" sets the folder only in this list, not in the service.',
    ),
    spoken: spokenOf(label, itemCountText(childCount), botStateText),
  });
}

interface ItemRowState extends BotState {
  /** Number of children; `undefined` for a folder without any match of the current filter. */
  readonly childCount: number | undefined;
}

export function catalogueTreeItem(
  item: CatalogueItem,
  { childCount, scan, botStateText, isReadOnly }: ItemRowState,
): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const isOpenable = item.type === FOLDER && childCount !== undefined;
  const description = descriptionOf(item, childCount, scan);
  return treeItem({
    id: `${item.bot}/${item.id}`,
    label: item.name,
    description,
    contextValue: catalogueViewItem(item, isReadOnly),
    collapsibleState: isOpenable ? Collapsed : None,
    iconPath: iconOf(item),
    spoken: spokenOf(
      item.name,
      typeText(item.type),
      spokenState(item, childCount, scan),
      botStateText,
    ),
  });
}

/** An item that is gone has no locked variant, because no command writes to such an item. */
function catalogueViewItem(item: CatalogueItem, isReadOnly: boolean): ViewItem {
  const kinds: Readonly<Record<number, 'tag' | 'folder'>> = { [TAG]: 'tag', [FOLDER]: 'folder' };
  const kind = kinds[item.type] ?? 'other';
  if (item.state === 'gone') return `${kind}.gone`;
  const kindAndLock = isReadOnly ? (`${kind}.locked` as const) : kind;
  return item.state === 'ok' ? kindAndLock : `${kindAndLock}.error`;
}

function descriptionOf(
  item: CatalogueItem,
  childCount: number | undefined,
  scan: Scan | undefined,
): string {
  if (item.state === 'gone') return vscode.l10n.t('gone');
  if (item.state === 'error') return vscode.l10n.t('not checked');
  if (item.type === FOLDER) {
    if (childCount === undefined) return '';
    return childCount === 0 ? vscode.l10n.t('empty') : numberText(childCount);
  }
  const type = item.type === TAG ? [] : [typeText(item.type)];
  const count = isCounted(item, scan) ? [numberText(item.seenOn)] : [];
  return [...type, ...count].join(comma());
}

/** Returns the text that replaces the description for screen readers, in full words. */
function spokenState(
  item: CatalogueItem,
  childCount: number | undefined,
  scan: Scan | undefined,
): string {
  if (item.state !== 'ok') return descriptionOf(item, childCount, scan);
  if (item.type === FOLDER) {
    return childCount ? itemCountText(childCount) : descriptionOf(item, childCount, scan);
  }
  if (!isCounted(item, scan)) return '';
  return seenText(item, scan);
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

interface ItemFacts extends Pick<ItemRowState, 'scan'> {
  readonly readOnlyMessage: string | undefined;
  /** Text from `scanTrend` about the tag's customers in the last scan and in earlier ones. */
  readonly trend: string | undefined;
}

export function itemTooltip(
  item: CatalogueItem,
  { scan, trend, readOnlyMessage }: ItemFacts,
): string {
  const { l10n } = vscode;
  const { name, type, id, created, source, firstSeen, lastSeen } = item;
  // For other sources, `firstSeen` is when the item was created or read from a file.
  const showsFirstSeen = firstSeen !== null && (source === 'added' || source === 'seen');
  return tooltip([
    name,
    l10n.t('Type: {0}', typeText(type)),
    l10n.t('ID: {0}', id),
    ...stateLines(item),
    ...(created === null ? [] : [l10n.t('Created: {0}', dateTimeText(created))]),
    ...(showsFirstSeen ? [l10n.t('First seen: {0}', dateTimeText(firstSeen))] : []),
    ...(lastSeen === null ? [] : [l10n.t('Last seen: {0}', dateTimeText(lastSeen))]),
    l10n.t('Source: {0}', sourceText(source)),
    ...folderLines(item.folderSource),
    ...(isCounted(item, scan) ? [seenText(item, scan)] : []),
    ...(trend === undefined ? [] : [trend]),
    // The menu of a locked item has no writing commands, and nothing else explains why.
    ...(readOnlyMessage === undefined || item.state === 'gone' ? [] : [readOnlyMessage]),
  ]);
}

function stateLines({ state, reason }: CatalogueItem): readonly string[] {
  const { l10n } = vscode;
  if (state === 'gone') return [l10n.t('Deleted in the service')];
  return reason === null ? [] : [labeled(l10n.t('not checked'), reason)];
}

function folderLines(folderSource: FolderSource): readonly string[] {
  const { l10n } = vscode;
  const lines: Record<FolderSource, readonly string[]> = {
    service: [],
    user: [l10n.t('Folder: set only in this list, not in the service')],
    no: [l10n.t('Folder: {0}', l10n.t('Unknown'))],
  };
  return lines[folderSource];
}
