import * as vscode from 'vscode';
import { type Bot, type CatalogueItem, type FolderSource, type Scan } from '../../base/model.ts';
import { readOnlyText } from './botLooks.ts';
import { labeled } from '../../base/ui/localeTexts.ts';
import { countsText, isCounted, seenText } from './scanText.ts';
import { dateTimeText } from '../../base/ui/timeTexts.ts';
import { tooltip } from '../../base/ui/treeItem.ts';
import { sourceText, typeText } from './itemEntries.ts';

interface BotState {
  /** Whether the token is missing. */
  readonly isTokenMissing: boolean;
  readonly isReadOnly: boolean;
  /** Last scan of the bot. */
  readonly scan: Scan | undefined;
}

/** Returns the facts about a bot, one per line. */
export function botTooltip(bot: Bot, { isTokenMissing, isReadOnly, scan }: BotState): string {
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
  const found = countsText(scan);
  const resumeHint = l10n.t('To resume the scan, use "Scan Customers…".');
  const texts: Record<Scan['state'], readonly string[]> = {
    running: [l10n.t('Scanning: {0}', found)],
    paused: [l10n.t('Scan paused: {0}', found), resumeHint],
    failed: [l10n.t('Scan failed: {0}', found), resumeHint],
    done: [l10n.t('Last scan: {0}', found)],
  };
  return texts[scan.state];
}

interface ItemFacts extends Pick<BotState, 'scan'> {
  /** Text from `readOnlyText`; `undefined` if the bot is not read-only. */
  readonly readOnlyMessage: string | undefined;
  /** Text from `scanTrend`. */
  readonly trend: string | undefined;
}

/** Returns the facts about a tag or folder, one per line. */
export function itemTooltip(
  item: CatalogueItem,
  { scan, trend, readOnlyMessage }: ItemFacts,
): string {
  const { l10n } = vscode;
  const { name, type, id, created, source, firstSeen, lastSeen } = item;
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
    ...customerLines(item, scan),
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

function customerLines(item: CatalogueItem, scan: Scan | undefined): readonly string[] {
  return isCounted(item, scan) ? [seenText(item, scan)] : [];
}
