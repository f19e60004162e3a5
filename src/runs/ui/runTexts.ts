import { l10n, Uri } from 'vscode';
import { readCopy } from '../copyItems.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import { endpointOf, readRunDetail } from '../journalEntries.ts';
import { readRefactor } from '../refactorState.ts';
import type { PauseReason, RunCounts } from '../../base/operation.ts';
import type { RunProgress } from '../ports.ts';
import { sentences } from '../../base/text.ts';
import { goneBotText } from '../../errors/ui/refusalTexts.ts';
import {
  comma,
  customerCountText,
  dateTimeText,
  durationText,
  itemCountText,
  numberText,
} from '../../base/ui/localeTexts.ts';
import { nameIn } from '../../plans/ui/planTarget.ts';
import { changesText, tagsText } from '../../plans/ui/planWords.ts';

/** Returns the action of a run without the bot, such as `Attach "VIP"` or "Undo: attach 3 tags". */
export function runName({ kind, detail }: Pick<RunRecord, 'kind' | 'detail'>): string {
  const { action, tags } = readRunDetail(detail);
  switch (kind) {
    case 'undo':
      return l10n.t('Undo: {0}', changesText({ action, tags }));
    case 'copy':
      return l10n.t('Copy tags from "{0}"', readCopy(detail)?.from.label ?? '');
    case 'rename':
      return l10n.t('Rename {0} to "{1}"', tagsText(tags), targetNameOf(detail));
    case 'merge':
      return l10n.t('Merge {0} into "{1}"', tagsText(tags), targetNameOf(detail));
    case 'recreate':
      return l10n.t('Recreate {0} in another folder', tagsText(tags));
    default:
      return changesText({ action: kind, tags });
  }
}

function targetNameOf(detail: string): string {
  return readRefactor(detail)?.target.name ?? '';
}

/** Returns the last path segment of a URI, as the tab shows it. */
export function fileAt(uri: string): string {
  return nameIn(Uri.parse(uri));
}

/** Returns the number of operations with any result, also a failed or unknown one. */
export function completedCount({ total, waiting }: RunCounts): number {
  return total - waiting;
}

export function completedPercent(counts: RunCounts): number {
  return counts.total === 0 ? 0 : (completedCount(counts) / counts.total) * 100;
}

/** Returns the progress, such as "1,204 of 5,000". */
export function completedText(counts: RunCounts): string {
  return l10n.t('{0} of {1}', numberText(completedCount(counts)), numberText(counts.total));
}

export function beganText({ started, updated }: RunRecord): string {
  return l10n.t('Started {0}, last updated {1}.', dateTimeText(started), dateTimeText(updated));
}

export function progressTitle(record: Pick<RunRecord, 'kind' | 'detail' | 'botLabel'>): string {
  return l10n.t('{0}, bot "{1}"', runName(record), record.botLabel);
}

/** Returns the progress, such as "1,204 of 5,000, 38 per second, about 2 min left". */
export function progressText({ counts, rate, waitingMs }: RunProgress): string {
  // Unknown operations do not count as completed, because the run still has to check them.
  const parts = [completedText({ ...counts, waiting: counts.waiting + counts.unknown })];
  if (counts.unknown > 0) {
    parts.push(l10n.t('{0} unknown', numberText(counts.unknown)));
  }
  if (waitingMs > 0) {
    const seconds = numberText(Math.ceil(waitingMs / 1000));
    parts.push(l10n.t('waiting as the service requested, continuing in {0} s', seconds));
    return parts.join(comma());
  }
  const roundedRate = Math.round(rate);
  if (roundedRate > 0) parts.push(l10n.t('{0} per second', numberText(roundedRate)));
  if (rate > 0 && counts.waiting > 0) {
    parts.push(l10n.t('about {0} left', durationText(counts.waiting / rate)));
  }
  return parts.join(comma());
}

/** Returns the counts, such as "4,980 done, 12 failed". Omits zeros, except for "done". */
export function countsText(counts: RunCounts): string {
  return [l10n.t('{0} done', numberText(counts.done)), ...otherCounts(counts)].join(comma());
}

function otherCounts({ failed, unknown, skipped, waiting }: RunCounts): readonly string[] {
  const parts: string[] = [];
  if (failed > 0) parts.push(l10n.t('{0} failed', numberText(failed)));
  if (unknown > 0) parts.push(l10n.t('{0} unknown', numberText(unknown)));
  if (skipped > 0) parts.push(l10n.t('{0} skipped', numberText(skipped)));
  if (waiting > 0) parts.push(l10n.t('{0} not tried', numberText(waiting)));
  return parts;
}

