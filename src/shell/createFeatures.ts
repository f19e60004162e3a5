import * as vscode from 'vscode';
import { createAgentTools } from './agentTools.ts';
import type { AgentTools } from './registerTools.ts';
import { lazy, type Lazy } from '../base/promises.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { Discovery } from '../catalogue/discovery.ts';
import { ItemActions } from '../catalogue/itemActions.ts';
import type { SharedNotes } from '../catalogue/sharedNotes.ts';
import type { WorkspaceFileText } from '../catalogue/workspaceFileText.ts';
import type { TagActions } from '../service/tagActions.ts';
import type { WriteSubject } from '../base/errors.ts';
import type { Exporter, PlanChange } from '../base/exportPlan.ts';
import type { JournalStore, RunRecord } from '../catalogue/journal.ts';
import type { OverviewTools, ScanHistory } from '../catalogue/scanCounts.ts';
import type { InputFiles } from '../plans/input/inputFiles.ts';
import type { PlanTexts } from '../plans/planTexts.ts';
import type { Clock, Log, SandboxState } from '../base/ports.ts';
import { LiveItems } from '../catalogue/liveItems.ts';
import { TagIndex } from '../catalogue/tagIndex.ts';
import type { NetworkOptions } from '../base/networkOptions.ts';
import type { RetryWait } from '../base/endpoints.ts';
import type { CommandId } from '../commands/commands.ts';
import { CustomerPanels } from '../customers/ui/customerPanels.ts';
import { KeptData } from './removeAllData.ts';
import type { JsonDocuments } from '../base/ui/jsonDocuments.ts';
import { checkOutcome } from '../errors/ui/checkOutcome.ts';
import { showError } from '../errors/ui/showError.ts';
import { ResumableCounter } from './resumableCounter.ts';
import { Resumables } from './resumables.ts';
import { ExportJobs } from '../exports/ui/exportJobs.ts';
import { RememberedChoices } from '../exports/ui/rememberedChoices.ts';
import { resumeWithProgress } from '../exports/ui/exportProgress.ts';
import { botNamed, type CommandContext } from '../catalogue/ui/handler.ts';
import { keepSaveFolder } from '../base/ui/saveDialog.ts';
import type { JournalTree } from '../runs/ui/journalTree.ts';
import type { BotServices, Client } from '../catalogue/ui/services.ts';
import type { LazyValidators } from './lazyValidators.ts';
import type { FirstSteps } from '../base/ui/firstSteps.ts';
import type { PlainLog } from '../base/ui/sinks.ts';
import { retryWaits } from '../base/ui/progress.ts';
import {
  SANDBOX_PORT,
  SandboxHost,
  type RunningSandbox,
  type SandboxOptions,
} from '../catalogue/ui/sandboxHost.ts';
import { cachedSetting, networkSettings, retryLimits } from '../base/ui/settings.ts';
import type { SecretTokens } from '../catalogue/ui/tokens.ts';
import type { JournalNode, TreeNode } from '../catalogue/ui/treeNode.ts';
import { describer, type DescribeTags } from '../tags/ui/describeTags.ts';
import { dropItems } from '../tags/ui/moveItems.ts';
import { RunningScans } from '../tags/ui/discoverTags.ts';
import type { OverviewPanels } from '../overview/ui/overviewPanels.ts';
import type { PlanEditors } from '../plans/ui/planEditors.ts';
import type { OpenNodes, TreeShape } from '../catalogue/ui/treeShape.ts';
import type { BotTree } from '../catalogue/ui/treeView.ts';
import type { KeptSummary } from '../catalogue/ui/keptSummary.ts';
import { LikelyBot } from '../tags/ui/likelyBot.ts';
import { createOverviews } from './createOverviews.ts';
import { createPlanParts } from './createPlanParts.ts';
import { createWriting } from './createWriting.ts';
import { followBots } from './followBots.ts';
import { botFixes } from './botFixes.ts';
import { createRuns } from './createRuns.ts';
import { createSegments } from './createSegments.ts';
import { createHandlers, type Handlers } from './handlers.ts';
import { prepareSandbox, type SandboxParts } from '../bots/ui/sandboxBot.ts';
import { type PanelNeeds, panelParts } from './createPanels.ts';
import { SeenRecorder } from './recordSeen.ts';
import { runCommand } from './runCommand.ts';

export interface ClientOptions {
  readonly timeoutMs: () => number;
  readonly network: () => NetworkOptions;
  readonly limits: typeof retryLimits;
  readonly onWait: (wait: RetryWait) => void;
  readonly log: Log;
  readonly clock: Clock;
}

