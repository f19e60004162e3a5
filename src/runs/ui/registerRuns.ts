import type { Disposable } from 'vscode';
import { clearJournal, openJournal } from './journalCommands.ts';
import { checkUnknown, openRun, pauseRun, retryFailed } from './runCommands.ts';
import type { RunServices } from './runServices.ts';
import { saveFailedRows } from './saveFailedRows.ts';
import { undo } from './undo.ts';

export function registerRuns(services: RunServices): Disposable {
  return services.commands.register({
    'botTags.openRun': openRun(services),
    'botTags.pauseRun': pauseRun(services),
    'botTags.retryFailed': retryFailed(services),
    'botTags.checkUnknown': checkUnknown(services),
    'botTags.saveFailedRows': saveFailedRows(services),
    'botTags.openJournal': openJournal(services),
    'botTags.clearJournal': clearJournal(services),
    'botTags.undo': undo(services),
  });
}
