import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import { createTimeSlicer } from '../../base/promises.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { confirm, sayDone } from '../../base/ui/window.ts';
import type { JournalStore } from '../../catalogue/journal.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import { type Entry, entryJson } from '../journalEntries.ts';
import { idOf } from './journalRows.ts';
import type { RunServices } from './runServices.ts';

type Needs = Pick<RunServices, 'journal' | 'recorder' | 'journalTree' | 'documents'>;

export function openJournal(services: Needs): Handler<'botTags.openJournal'> {
  const openEntries = async (entries: readonly Entry[]): Promise<string> => {
    const text = `${JSON.stringify(await jsonOf(services, entries), undefined, 2)}\n`;
    return (await services.documents.show(vscode.l10n.t('Journal'), text)).toString();
  };
  const openEntry = async (id: string): Promise<string> => {
    const entry = (await services.journalTree.entries()).find((entry) => idOf(entry) === id);
    if (entry === undefined) throw entryNotFound();
    return openEntries([entry]);
  };
  return {
    interactive: async ({ journal: row }) => {
      const isEntry = row?.kind === 'run' || row?.kind === 'write';
      return isEntry ? openEntry(row.id) : openEntries(await services.journalTree.entries());
    },
    withArguments: async ({ entry }) =>
      entry === undefined ? openEntries(await services.journalTree.entries()) : openEntry(entry),
  };
}

export function entryNotFound(): NoticeError {
  return new NoticeError(vscode.l10n.t('This entry is no longer in the Journal.'));
}

/** Returns the JSON objects of entries with the customers that this window knows. For in-memory documents only. */
async function jsonOf(
  { journal, recorder }: Needs,
  entries: readonly Entry[],
): Promise<readonly object[]> {
  const store = await journal();
  // Works in slices: a run of 100,000 customers is read in one go, and there may be many runs.
  const pauseIfDue = createTimeSlicer();
  const objects: object[] = [];
  for (const entry of entries) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    objects.push(entryJson(entry, store, (write) => recorder.userOf(write)));
  }
  return objects;
}

export function clearJournal(
  services: Pick<RunServices, 'catalogue' | 'journal' | 'recorder' | 'owner'>,
): Handler<'botTags.clearJournal'> {
  const clear = async (): Promise<void> => {
    const [catalogue, journal] = [await services.catalogue(), await services.journal()];
    for (const run of journal.runs()) {
      if (run.owner === null || (await services.owner.isOwned(run))) continue;
      // A window that was killed leaves its runs marked as owned, and `clear` would keep these runs.
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