/** Services that exist from activation. */
export interface Shell {
  readonly context: vscode.ExtensionContext;
  readonly log: PlainLog;
  readonly clock: Clock;
  readonly notes: SharedNotes;
  readonly tokens: SecretTokens;
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  readonly history: Lazy<ScanHistory>;
  readonly journalView: vscode.TreeView<JournalNode>;
  readonly sandboxState: () => Promise<SandboxState | undefined>;
  readonly tree: BotTree;
  readonly shape: TreeShape;
  readonly openNodes: OpenNodes;
  readonly steps: FirstSteps;
  readonly documents: JsonDocuments;
  readonly summary: KeptSummary;
  readonly runsChanged: vscode.EventEmitter<vscode.Uri>;
  readonly openClient: (options: ClientOptions) => Promise<Client>;
  readonly validators: LazyValidators;
  readonly startSandbox: (options: SandboxOptions) => Promise<RunningSandbox>;
  readonly openExporter: () => Promise<Exporter>;
  readonly openFileText: () => Promise<WorkspaceFileText>;
  readonly openPlans: () => Promise<PlanTexts & InputFiles>;
  readonly openOverview: () => Promise<OverviewTools>;
}

export interface Features {
  /** Runs a command. @param hand `undefined` if a program calls it with an argument object */
  run(id: CommandId, hand: CommandContext | undefined, argument: unknown): Promise<unknown>;
  readonly panels: CustomerPanels;
  readonly overviews: OverviewPanels;
  readonly journalTree: JournalTree;
  /** Returns the text of a run's result. */
  runText(uri: vscode.Uri): Promise<string>;
  readonly describe: DescribeTags;
  readonly agentTools: AgentTools;
  /** Code lenses above a plan. */
  readonly planEditors: Pick<PlanEditors, 'lenses' | 'onDidChangeLenses'>;
  /** Handles rows that were dropped on another row of the tree. @param target `undefined`: dropped below all rows */
  drop(nodes: readonly TreeNode[], target: TreeNode | undefined): Promise<void>;
  /** Handles a workspace file that was found, changed or removed. */
  onFile(file: vscode.Uri): Promise<void>;
  stop(): Promise<void>;
}

interface CounterParts {
  readonly resumables: Resumables;
  readonly running: Pick<ReturnType<typeof createRuns>, 'settle' | 'onDidBegin'>;
  readonly onError: PanelNeeds['onError'];
}

/** Creates everything behind the commands and panels. Has its own bundle, which is loaded on first use. */
export function createFeatures(shell: Shell): Features {
  const { context, log, clock, tokens, tree, shape, documents, validators, steps } = shell;
  const catalogue = followBots(shell.catalogue, {
    changed: (bot) => void [panels, overviews].map((open) => open.update(bot)),
    removed: (key) => {
      panels.close(key);
      for (const part of [tagging, running, segments, overviews]) void part.forget(key);
    },
    opened: () => [counter.later(), writing.forgetOld()],
  });
  const client = lazy(() => shell.openClient(clientOptions(shell)));
  const sandbox = new SandboxHost(tokens, (options) => startSandbox(shell, options));
  const pagerOf = (bot: string) => panels.find(bot)?.pager;
  const isOwned = (run: RunRecord) => running.parts.runs.isOwned(run);
  const writing = createWriting(shell, { catalogue, client, sandbox, pagerOf, isOwned });
  const { services, tagging } = writing;
  const { tags } = tagging.parts;
  const seen = new SeenRecorder(catalogue, log);
  tags.onDidList(({ bot, lists }) => seen.lists(bot, lists));
  const lists = createListParts(shell, catalogue, services.of);
  const [exporter, text] = [lazy(shell.openExporter), lazy(shell.openFileText)];
  const segments = createSegments(shell, { catalogue, text });
  const exports = new ExportJobs({ ...shell, ...segments.parts, exporter, catalogue, services });
  const onError = errorDisplay(shell, { items: lists.items, tags, exports });
  const showingErrors = errorGuard(onError);
  const toRun = runNeeds({ ...shell, ...tagging.parts, catalogue, services, sandbox }, onError);
  const handlers = (): Handlers => allHandlers;
  const needs = { services, tagging, seen, segments, handlers, onError };
  const panels = new CustomerPanels(catalogue, panelParts(shell, needs));
  const toRuns = { catalogue, services, tree, ...lists, tagging: tagging.parts, panels, onError };
  const running = createRuns(shell, toRuns);
  const plans = createPlanParts(shell, { ...running.parts, catalogue });
  const resumables = new Resumables({ ...shell, ...lists, ...running.parts, exports });
  const counter = createCounter(shell.summary, { resumables, running, onError });
  const overviews = createOverviews(shell, { ...toRuns, ...running.parts, handlers });
  keepSaveFolder(context.globalState);
  const allHandlers = createHandlers({
    ...{ catalogue, ...lists, tokens, services, sandbox, ...tagging.parts },
    ...{ tree, shape, openNodes: shell.openNodes, panels, overviews, documents, exports, steps },
    ...{ ...segments.parts, onError, client, resumables, validators },
    ...{ ...writing.parts, ...running.parts, ...plans },
    ...{ atHand: new LikelyBot(panels, tree.view), ...keptParts(context, validators), log, clock },
  });
  return {
    run: (id, hand, argument) =>
      runCommand({ id, handler: allHandlers[id], hand, argument }, toRun),
    ...{ panels, overviews, planEditors: plans.planEditors, describe: describer(catalogue) },
    agentTools: createAgentTools({ ...shell, ...segments.parts, catalogue, panels, handlers }),
    runText: (uri) => running.parts.runDocuments.text(uri),
    journalTree: writing.parts.journalTree,
    drop: (nodes, target) => showingErrors(() => dropItems({ catalogue, tree }, nodes, target)),
    onFile: (file) => showingErrors(() => segments.parts.files.look(file)),
    stop: async () => {
      lists.tagIndex.current?.dispose();
      counter.stop();
      await stopWork(exports, running, lists.scans);
      await Promise.all([sandbox.stop(), client.current?.close()]);
    },
  };
}

