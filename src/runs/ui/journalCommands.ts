import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import { createTimeSlicer } from '../../base/promises.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import { type Entry, entryJson, OMITTED_STATES } from '../journalEntries.ts';
import type { Recorder } from '../recorder.ts';
import { idOf } from './journalRows.ts';
import type { RunServices } from './runServices.ts';

type Needs = JournalTextNeeds & Pick<RunServices, 'journalTree' | 'documents'>;

/** Opens the Journal, or one entry of it, in a read-only editor. */
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

type JournalTextNeeds = Pick<RunServices, 'journal' | 'recorder'>;

/** Returns the JSON objects of entries with the customers that this window knows. For in-memory documents only. */
async function jsonOf(
  { journal, recorder }: JournalTextNeeds,
  entries: readonly Entry[],
): Promise<readonly object[]> {
  const store = await journal();
  const sources = {
    operations: (run: string) => store.operations(run, OMITTED_STATES),
    userOf: (write: Parameters<Recorder['userOf']>[0]) => recorder.userOf(write),
  };
  // Works in slices: a run of 100,000 customers is read in one go, and there may be many runs.
  const pauseIfDue = createTimeSlicer();
  const objects: object[] = [];
  for (const entry of entries) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    objects.push(entryJson(entry, sources));
  }
  return objects;
}