/** Returns the reason of a pause and how to fix it; `''` if the user paused the run. */
export function reasonText(reason: PauseReason | null, label: string): string {
  switch (reason) {
    case 'unauthorized':
      return l10n.t(
        'The service refused the token of the bot "{0}". Enter a valid token, then resume.',
        label,
      );
    case 'read-only':
      return l10n.t('The bot "{0}" is read-only.', label);
    case 'bot-removed':
      return goneBotText(label);
    case 'token-replaced':
      return l10n.t(
        'The token of the bot "{0}" was replaced while the run was in progress.',
        label,
      );
    case 'tag-gone':
      return l10n.t('A tag of this run no longer exists in the service.');
    case 'failing':
      return l10n.t('20 requests in a row failed in the same way.');
    case 'unreachable':
      return l10n.t('Could not reach the service of "{0}".', label);
    case 'journal':
      return l10n.t('Could not write to the Journal, or another window took over the run.');
    case 'closed':
      return l10n.t('The VS Code window was closed before the run finished.');
    case 'person':
    case null:
      return '';
  }
}

export function pausedText(record: RunRecord, explanation: string): string {
  const { kind, counts, botLabel } = record;
  if (kind === 'copy') {
    const progress = countsText(counts);
    return sentences([
      l10n.t('{0} to "{1}" is paused. Progress: {2}.', runName(record), botLabel, progress),
      explanation,
    ]);
  }
  const text =
    counts.total === 0
      ? l10n.t('{0} (bot "{1}") is paused.', runName(record), botLabel)
      : l10n.t(
          '{0} (bot "{1}") is paused at {2}.',
          runName(record),
          botLabel,
          completedText(counts),
        );
  return sentences([text, explanation]);
}

/** Returns the reason why resuming a copy of tags asks the user. */
export function unknownText({ counts }: Pick<RunRecord, 'counts'>): string {
  return l10n.t(
    'The service did not confirm the creation of {0}. To avoid duplicates, the extension did not send the request again. Use "Resume" to choose what to do.',
    itemCountText(counts.unknown),
  );
}

/** Returns the result, such as `"VIP" attached to 213 of 216 customers. 3 failed.`, or else operation counts. */
export function doneText(record: RunRecord): string {
  const { kind, counts, botLabel } = record;
  if (kind === 'copy' && counts.done + counts.skipped === counts.total) {
    return l10n.t('{0} copied to "{1}".', itemCountText(counts.total), botLabel);
  }
  if (kind === 'copy') {
    return l10n.t('{0} to "{1}": {2}.', runName(record), botLabel, countsText(counts));
  }
  const text = taggedText(record);
  return text ?? l10n.t('{0} (bot "{1}"): {2}.', runName(record), botLabel, countsText(counts));
}

const KINDS_WITH_TAGGED_TEXT: readonly RunRecord['kind'][] = ['attach', 'detach', 'undo'];

/** Returns a result such as `"VIP" attached to 216 customers.`; `undefined` if it would not fit the run. */
function taggedText(record: RunRecord): string | undefined {
  const { kind, counts } = record;
  const { total, done } = counts;
  const { action, tags, users } = readRunDetail(record.detail);
  // With several tags, the counts give the number of customers only if each of them got every tag.
  const isUserCountKnown = tags.length === 1 || (total === users * tags.length && done === total);
  const isMixed = action === 'attach and detach';
  if (!KINDS_WITH_TAGGED_TEXT.includes(kind) || isMixed || total === 0 || !isUserCountKnown)
    return undefined;
  const isAttach = endpointOf(record) === 'attachTag';
  const [tagText, customersText] = [tagsText(tags), customerCountText(total / tags.length)];
  if (done === total) {
    return isAttach
      ? l10n.t('{0} attached to {1}.', tagText, customersText)
      : l10n.t('{0} detached from {1}.', tagText, customersText);
  }
  const [doneNumber, otherText] = [numberText(done), otherCounts(counts).join(comma())];
  return isAttach
    ? l10n.t('{0} attached to {1} of {2}. {3}.', tagText, doneNumber, customersText, otherText)
    : l10n.t('{0} detached from {1} of {2}. {3}.', tagText, doneNumber, customersText, otherText);
}
