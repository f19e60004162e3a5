import { clearJournal } from './clearJournal.ts';
import { openJournal } from './journalCommands.ts';
import { checkUnknown, openRun, pauseRun, retryFailed } from './runCommands.ts';
import type { RunServices } from './runServices.ts';
import { saveFailedRows } from './saveFailedRows.ts';
import { undo } from './undo.ts';

/** Returns the handlers of commands about runs and the Journal. */
export function runHandlers(services: RunServices) {
  return {
    'botTags.openRun': openRun(services),
    'botTags.pauseRun': pauseRun(services),
    'botTags.retryFailed': retryFailed(services),
    'botTags.checkUnknown': checkUnknown(services),
    'botTags.saveFailedRows': saveFailedRows(services),
    'botTags.openJournal': openJournal(services),
    'botTags.clearJournal': clearJournal(services),
    'botTags.undo': undo(services),
  };
}
