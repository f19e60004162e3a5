import type * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { ItemActions } from '../../core/catalogue/itemActions.ts';
import type { KnownTags } from '../../core/customers/knownTags.ts';
import type { RunTagging } from '../../core/customers/tagActions.ts';
import type { JournalStore } from '../../core/journal/journal.ts';
import type { Clock } from '../../core/ports.ts';
import { isRefactor } from '../../core/refactor/refactorState.ts';
import { CopyDialogs } from '../copy/copyDialogs.ts';
import { CopyJobs } from '../copy/copyJobs.ts';
import type { BotServices } from '../kit/services.ts';
import { keptSetting } from '../kit/settings.ts';
import { RefactorDialogs } from '../refactor/refactorDialogs.ts';
import { RefactorJobs } from '../refactor/refactorJobs.ts';
import type { BotTree } from '../tree/treeView.ts';
import type { ActiveRuns } from '../runs/activeRuns.ts';
import type { OtherRunsOf } from '../runs/otherRuns.ts';
import type { RunActions } from '../runs/runMessages.ts';
import type { RunOwner } from '../runs/runOwner.ts';

interface Shell {
  readonly context: Pick<vscode.ExtensionContext, 'subscriptions'>;
  readonly journal: Lazy<JournalStore>;
  readonly clock: Clock;
}

export interface RefactorParts {
  readonly catalogue: Lazy<Catalogue>;
  readonly items: Lazy<ItemActions>;
  readonly services: BotServices;
  readonly known: KnownTags;
  readonly tree: BotTree;
  readonly owner: RunOwner;
  readonly active: ActiveRuns;
  readonly actions: RunActions;
  readonly onTagging: (bot: string) => void;
  readonly onTagged: (bot: string, changes: () => readonly RunTagging[]) => void;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

/** Creates the parts that rename, merge and recreate tags, and copy them to other bots. */
export function createRefactors(
  { context, journal, clock }: Shell,
  { actions, ...needs }: RefactorParts,
) {
  const { catalogue, services, items, known, tree, owner, active, onTagging, onTagged } = needs;
  const kept = keptSetting(context.subscriptions);
  const refactors = new RefactorJobs({
    ...{ catalogue, journal, services, items, known, owner, active, clock, kept },
    ...{ onTagging, onTagged },
  });
  const refactorDialogs = new RefactorDialogs({
    ...{ ...needs, journal, refactors, actions },
    reveal: async (bot, id) => {
      if (tree.view.visible) await tree.reveal(bot, id);
    },
  });
  const copies = new CopyJobs({ catalogue, journal, services, owner, active, clock, kept });
  const copyDialogs = new CopyDialogs({ ...needs, copies, actions });
  const otherRuns: OtherRunsOf = (run) => {
    if (run.kind === 'copy') return copyDialogs;
    return isRefactor(run) ? refactorDialogs : undefined;
  };
  return { refactors, refactorDialogs, copies, copyDialogs, otherRuns };
}
