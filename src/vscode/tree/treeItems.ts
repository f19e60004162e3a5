import * as vscode from 'vscode';
import {
  FOLDER,
  TAG,
  type Bot,
  type CatalogueItem,
  type FolderKnown,
  type ItemSource,
  type Scan,
} from '../../core/model.ts';
import type { ViewItem } from '../../manifest.ts';
import { numberText } from '../numberText.ts';
import { scanText } from '../scanText.ts';
import { timeText } from '../timeText.ts';
import type { TreeNode } from './treeNode.ts';

/** How a bot looks in the tree. @param scan what was last scanned of it */
export function botItem(bot: Bot, hasToken: boolean, scan: Scan | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(bot.label, vscode.TreeItemCollapsibleState.Expanded);
  const isSandbox = bot.kind === 'sandbox';
  const host = isSandbox ? vscode.l10n.t('on this machine') : new URL(bot.baseUrl).host;
  const place = bot.environment === '' ? host : `${bot.environment} · ${host}`;
  item.id = bot.key;
  // A sandbox makes its token itself, when it starts.
  const isMissing = !hasToken && !isSandbox;
  item.contextValue = (isMissing ? 'bot.noToken' : 'bot') satisfies ViewItem;
  item.description = isMissing ? vscode.l10n.t('token missing') : place;
  item.iconPath = isMissing
    ? new vscode.ThemeIcon('key', new vscode.ThemeColor('list.warningForeground'))
    : new vscode.ThemeIcon(isSandbox ? 'beaker' : 'hubot');
  item.tooltip = markdown(bot.label, [
    [vscode.l10n.t('Bot ID'), bot.botId],
    [vscode.l10n.t('Base URL'), isSandbox ? vscode.l10n.t('this window’s sandbox') : bot.baseUrl],
    ...environmentRow(bot),
    ...(bot.origin === 'file' ? [fileRow()] : []),
    [vscode.l10n.t('Added'), timeText(bot.created)],
    ...(scan === undefined ? [] : [[vscode.l10n.t('Scanned'), scanText(scan)] as const]),
  ]);
  item.accessibilityInformation = { label: `${bot.label}, ${item.description}` };
  return item;
}

function environmentRow({ environment }: Bot): readonly [string, string][] {
  return environment === '' ? [] : [[vscode.l10n.t('Environment'), environment]];
}

function fileRow(): [string, string] {
  return [vscode.l10n.t('Where from'), vscode.l10n.t('workspace file')];
}

/** The group of the items whose folder is not known. */
export function unplacedItem({ id }: TreeNode, children: number): vscode.TreeItem {
  const label = vscode.l10n.t('Folder not known');
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = id;
  item.contextValue = 'unplaced' satisfies ViewItem;
  item.description = String(children);
  item.iconPath = new vscode.ThemeIcon('question');
  item.tooltip = vscode.l10n.t(
    'The service does not tell in which folder a tag stands. "Set Folder…" records what you know, on this machine only.',
  );
  item.accessibilityInformation = { label: `${label}, ${children}` };
  return item;
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
  const isFolder = item.type === FOLDER;
  const collapsible =
    isFolder && children !== undefined
      ? vscode.TreeItemCollapsibleState.Collapsed
      : vscode.TreeItemCollapsibleState.None;
  const shown = new vscode.TreeItem(item.name, collapsible);
  shown.id = `${item.bot}/${item.id}`;
  shown.contextValue = viewItem(item);
  shown.description = descriptionOf(item, children, scan);
  shown.iconPath = iconOf(item);
  const state = [typeText(item.type), shown.description].filter((text) => text !== '');
  shown.accessibilityInformation = { label: [item.name, ...state].join(', ') };
  return shown;
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
  if (item.type === FOLDER) return children === 0 ? vscode.l10n.t('empty') : String(children ?? '');
  const type = item.type === TAG ? [] : [typeText(item.type)];
  return [...type, ...scannedText(item, scan)].join(', ');
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

/** What stands behind a tag or folder. */
export function tooltipOf(item: CatalogueItem): vscode.MarkdownString {
  const rows: [string, string][] = [
    ['ID', item.id],
    [vscode.l10n.t('Type'), typeText(item.type)],
  ];
  if (item.created !== null) rows.push([vscode.l10n.t('Created'), timeText(item.created)]);
  if (item.firstSeen !== null) rows.push([vscode.l10n.t('First seen'), timeText(item.firstSeen)]);
  if (item.lastSeen !== null) rows.push([vscode.l10n.t('Last seen'), timeText(item.lastSeen)]);
  rows.push([vscode.l10n.t('Where from'), sourceText(item.source)]);
  rows.push([vscode.l10n.t('Folder'), folderText(item.folderKnown)]);
  if (item.state === 'gone') {
    rows.push([vscode.l10n.t('State'), vscode.l10n.t('the service no longer has it')]);
  }
  if (item.reason !== null) rows.push([vscode.l10n.t('Could not be checked'), item.reason]);
  return markdown(item.name, rows);
}

function folderText(known: FolderKnown): string {
  const texts: Record<FolderKnown, string> = {
    service: vscode.l10n.t('as it was created'),
    user: vscode.l10n.t('as set here; the service was not told'),
    no: vscode.l10n.t('not known'),
  };
  return texts[known];
}

/** Names come from a service: as Markdown they could be links or pictures, so they are escaped. */
function markdown(title: string, rows: readonly (readonly [string, string])[]) {
  const text = new vscode.MarkdownString();
  text.appendMarkdown('**').appendText(title).appendMarkdown('**\n\n');
  for (const [name, value] of rows) {
    text.appendMarkdown('- ').appendText(`${name}: ${value}`).appendMarkdown('\n');
  }
  return text;
}
