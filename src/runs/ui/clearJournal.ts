import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import type { JournalStore } from '../../catalogue/journal.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import type { RunServices } from './runServices.ts';
import { confirm, sayDone } from '../../base/ui/window.ts';

type Needs = Pick<RunServices, 'catalogue' | 'journal' | 'recorder' | 'runs'>;

/** Clears the Journal on this machine. Sends nothing to the service. */
export function clearJournal(services: Needs): Handler<'botTags.clearJournal'> {
  const clear = async (): Promise<void> => {
    const [catalogue, journal] = [await services.catalogue(), await services.journal()];
    for (const run of journal.runs()) {
      if (run.owner === null || (await services.runs.isOwned(run))) continue;
      // A window that was killed leaves its runs marked as owned.
      await catalogue.whenFree(() => journal.claimRun(run.id, null, run.owner));
    }
    await catalogue.whenFree(() => journal.clear());
    services.recorder.clearUsers();
  };
  return {
    interactive: async () => {
      await confirmClear(await services.journal());
      await clear();
      sayDone(vscode.l10n.t('Journal cleared.'));
    },
    withArguments: clear,
  };
}

async function confirmClear(journal: JournalStore): Promise<void> {
  const { l10n } = vscode;
  if (journal.isEmpty()) throw new NoticeError(l10n.t('The Journal is empty.'));
  const runs = journal.runs();
  const detail = [
    l10n.t(
      'Runs: {0}. Single changes: {1}. After the Journal is cleared, these runs and changes cannot be resumed or undone in any window.',
      numberText(runs.length),
      numberText(journal.countWrites()),
    ),
    l10n.t('Nothing will change in the service, and plan files will be kept.'),
  ];
  const yes = l10n.t('Clear');
  await confirm({ message: l10n.t('Clear the Journal?'), detail }, yes);
}
