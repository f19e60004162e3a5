import * as vscode from 'vscode';
import type { JournalNode } from '../../catalogue/ui/treeNode.ts';
import { isUnfinished } from '../../catalogue/journal.ts';
import { botOfPlan } from '../../plans/ui/checkPlan.ts';
import { PlanEditors } from '../../plans/ui/planEditors.ts';
import type { PlanRuns } from '../../plans/ui/planRuns.ts';
import type { PlanServices } from '../../plans/ui/planServices.ts';
import { KEEP_DAYS_SETTING, Recorder } from '../recorder.ts';
import { readRunDetail } from '../journalEntries.ts';
import { ActiveRuns, waitForEnd } from './activeRuns.ts';
import { JournalTree } from './journalTree.ts';
import { KnownUsers } from './knownUsers.ts';
import { earlierTaggingsOf, PlansOfRuns } from './operationsOfRun.ts';
import { RunDialogs } from './runDialogs.ts';
import { RunDocuments } from './runDocuments.ts';
import { RunJobs } from './runJobs.ts';
import { RunOwner } from './runOwner.ts';
import { completedCount } from './runTexts.ts';

export interface RunServices extends PlanServices {
  readonly recorder: Recorder;
  readonly owner: RunOwner;
  readonly users: KnownUsers;
  readonly journalTree: JournalTree;
  readonly runs: RunJobs;
  readonly activeRuns: ActiveRuns;
  readonly runDialogs: RunDialogs;
  readonly runDocuments: RunDocuments;
}

type JournalKeys = 'recorder' | 'owner' | 'users' | 'journalTree';
type JournalNeeds = Pick<
  RunServices,
  | 'context'
  | 'readSetting'
  | 'catalogue'
  | 'journal'
  | 'clock'
  | 'log'
  | 'bots'
  | 'known'
  | 'memory'
  | 'loaded'
> & { readonly journalView: vscode.TreeView<JournalNode> };

export function createJournal(services: JournalNeeds): Pick<RunServices, JournalKeys> {
  const { log, bots, journalView: view } = services;
  const { subscriptions } = services.context;
  const recorder = new Recorder(services);
  const deleteOldUserIds = (): void => {
    recorder.deleteOldUserIds().catch((error: unknown) => {
      log.warn(`User IDs could not be taken out of the Journal: ${String(error)}`);
    });
  };
  // Added after the listener that clears the cache of `readSetting`, so that the new value is read.
  subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(KEEP_DAYS_SETTING)) deleteOldUserIds();
    }),
  );
  bots.onDidOpen(deleteOldUserIds);
  const owner = new RunOwner(services);
  const users = new KnownUsers({ ...services, recorder });
  const journalTree = new JournalTree({ ...services, view, recorder, users, owner });
  subscriptions.push(journalTree);
  return { recorder, owner, users, journalTree };
}

type RunKeys = 'runs' | 'activeRuns' | 'runDialogs' | 'runDocuments' | 'planRuns' | 'planEditors';
type RunNeeds = Omit<RunServices, RunKeys> & {
  /** Notifies VS Code that the result of a run has changed. */
  readonly runsChanged: vscode.EventEmitter<vscode.Uri>;
};

export function createRuns(services: RunNeeds): Pick<RunServices, RunKeys> {
  const { context } = services;
  const activeRuns = new ActiveRuns();
  pauseWithBots(activeRuns, services);
  const plans = new PlansOfRuns(services.planTexts);
  const runs = new RunJobs({ ...services, plans, activeRuns });
  const runDocuments = new RunDocuments({ ...services, plans, activeRuns });
  const runDialogs = new RunDialogs({ ...services, runs, runDocuments });
  const planEditors = createPlanEditors(services, runs, activeRuns);
  context.subscriptions.push(runDocuments, planEditors);
  const planRuns = createPlanRuns(services, runs, runDialogs);
  return { runs, activeRuns, runDialogs, runDocuments, planEditors, planRuns };
}

/** Pauses runs when their bot is removed or gets another token. */
function pauseWithBots(activeRuns: ActiveRuns, services: RunNeeds): void {
  const { context, catalogue, tokens, bots } = services;
  bots.onDidRemove((key) => void activeRuns.pauseBot(key, 'bot-removed'));
  const onTokenChange = async (key: string): Promise<void> => {
    const isSandbox = catalogue.current?.bot(key)?.kind === 'sandbox';
    // The sandbox creates its own token. A removed token means that its bot is removed, too.
    if (!isSandbox && (await tokens.has(key))) {
      await activeRuns.pauseBot(key, 'token-replaced');
    }
  };
  context.subscriptions.push(
    tokens.onDidChange((key) => {
      if (activeRuns.hasRunOf(key)) void onTokenChange(key);
    }),
  );
}

function createPlanEditors(
  { catalogue, planTexts }: Pick<PlanServices, 'catalogue' | 'planTexts'>,
  runs: RunJobs,
  activeRuns: ActiveRuns,
): PlanEditors {
  const planEditors = new PlanEditors(planTexts, async (plan, hash) => {
    const bot = botOfPlan(await catalogue(), plan);
    return bot && runs.latestOf(bot.key, hash);
  });
  const refresh = (): void => planEditors.refresh();
  activeRuns.onDidBegin((run) => void run.ended.then(refresh, refresh));
  return planEditors;
}

/** Connects plans to runs: `plans` must not import from `runs`. */
function createPlanRuns(services: RunNeeds, runs: RunJobs, runDialogs: RunDialogs): PlanRuns {
  return {
    startAndShow: async (request) => runDialogs.follow(await runs.start(request)),
    runToEnd: async (request) => waitForEnd(await runs.start(request)),
    latestRun: async (bot, hash) => {
      const run = await runs.latestOf(bot, hash);
      if (run === undefined) return undefined;
      const { id, counts } = run;
      const { checkFirst } = readRunDetail(run.detail);
      return {
        id,
        isUnfinished: isUnfinished(run),
        completedCount: completedCount(counts),
        checkFirst,
      };
    },
    earlierTaggings: (request, resumedId) => earlierTaggingsOf(services, request, resumedId),
  };
}
