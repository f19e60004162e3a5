import type * as vscode from 'vscode';
import { lazy, type Lazy } from '../base/promises.ts';
import type { RunTagging } from '../service/tagActions.ts';
import type { JournalStore } from '../catalogue/journal.ts';
import type { InputFiles } from '../plans/input/inputFiles.ts';
import type { PlanTexts } from '../plans/planTexts.ts';
import type { Clock } from '../base/ports.ts';
import type { CustomerPanels } from '../customers/ui/customerPanels.ts';
import { cachedSetting } from '../base/ui/settings.ts';
import type { SecretTokens } from '../catalogue/ui/tokens.ts';
import { ActiveRuns } from '../runs/ui/activeRuns.ts';
import { RunDialogs } from '../runs/ui/runDialogs.ts';
import { RunDocuments } from '../runs/ui/runDocuments.ts';
import { RunJobs } from '../runs/ui/runJobs.ts';
import type { RunActions } from '../runs/ui/runMessages.ts';
import { RunOwner } from '../runs/ui/runOwner.ts';
import { botFixes } from './botFixes.ts';
import { createRefactors, type RefactorParts } from './createRefactors.ts';
import type { Tagging } from './createTagging.ts';

interface Shell {
  readonly context: Pick<vscode.ExtensionContext, 'globalState' | 'subscriptions'>;
  readonly journal: Lazy<JournalStore>;
  readonly clock: Clock;
  readonly tokens: SecretTokens;
  readonly runsChanged: vscode.EventEmitter<vscode.Uri>;
  readonly openPlans: () => Promise<PlanTexts & InputFiles>;
}

interface Needs extends Omit<
  RefactorParts,
  'known' | 'onTagging' | 'onTagged' | 'owner' | 'active' | 'actions'
> {
  readonly tagging: Tagging['parts'];
  readonly panels: CustomerPanels;
}

interface Runs {
  readonly parts: {
    readonly runs: RunJobs;
    readonly activeRuns: ActiveRuns;
    readonly runDialogs: RunDialogs;
    readonly runDocuments: RunDocuments;
    readonly planTexts: Lazy<PlanTexts & InputFiles>;
  } & ReturnType<typeof createRefactors>;
  /** Pauses the runs of a bot that was removed from the list. */
  forget(bot: string): void;
  /** Calls the listener whenever a run of any kind begins. */
  onDidBegin(listener: () => void): void;
  /** Marks runs of killed windows as paused. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the parts that run plans, and pauses runs when their bot or token changes. */
export function createRuns(shell: Shell, needs: Needs): Runs {
  const { context, journal, clock, tokens, runsChanged: changed } = shell;
  const { catalogue, services, tagging, panels } = needs;
  const { known, loaded } = tagging;
  const planTexts = lazy(shell.openPlans);
  const kept = cachedSetting(context.subscriptions);
  const serviceOf = services.forRuns;
  const owner = new RunOwner({ journal, catalogue });
  const onTagging = (bot: string): void => loaded.forgetTags(bot);
  const onTagged = (bot: string, changes: () => readonly RunTagging[]): void => {
    loaded.forgetTags(bot);
    panels.find(bot)?.showTagged(changes());
  };
  const active = new ActiveRuns();
  const sharedParts = { onTagging, onTagged, owner, active };
  const runs = new RunJobs({
    ...{ catalogue, journal, services, serviceOf, known, planTexts, clock, kept },
    ...sharedParts,
  });
  const runDocuments = new RunDocuments({ jobs: runs, active, journal, changed });
  const actions: RunActions = {
    resume: (id) => runDialogs.resume(id),
    undo: (id) => runDialogs.undo(id),
    show: (id) => runDocuments.show(id),
    ...botFixes({ catalogue, tokens }),
  };
  const refactoring = createRefactors(shell, { ...needs, ...sharedParts, known, actions });
  const { otherRuns: others } = refactoring;
  const runDialogs = new RunDialogs({ ...needs, jobs: runs, others, journal, actions });
  const onToken = async (key: string): Promise<void> => {
    const isSandbox = catalogue.current?.bot(key)?.kind === 'sandbox';
    // The sandbox creates its own token. A removed token means that its bot is removed, too.
    if (!isSandbox && (await tokens.has(key))) {
      await active.pauseBot(key, 'token-replaced');
    }
  };
  context.subscriptions.push(
    runDocuments,
    tokens.onDidChange((key) => {
      if (active.isAbout(key)) void onToken(key);
    }),
  );
  return {
    parts: { runs, activeRuns: active, runDialogs, runDocuments, planTexts, ...refactoring },
    forget: (bot) => void active.pauseBot(bot, 'bot-removed'),
    onDidBegin: (listener) => void active.onDidBegin(listener),
    settle: async () => {
      for (const run of (await journal()).runs()) {
        if (run.state === 'running') await runs.settle(run);
      }
    },
    stop: async () => {
      await active.stop();
      owner.close();
    },
  };
}
