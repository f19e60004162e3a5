import * as vscode from 'vscode';
import { dayOf } from '../journalEntries.ts';
import type { RunRecord, WriteRecord } from '../../catalogue/journal.ts';
import { undoingOf } from '../undoing.ts';
import type { UserRef } from '../../base/model.ts';
import { sentences } from '../../base/text.ts';
import type { CommandId } from '../../commands/commands.ts';
import type { JournalItem } from '../../base/manifest.ts';
import { dateText, dateTimeText, numberText, timeOfDayText } from '../../base/ui/localeTexts.ts';
import { spokenOf, tooltip, treeItem } from '../../base/ui/treeItem.ts';
import { journalNode, type JournalNode } from '../../catalogue/ui/treeNode.ts';
import { canBeUndone } from './runRules.ts';
import { beganText, runName } from './runTexts.ts';
import { notUndoableText, runStateText, stateOf, writeText } from './rowTexts.ts';

const { l10n, ThemeIcon, TreeItemCollapsibleState } = vscode;

interface DayState {
  /** Current time, in ms. */
  readonly now: number;
  /** Whether the day is the newest one, which is expanded initially. */
  readonly isFirst: boolean;
  readonly count: number;
}

/** Returns the row of a day, whose ID is its midnight in ms since 1970. */
export function dayItem({ id }: JournalNode, { now, isFirst, count }: DayState): vscode.TreeItem {
  const label = dayText(Number(id), now);
  const { Collapsed, Expanded } = TreeItemCollapsibleState;
  const entries = l10n.t('Entries: {0}', numberText(count));
  return treeItem({
    id: `day ${id}`,
    label,
    collapsibleState: isFirst ? Expanded : Collapsed,
    contextValue: 'day' satisfies JournalItem,
    spoken: spokenOf(label, entries),
  });
}

function dayText(day: number, now: number): string {
  const today = dayOf(now);
  if (day === today) return l10n.t('Today');
  // The midnight before today's. Subtracting 24 hours would be wrong: a day may have 23 or 25 hours.
  return day === dayOf(today - 1) ? l10n.t('Yesterday') : dateText(day);
}

/** Returns the row below the last day, which shows the number of hidden writes. */
export function moreItem(hiddenCount: number): vscode.TreeItem {
  const label = l10n.t('{0} more', numberText(hiddenCount));
  const text = l10n.t('"Open Journal as JSON" shows all entries.');
  return treeItem({
    id: 'more',
    label,
    tooltip: tooltip([label, text]),
    iconPath: new ThemeIcon('ellipsis'),
    contextValue: 'more' satisfies JournalItem,
    spoken: l10n.t('{0}. {1}', label, text),
  });
}

interface RunState {
  /** Current label of the bot; `undefined` if the bot is no longer in the catalogue. */
  readonly label: string | undefined;
  /** State of the run that undoes this run. */
  readonly undo: RunRecord['state'] | undefined;
}

export function runItem(savedRun: RunRecord, { label, undo }: RunState): vscode.TreeItem {
  // A paused run that was undone cannot be resumed, so it is shown as done.
  const run: RunRecord =
    undo !== undefined && stateOf(savedRun) === 'paused'
      ? { ...savedRun, state: 'done' }
      : savedRun;
  const name = runName(run);
  const bot = label ?? run.botLabel;
  const state = stateOf(run);
  const isUndone = undo === 'done';
  const canUndo = canBeUndone(run) && !isUndone;
  const stateTexts = [...runStateText(run), ...(isUndone ? [l10n.t('undone')] : [])];
  const parts = [...stateTexts, bot, timeOfDayText(run.started)];
  return treeItem({
    id: `run ${run.id}`,
    label: name,
    description: parts.join(' · '),
    iconPath: isUndone ? new ThemeIcon('discard') : runIcon(run),
    tooltip: tooltip([
      name,
      ...stateTexts,
      l10n.t('Bot: {0}', bot),
      beganText(run),
      ...(run.plan === '' ? [] : [l10n.t('Plan: {0}', vscode.Uri.parse(run.plan).fsPath)]),
    ]),
    contextValue: `run.${state}${canUndo ? '.undoable' : ''}` satisfies JournalItem,
    command: {
      command: 'botTags.openRun' satisfies CommandId,
      title: l10n.t('Open Run'),
      arguments: [journalNode('run', run.id)],
    },
    spoken: spokenOf(name, stateWord(state), ...parts),
  });
}

