import * as vscode from 'vscode';
import { entriesOf, type Entry, timeOf } from '../journalEntries.ts';
import { undoIn } from '../../catalogue/journal.ts';
import { undoingOf } from '../undoing.ts';
import { Cancelled } from '../../base/errors.ts';
import { askPick } from '../../base/ui/askPick.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import { runStep } from '../../base/ui/steps.ts';
import { dateTimeText } from '../../base/ui/localeTexts.ts';
import { showInformation } from '../../base/ui/window.ts';
import { canBeUndone } from './runRules.ts';
import { undoRun, type RunNeeds } from './runCommands.ts';
import { countsText, runName } from './runTexts.ts';
import { MAX_SHOWN_WRITES } from './journalRows.ts';
import { writeText } from './rowTexts.ts';
import { undoWithQuestion, undoForProgram, type UndoNeeds } from './undoWrite.ts';

type Needs = UndoNeeds & RunNeeds;

/** Undoes a run or a single write: the clicked or named one, or else the one that the user picks. */
export function undo(services: Needs): Handler<'botTags.undo'> {
  return {
    interactive: async ({ run, journal: row }) => {
      if (run !== undefined) return services.runDialogs.undo(run);
      if (row?.kind === 'write') return undoWithQuestion(services, [row.id]);
      const picked = await askChange(services);
      return picked.kind === 'run'
        ? services.runDialogs.undo(picked.run.id)
        : undoWithQuestion(services, [picked.write.id]);
    },
    withArguments: (argument) =>
      'run' in argument ? undoRun(services, argument) : undoForProgram(services, argument),
  };
}

interface ChangePick extends vscode.QuickPickItem {
  readonly entry: Entry;
}

async function askChange(services: Needs): Promise<Entry> {
  const { l10n } = vscode;
  const journal = await services.journal();
  const { recorder } = services;
  const allRuns = journal.runs();
  const runs = allRuns.filter((run) => canBeUndone(run) && undoIn(allRuns, run)?.state !== 'done');
  const writes = journal
    .writes(MAX_SHOWN_WRITES)
    .filter(
      (write) =>
        'undoAction' in undoingOf(write, recorder.userOf(write), recorder.isSending(write.id)),
    );
  const items = entriesOf(runs, writes).map((entry) => pickOf(services, entry));
  if (items.length === 0) {
    await showInformation(l10n.t('There is nothing to undo.'));
    throw new Cancelled();
  }
  const placeholder = l10n.t('Select the change to undo');
  const { entry } = await runStep(l10n.t('Undo'), (position) =>
    askPick({ placeholder, items }, position),
  );
  return entry;
}

function pickOf({ recorder, users }: Needs, entry: Entry): ChangePick {
  const { botLabel } = entry.kind === 'run' ? entry.run : entry.write;
  const description = vscode.l10n.t('{0} · {1}', botLabel, dateTimeText(timeOf(entry)));
  if (entry.kind === 'run') {
    const { run } = entry;
    return { entry, label: runName(run), description, detail: countsText(run.counts) };
  }
  const { write } = entry;
  const user = recorder.userOf(write);
  const label = writeText(write, user === null ? undefined : users.nameOf(write.bot, user));
  return { entry, label, description };
}
