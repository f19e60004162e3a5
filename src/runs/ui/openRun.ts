import { l10n } from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { JournalStore } from '../../catalogue/journal.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import { askRun } from './askRun.ts';
import type { RunDocuments } from './runDocuments.ts';

interface Needs {
  readonly journal: Lazy<JournalStore>;
  readonly runDocuments: RunDocuments;
}

/** Shows what became of each line of a run's plan. */
export function openRun({ journal, runDocuments }: Needs): Handler<'botTags.openRun'> {
  return {
    byPerson: async (hand) => {
      const title = l10n.t('Open Run');
      const id = hand.run ?? (await askRun({ title, runs: (await journal()).runs() }));
      await runDocuments.show(id);
    },
    byProgram: ({ run }) => runDocuments.show(run),
  };
}
