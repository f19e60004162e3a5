import type { TreeView } from 'vscode';
import type { Lazy } from '../base/promises.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { JournalStore, RunRecord, WriteRecord } from '../catalogue/journal.ts';
import type { Recorder } from '../runs/recorder.ts';
import { holdersAt } from '../runs/undoing.ts';
import type { UserRef } from '../base/model.ts';
import type { Clock } from '../base/ports.ts';
import { JournalTree } from '../runs/ui/journalTree.ts';
import type { JournalNode } from '../catalogue/ui/treeNode.ts';
import { idOf } from '../tags/ui/customerIndex.ts';
import type { Tagging } from './createTagging.ts';

interface Needs {
  readonly view: TreeView<JournalNode>;
  readonly journal: Lazy<JournalStore>;
  readonly catalogue: Lazy<Catalogue>;
  readonly recorder: Recorder;
  readonly tagging: Tagging;
  readonly clock: Clock;
  readonly isOwned: (run: RunRecord) => Promise<boolean>;
}

/** Creates the Journal view and the customer lookups for Undo. */
export function createJournal(needs: Needs) {
  const { view, journal, catalogue, recorder, tagging, clock, isOwned } = needs;
  const { memory, loaded } = tagging.parts;
  const who = (bot: string, user: UserRef): string =>
    memory.nameOf(bot, user) ?? loaded.nameOf(bot, user) ?? idOf(user);
  const labelOf = (bot: string): string | undefined => catalogue.current?.bot(bot)?.label;
  const holders = async (deleted: WriteRecord): Promise<readonly UserRef[]> => {
    const { bot, itemId } = deleted;
    const observed = {
      all: loaded.holdersOf(bot, itemId).map((holder) => ({ ...holder, isOn: true })),
      of: (user: UserRef) => {
        const found = loaded.tagsOf(bot, user);
        if (found === undefined) return undefined;
        return { user, time: found.time, isOn: found.tags.some(({ id }) => id === itemId) };
      },
    };
    const writes = (await journal()).writes(Number.MAX_SAFE_INTEGER);
    return holdersAt(deleted, writes, observed, (write) => recorder.userOf(write));
  };
  const journalTree = new JournalTree({ view, journal, recorder, who, labelOf, clock, isOwned });
  return { journalTree, holders, who };
}
