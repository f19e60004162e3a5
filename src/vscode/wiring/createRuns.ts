import type * as vscode from 'vscode';
import { lazy, type Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { KnownTags } from '../../core/customers/knownTags.ts';
import type { JournalStore } from '../../core/journal/journal.ts';
import type { InputFiles } from '../../core/plans/inputFiles.ts';
import type { PlanTexts } from '../../core/plans/planTexts.ts';
import type { Clock } from '../../core/ports.ts';
import type { BotServices } from '../kit/services.ts';
import { keptSetting } from '../kit/settings.ts';
import type { SecretTokens } from '../kit/tokens.ts';
import { InterruptedRuns } from '../runs/interruptedRuns.ts';
import { RunDialogs } from '../runs/runDialogs.ts';
import { RunDocuments } from '../runs/result/runDocuments.ts';
import { RunJobs } from '../runs/runJobs.ts';

interface Shell {
  readonly context: Pick<vscode.ExtensionContext, 'globalState' | 'subscriptions'>;
  readonly journal: Lazy<JournalStore>;
  readonly clock: Clock;
  readonly tokens: SecretTokens;
  readonly runsChanged: vscode.EventEmitter<vscode.Uri>;
  readonly openPlans: () => Promise<PlanTexts & InputFiles>;
}

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly services: BotServices;
  readonly known: KnownTags;
  readonly replaceToken: (botKey: string) => Promise<void>;
  readonly allowChanges: (botKey: string) => Promise<void>;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

interface Runs {
  readonly parts: {
    readonly runs: RunJobs;
    readonly runDialogs: RunDialogs;
    readonly runDocuments: RunDocuments;
    readonly inputFiles: Lazy<InputFiles>;
  };
  /** A bot has left the list. */
  forget(bot: string): void;
  /** Tells of runs that a window has left unfinished. Once in a window. */
  tellInterrupted(): void;
}

/** The runs of plans, and what stops them from outside. */
export function createRuns(shell: Shell, needs: Needs): Runs {
  const { context, journal, clock, tokens, runsChanged: changed } = shell;
  const { catalogue, services, known, onError } = needs;
  const planTexts = lazy(shell.openPlans);
  const kept = keptSetting(context.subscriptions);
  const serviceOf = services.forRuns;
  const runs = new RunJobs({
    ...{ catalogue, journal, services, serviceOf, known, planTexts, clock, kept },
  });
  const runDocuments = new RunDocuments({ jobs: runs, journal, changed });
  const show = (id: string): Promise<string> => runDocuments.show(id);
  const memento = context.globalState;
  const runDialogs = new RunDialogs({ ...needs, jobs: runs, journal, show, memento });
  const tell = runDialogs.tellInterrupted.bind(runDialogs);
  const interrupted = new InterruptedRuns({ jobs: runs, journal, memento, tell });
  const onToken = async (key: string): Promise<void> => {
    const isSandbox = catalogue.current?.bot(key)?.kind === 'sandbox';
    // The sandbox makes its own, and one that was taken away goes with its bot.
    if (!isSandbox && (await tokens.get(key)) !== undefined) {
      await runs.pauseBot(key, 'token-replaced');
    }
  };
  context.subscriptions.push(
    runDocuments,
    tokens.onDidChange((key) => {
      if (runs.isAbout(key)) void onToken(key);
    }),
  );
  const tellInterrupted = (): void => {
    interrupted.look().catch((error: unknown) => onError(error, undefined));
  };
  if (interrupted.isLikely) tellInterrupted();
  return {
    parts: { runs, runDialogs, runDocuments, inputFiles: planTexts },
    forget: (bot) => void runs.pauseBot(bot, 'bot-removed'),
    tellInterrupted,
  };
}
