import type { TreeView } from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { JournalStore, RunRecord, WriteRecord } from '../../core/journal/journal.ts';
import type { Recorder } from '../../core/journal/recorder.ts';
import { holdersAt } from '../../core/journal/undoing.ts';
import type { UserRef } from '../../core/model.ts';
import type { Clock } from '../../core/ports.ts';
import { JournalTree } from '../journal/journalTree.ts';
import type { JournalNode } from '../kit/treeNode.ts';
import { idOf } from '../users/customerIndex.ts';
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

/** The Journal view, and what Undo needs to know of users. */
export function createJournal(needs: Needs) {
  const { view, journal, catalogue, recorder, tagging, clock, isOwned } = needs;
  const { memory, loaded } = tagging.parts;
  const who = (bot: string, user: UserRef): string =>
    memory.nameOf(bot, user) ?? loaded.nameOf(bot, user) ?? idOf(user);
  const labelOf = (bot: string): string | undefined => catalogue.current?.bot(bot)?.label;
  const holders = async (deleted: WriteRecord): Promise<readonly UserRef[]> => {
    const { bot, itemId } = deleted;
    const said = {
      all: loaded.holdersOf(bot, itemId).map((one) => ({ ...one, isOn: true })),
      of: (user: UserRef) => {
        const found = loaded.tagsOf(bot, user);
        if (found === undefined) return undefined;
        return { user, time: found.time, isOn: found.tags.some(({ id }) => id === itemId) };
      },
    };
    const writes = (await journal()).writes(Number.MAX_SAFE_INTEGER);
    return holdersAt(deleted, writes, said, (write) => recorder.userOf(write));
  };
  const journalTree = new JournalTree({ view, journal, recorder, who, labelOf, clock, isOwned });
  return { journalTree, holders, who };
}
