import { slices } from '../../base/inSlices.ts';
import type { Lazy } from '../../base/lazy.ts';
import type { Entry } from '../entries.ts';
import type { JournalStore } from '../../catalogue/journal.ts';
import { entryJson, UNTOLD } from '../journalJson.ts';
import type { Recorder } from '../recorder.ts';

export interface JournalTextNeeds {
  readonly journal: Lazy<JournalStore>;
  readonly recorder: Recorder;
}

/** What JSON tells of entries, for a document that is in memory only: with the users that this window knows. */
export async function jsonOf(
  { journal, recorder }: JournalTextNeeds,
  entries: readonly Entry[],
): Promise<readonly object[]> {
  const store = await journal();
  const sources = {
    operations: (run: string) => store.operations(run, UNTOLD),
    userOf: (write: Parameters<Recorder['userOf']>[0]) => recorder.userOf(write),
  };
  // A run of a hundred thousand users is read in one go, and there may be many of them.
  const due = slices();
  const objects: object[] = [];
  for (const entry of entries) {
    const rest = due();
    if (rest !== undefined) await rest;
    objects.push(entryJson(entry, sources));
  }
  return objects;
}
