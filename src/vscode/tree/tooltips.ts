import * as vscode from 'vscode';
import {
  FOLDER,
  TAG,
  type Bot,
  type CatalogueItem,
  type FolderKnown,
  type Scan,
} from '../../core/model.ts';
import { customerCount, tagCount } from '../kit/counts.ts';
import { newTagsText, seenText } from '../kit/scanText.ts';
import { timeText } from '../kit/timeText.ts';
import { tooltip } from '../kit/treeItem.ts';

interface BotState {
  /** Its token is. */
  readonly isMissing: boolean;
  readonly isReadOnly: boolean;
  /** What was last scanned of it. */
  readonly scan: Scan | undefined;
}

export function botTooltip(bot: Bot, { isMissing, isReadOnly, scan }: BotState): string {
  const { l10n } = vscode;
  const { label, botId, baseUrl, environment, origin, created } = bot;
  const added = timeText(created);
  return tooltip([
    label,
    bot.kind === 'sandbox'
      ? l10n.t('It is the bot {0} of the sandbox in this window.', botId)
      : l10n.t('It is the bot {0} at {1}.', botId, baseUrl),
    ...(environment === '' ? [] : [l10n.t('Its environment is {0}.', environment)]),
    ...(isReadOnly
      ? [l10n.t('It is read-only: nothing is written to it until "Bot Settings…" allows changes.')]
      : []),
    ...(origin === 'file' ? [l10n.t('It came from a workspace file.')] : []),
    l10n.t('It was added on {0}.', added),
    ...(isMissing ? [l10n.t('Its token is missing: "Enter Token…" asks for it.')] : []),
    ...(scan === undefined ? [] : scanSentences(scan)),
  ]);
}

function scanSentences(scan: Scan): readonly string[] {
  const { l10n } = vscode;
  const found = [tagCount(scan.tags), customerCount(scan.customers)] as const;
  const resumes = l10n.t('"Scan Customers…" resumes it.');
  const sentences: Record<Scan['state'], readonly string[]> = {
    running: [l10n.t('A scan is running: so far {0} on {1}.', ...found)],
    paused: [l10n.t('A scan has paused: so far {0} on {1}.', ...found), resumes],
    failed: [l10n.t('A scan was stopped by an error: so far {0} on {1}.', ...found), resumes],
    done: [l10n.t('The last scan found {0} on {1}.', ...found)],
  };
  const [first = '', ...others] = sentences[scan.state];
  return [first, ...newTagsText(scan), ...others];
}

interface ItemFacts extends Pick<BotState, 'scan'> {
  /** Says that its bot is read-only; `undefined`: it is not. */
  readonly locked: string | undefined;
  /** How many customers had the tag in the scans that were walked to their end. */
  readonly trend: string | undefined;
}

/** What stands behind a tag or folder. */
export function itemTooltip(item: CatalogueItem, { scan, trend, locked }: ItemFacts): string {
  return tooltip([
    item.name,
    kindSentence(item),
    ...originSentences(item),
    ...stateSentences(item),
    // Its menu has nothing that writes, and nothing else says why.
    ...(locked === undefined || item.state === 'gone' ? [] : [locked]),
    folderSentence(item.folderKnown),
    ...scannedSentence(item, scan),
    ...(trend === undefined ? [] : [trend]),
  ]);
}

function kindSentence({ type, id }: CatalogueItem): string {
  const { l10n } = vscode;
  if (type === TAG) return l10n.t('It is a tag with the ID {0}.', id);
  return type === FOLDER
    ? l10n.t('It is a folder with the ID {0}.', id)
    : l10n.t('It is of type {0}, with the ID {1}.', type, id);
}

/** How it came into the list, and when the service made it. */
function originSentences({ source, created, firstSeen }: CatalogueItem): readonly string[] {
  const { l10n } = vscode;
  const from: Record<typeof source, string> = {
    created: l10n.t('It was created here.'),
    added: l10n.t('It was added by its ID.'),
    seen: l10n.t('It was seen on a customer.'),
    sandbox: l10n.t('It comes with the sandbox.'),
    file: l10n.t('It came from a workspace file.'),
  };
  const isSeenFirst = firstSeen !== null && (source === 'added' || source === 'seen');
  return [
    from[source],
    ...(isSeenFirst ? [l10n.t('It was first seen on {0}.', timeText(firstSeen))] : []),
    ...(created === null ? [] : [l10n.t('It was created on {0}.', timeText(created))]),
  ];
}

function stateSentences({ state, reason, lastSeen }: CatalogueItem): readonly string[] {
  const { l10n } = vscode;
  const seen = lastSeen === null ? [] : [l10n.t('It was last seen on {0}.', timeText(lastSeen))];
  if (state === 'gone') return [l10n.t('The service no longer has it.'), ...seen];
  return reason === null ? seen : [...seen, l10n.t('It could not be checked: {0}', reason)];
}

function folderSentence(known: FolderKnown): string {
  const sentences: Record<FolderKnown, string> = {
    service: vscode.l10n.t('It is where it was created.'),
    user: vscode.l10n.t('Its folder was set in your list only, not in the service.'),
    no: vscode.l10n.t('Its folder is not known.'),
  };
  return sentences[known];
}

function scannedSentence(item: CatalogueItem, scan: Scan | undefined): readonly string[] {
  if (scan === undefined || item.scan !== scan.id) return [];
  return [seenText(item, scan)];
}