/** Returns what `runCommand` needs in addition to the handler. */
function runNeeds(
  parts: SandboxParts & { readonly validators: LazyValidators },
  onError: PanelNeeds['onError'],
) {
  parts.steps.tell();
  const nodesOf = async (hand: CommandContext): Promise<readonly TreeNode[]> => {
    if (hand.isAtFocus === true) return parts.tree.inFocus();
    return hand.isAtSandbox === true ? [await prepareSandbox(parts)] : hand.nodes;
  };
  return { validators: parts.validators, nodesOf, onError };
}

function keptParts(context: vscode.ExtensionContext, validators: LazyValidators) {
  const { extensionUri } = context;
  return {
    extensionId: context.extension.id,
    sandboxCli: vscode.Uri.joinPath(extensionUri, 'dist', 'sandboxCli.cjs').fsPath,
    kept: new KeptData(context),
    exportChoices: new RememberedChoices(context.globalState, validators),
  };
}

/** Stops work before the services it depends on, so that its results and resume positions can be saved. */
async function stopWork(...work: readonly { stop(): Promise<void> }[]): Promise<void> {
  await Promise.all(work.map((part) => part.stop()));
}

/** Counts the resumable jobs again when one of them begins or ends. */
function createCounter(
  summary: KeptSummary,
  { resumables, running, onError }: CounterParts,
): ResumableCounter {
  const counter = new ResumableCounter({
    resumables,
    summary,
    settle: () => running.settle(),
    onError: (error) => void onError(error, undefined),
  });
  running.onDidBegin(() => counter.later());
  return counter;
}

/** Returns a function that runs a step in the background and shows its errors. */
function errorGuard(onError: PanelNeeds['onError']) {
  return (step: () => Promise<void>): Promise<void> =>
    step().catch((error: unknown) => onError(error, undefined));
}

/** Creates the services for the lists of bots. Each service is created on first use. */
function createListParts(shell: Shell, catalogue: Lazy<Catalogue>, serviceOf: BotServices['of']) {
  const { history, log } = shell;
  const overview = lazy(shell.openOverview);
  const sums = {
    ...{ history, counting: async () => (await overview()).counting() },
    onLost: (error: unknown) => log.warn(`A scan left no history: ${String(error)}`),
  };
  return {
    ...{ history, overview },
    scans: new RunningScans(),
    items: lazy(async () => new ItemActions(await catalogue(), serviceOf)),
    discovery: lazy(async () => new Discovery(await catalogue(), serviceOf, sums)),
    tagIndex: lazy(async () => new LiveItems(await catalogue(), () => new TagIndex())),
  };
}

function clientOptions({ context, log, clock }: Shell): ClientOptions {
  const { subscriptions } = context;
  const kept = cachedSetting(subscriptions);
  return {
    timeoutMs: () => kept('botTags.network.timeout') * 1000,
    network: networkSettings(subscriptions),
    limits: retryLimits,
    onWait: (wait) => retryWaits.fire(wait),
    log,
    clock,
  };
}

async function startSandbox(
  shell: Shell,
  options: Pick<SandboxOptions, 'token' | 'botId'>,
): Promise<RunningSandbox> {
  const state = await shell.sandboxState();
  const { language } = vscode.env;
  return shell.startSandbox({
    ...options,
    ...{ language, preferredPort: SANDBOX_PORT },
    ...(state === undefined ? {} : { state }),
  });
}

function errorDisplay(
  shell: Shell,
  parts: {
    readonly items: Lazy<ItemActions>;
    readonly tags: TagActions;
    readonly exports: ExportJobs;
  },
) {
  const { log, catalogue } = shell;
  const { replaceToken, allowChanges } = botFixes(shell);
  const check = async (botKey: string, subject: WriteSubject): Promise<void> =>
    checkOutcome(parts, botNamed(await catalogue(), botKey), subject);
  const resume = (file: string, change?: PlanChange): Promise<void> =>
    resumeWithProgress(parts.exports, file, change);
  const discard = (file: string): Promise<void> => parts.exports.discard(file);
  return (error: unknown, botKey: string | undefined): Promise<void> =>
    showError({ log, replaceToken, allowChanges, check, resume, discard }, error, botKey);
}
