import type * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { ItemActions } from '../../core/catalogue/itemActions.ts';
import type { KnownTags } from '../../core/customers/knownTags.ts';
import type { RunTagging } from '../../core/customers/tagActions.ts';
import type { JournalStore } from '../../core/journal/journal.ts';
import type { Clock } from '../../core/ports.ts';
import type { BotServices } from '../kit/services.ts';
import { keptSetting } from '../kit/settings.ts';
import type { SecretTokens } from '../kit/tokens.ts';
import { RefactorDialogs } from '../refactor/refactorDialogs.ts';
import { RefactorJobs } from '../refactor/refactorJobs.ts';
import { RefactorRuns } from '../refactor/refactorRuns.ts';
import type { BotTree } from '../tree/treeView.ts';
import type { RunOwner } from '../runs/runOwner.ts';
import { botFixes } from './botFixes.ts';

interface Shell {
  readonly context: Pick<vscode.ExtensionContext, 'subscriptions'>;
  readonly journal: Lazy<JournalStore>;
  readonly clock: Clock;
  readonly tokens: SecretTokens;
}

export interface RefactorParts {
  readonly catalogue: Lazy<Catalogue>;
  readonly items: Lazy<ItemActions>;
  readonly services: BotServices;
  readonly known: KnownTags;
  readonly tree: BotTree;
  readonly onTagging: (bot: string) => void;
  readonly onTagged: (bot: string, changes: () => readonly RunTagging[]) => void;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

/** What puts one tag in the place of others. */
export function createRefactors(shell: Shell, needs: RefactorParts, owner: RunOwner) {
  const { context, journal, clock, tokens } = shell;
  const { catalogue, services, items, known, tree, onTagging, onTagged } = needs;
  const kept = keptSetting(context.subscriptions);
  const refactors = new RefactorJobs({
    ...{ catalogue, journal, services, items, known, owner, clock, kept, onTagging, onTagged },
  });
  const refactorDialogs = new RefactorDialogs({
    ...{ ...needs, journal, refactors },
    reveal: async (bot, id) => {
      if (tree.view.visible) await tree.reveal(bot, id);
    },
    ...botFixes({ catalogue, tokens }),
  });
  const otherRuns = new RefactorRuns({ catalogue, journal, refactors, refactorDialogs });
  return { refactors, refactorDialogs, otherRuns };
}
