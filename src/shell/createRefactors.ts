import type * as vscode from 'vscode';
import type { Lazy } from '../base/promises.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ItemActions } from '../catalogue/itemActions.ts';
import type { KnownTags } from '../service/userMemory.ts';
import type { RunTagging } from '../service/tagActions.ts';
import type { JournalStore } from '../catalogue/journal.ts';
import type { Clock } from '../base/ports.ts';
import { isRefactor } from '../runs/refactorState.ts';
import { CopyDialogs } from '../refactor/ui/copyDialogs.ts';
import { CopyJobs } from '../refactor/ui/copyJobs.ts';
import type { BotServices } from '../catalogue/ui/services.ts';
import { cachedSetting } from '../base/ui/settings.ts';
import { RefactorDialogs } from '../refactor/ui/refactorDialogs.ts';
import { RefactorJobs } from '../refactor/ui/refactorJobs.ts';
import type { BotTree } from '../catalogue/ui/treeView.ts';
import type { ActiveRuns } from '../runs/ui/activeRuns.ts';
import type { OtherRunsOf } from '../runs/ui/runDialogs.ts';
import type { RunActions } from '../runs/ui/runMessages.ts';
import type { RunOwner } from '../runs/ui/runOwner.ts';

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
  const kept = cachedSetting(context.subscriptions);
  const refactors = new RefactorJobs({
    catalogue,
    journal,
    services,
    items,
    known,
    owner,
    active,
    clock,
    kept,
    onTagging,
    onTagged,
  });
  const refactorDialogs = new RefactorDialogs({
    ...needs,
    journal,
    refactors,
    actions,
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
