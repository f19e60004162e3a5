import type * as vscode from 'vscode';
import type { Lazy } from '../base/promises.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CustomerPager } from '../customers/customerPager.ts';
import type { JournalStore, RunRecord } from '../catalogue/journal.ts';
import { Recorder } from '../runs/recorder.ts';
import type { Clock, Log } from '../base/ports.ts';
import { BotServices, type LazyClient } from '../catalogue/ui/services.ts';
import type { SandboxHost } from '../catalogue/ui/sandboxHost.ts';
import { cachedSetting, onDidChangeSetting } from '../base/ui/settings.ts';
import type { SecretTokens } from '../catalogue/ui/tokens.ts';
import type { JournalNode } from '../catalogue/ui/treeNode.ts';
import { createJournal } from './createJournal.ts';
import { createTagging, type Tagging } from './createTagging.ts';

interface Shell {
  readonly context: Pick<vscode.ExtensionContext, 'subscriptions'>;
  readonly journal: Lazy<JournalStore>;
  readonly journalView: vscode.TreeView<JournalNode>;
  readonly clock: Clock;
  readonly log: Log;
  readonly tokens: SecretTokens;
}

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly client: LazyClient;
  readonly sandbox: SandboxHost;
  /** Returns the pager of the bot's open Customers panel. */
  readonly pagerOf: (bot: string) => CustomerPager | undefined;
  /** Returns whether a window is executing the run now. */
  readonly isOwned: (run: RunRecord) => Promise<boolean>;
}

/** Creates the services of bots, the caches of customers, and the Journal, in which each write is recorded. */
export function createWriting(
  { context, journal, journalView: view, clock, log, tokens }: Shell,
  { catalogue, client, sandbox, pagerOf, isOwned }: Needs,
) {
  const { subscriptions } = context;
  const kept = cachedSetting(subscriptions);
  const recorder = new Recorder({
    catalogue,
    journal,
    clock,
    log,
    isOn: (...query) => tagging.parts.known.isOn(...query),
    keepDays: () => kept('botTags.journal.keepUserIds'),
  });
  const forgetOld = (): void => {
    recorder.forgetOld().catch((error: unknown) => {
      log.warn(`User IDs could not be taken out of the Journal: ${String(error)}`);
    });
  };
  onDidChangeSetting('botTags.journal.keepUserIds', subscriptions)(forgetOld);
  const { recorded } = recorder;
  const services = new BotServices({ catalogue, client, tokens, sandbox, recorded });
  const tagging: Tagging = createTagging({ clock, serviceOf: services.of, pagerOf });
  const journalParts = createJournal({
    view,
    journal,
    catalogue,
    recorder,
    tagging,
    clock,
    isOwned,
  });
  subscriptions.push(journalParts.journalTree);
  return { services, tagging, forgetOld, parts: { journal, recorder, ...journalParts } };
}