function runIcon(run: RunRecord): vscode.ThemeIcon {
  const { failed, unknown } = run.counts;
  switch (stateOf(run)) {
    case 'running':
      return new ThemeIcon('sync~spin');
    case 'paused':
      return new ThemeIcon('debug-pause');
    case 'cancelled':
      return new ThemeIcon('circle-slash');
    case 'done':
      return failed + unknown > 0
        ? icon('warning', 'list.warningForeground')
        : new ThemeIcon('check-all');
  }
}

function stateWord(state: RunRecord['state']): string {
  const words: Record<RunRecord['state'], string> = {
    running: l10n.t('running'),
    paused: l10n.t('paused'),
    done: l10n.t('done'),
    cancelled: l10n.t('canceled'),
  };
  return words[state];
}

interface WriteState {
  readonly user: UserRef | null;
  /** Name or ID of the customer; `undefined` if no longer known. */
  readonly customerName: string | undefined;
  readonly isSending: boolean;
  readonly bot: string;
}

export function writeItem(
  write: WriteRecord,
  { user, customerName, isSending, bot }: WriteState,
): vscode.TreeItem {
  const label = writeText(write, customerName);
  const undoing = undoingOf(write, user, isSending);
  const state = writeState(write, isSending);
  const parts = [...(state.word === '' ? [] : [state.word]), bot, timeOfDayText(write.time)];
  const canUndo = 'undoAction' in undoing;
  const item: JournalItem = canUndo ? 'write.undoable' : 'write';
  return treeItem({
    id: `write ${write.id}`,
    label,
    description: parts.join(' · '),
    iconPath: state.icon,
    tooltip: tooltip([
      label,
      l10n.t('Bot: {0}', bot),
      dateTimeText(write.time),
      ...(state.sentence === '' ? [] : [state.sentence]),
      ...(canUndo || state.sentence !== '' ? [] : [notUndoableText(undoing.notUndoableReason)]),
    ]),
    contextValue: item,
    spoken: spokenOf(label, ...parts),
  });
}

interface WriteAppearance {
  /** Word in the row's description; `''` if the write succeeded. */
  readonly word: string;
  /** Sentence in the tooltip; `''` if the write succeeded. */
  readonly sentence: string;
  readonly icon: vscode.ThemeIcon;
}

function writeState(write: WriteRecord, isSending: boolean): WriteAppearance {
  if (write.undoneBy !== null) {
    const sentence = notUndoableText('undone');
    return { word: l10n.t('undone'), sentence, icon: new ThemeIcon('discard') };
  }
  if (write.result === 'done') return { word: '', sentence: '', icon: new ThemeIcon('check') };
  if (write.result === 'failed') {
    const sentence = l10n.t('Failed: {0}', write.errorText ?? '');
    return { word: l10n.t('failed'), sentence, icon: icon('error', 'list.errorForeground') };
  }
  if (isSending) {
    const sentence = notUndoableText('sending');
    return { word: l10n.t('sending'), sentence, icon: new ThemeIcon('sync~spin') };
  }
  const errorTexts = write.errorText === null ? [] : [write.errorText];
  const sentence = sentences([notUndoableText('unknown'), ...errorTexts]);
  return { word: l10n.t('unknown'), sentence, icon: icon('question', 'list.warningForeground') };
}

function icon(name: string, color: string): vscode.ThemeIcon {
  return new ThemeIcon(name, new vscode.ThemeColor(color));
}
