import * as vscode from 'vscode';
import { lazy, type Lazy } from '../base/promises.ts';
import { SharedNotes } from '../catalogue/sharedNotes.ts';
import type { CommandId } from '../commands/commands.ts';
import { CUSTOMERS_PANEL, DATABASE_FILE, OVERVIEW_PANEL } from '../base/manifest.ts';
import { JsonDocuments } from '../base/ui/jsonDocuments.ts';
import type * as openCatalogue from '../runs/openCatalogue.ts';
import type { OpenedStores, QuarantinedFile } from '../runs/openCatalogue.ts';
import { LazyJournalView, registerLazyLenses, registerRunContent } from '../runs/ui/lazyViews.ts';
import { registerTools, type AgentTools } from './registerTools.ts';
import type { AgentTool } from '../commands/agentTools.ts';
import type { DescribeTags } from '../tags/ui/describeTags.ts';
import { registerTagHover } from '../tags/ui/tagHover.ts';
import type { JournalTree } from '../runs/ui/journalTree.ts';
import { FirstSteps } from '../base/ui/firstSteps.ts';
import { storageText } from '../errors/ui/machineText.ts';
import { copyLines, setContext, showWarning } from '../base/ui/window.ts';
import { StoredSummary } from '../catalogue/ui/storedSummary.ts';
import type { PlainLog } from '../base/ui/sinks.ts';
import { SecretTokens } from '../catalogue/ui/tokens.ts';
import { LazyTree, TreeDrag } from '../catalogue/ui/lazyTree.ts';
import { OpenNodes, TreeShape } from '../catalogue/ui/treeShape.ts';
import type * as treeView from '../catalogue/ui/treeView.ts';
import type { BotTree } from '../catalogue/ui/treeView.ts';
import { FileWatch } from '../workspaceFile/ui/fileWatch.ts';
import type * as createFeatures from './createFeatures.ts';
import type { Features } from './createFeatures.ts';
import { registerCommands } from './commands.ts';
import type { Shell } from './services.ts';

/** Parts that `extension.ts` provides and that are loaded lazily. */
export interface LazyParts extends Pick<
  Shell,
  | 'log'
  | 'clock'
  | 'clientBundle'
  | 'validators'
  | 'sandboxBundle'
  | 'exporter'
  | 'fileText'
  | 'planTexts'
  | 'overview'
> {
  readonly storeBundle: Lazy<typeof openCatalogue>;
  readonly treeBundle: Lazy<typeof treeView>;
  readonly featuresBundle: Lazy<typeof createFeatures>;
}

/** Parts of the started extension that `deactivate` and the tests use. */
export interface Started {
  readonly openTree: Lazy<BotTree>;
  openJournal(): Promise<JournalTree>;
  openAgentTools(): Promise<AgentTools>;
  stop(): Promise<void>;
}

/** Delay in ms between activation and the count of jobs that a killed window may have left. */
const COUNT_DELAY_MS = 1000;

/** Registers the commands and providers that VS Code calls. The bundles behind them are loaded when they are first used. */
export function start(context: vscode.ExtensionContext, lazyParts: LazyParts): Started {
  const summary = createSummary(context);
  const stores = createLazyStores(context, lazyParts, summary);
  const { catalogue, journal, history, sandboxState } = stores;
  const { commandIds, toolNames } = contributionsOf(context);
  // `features` is declared below. These functions are called only after that.
  const openJournal = async (): Promise<JournalTree> => (await features()).journalTree;
  const openAgentTools = async (): Promise<AgentTools> => (await features()).agentTools;
  const lazyJournalView = new LazyJournalView(openJournal);
  const notes = new SharedNotes(catalogue, context.globalState);
  const tokens = new SecretTokens(context.secrets, notes);
  const shape = new TreeShape(context.workspaceState);
  const steps = new FirstSteps(context.globalState, (step) => setContext(step, true));
  const openNodes = new OpenNodes(context.workspaceState);
  const drag = new TreeDrag(async (nodes, target) => (await features()).drop(nodes, target));
  const tree = new LazyTree({ drag, summary }, async (view) => {
    const { BotTree } = await lazyParts.treeBundle();
    return new BotTree({ view, catalogue, history, tokens, shape, openNodes, steps, summary });
  });
  const documents = new JsonDocuments();
  const runsChanged = new vscode.EventEmitter<vscode.Uri>();
  const features = lazy(async () => {
    // The tree opens first, because loading the features takes longer than drawing its first rows.
    const openedTree = await tree.open();
    const { createFeatures } = await lazyParts.featuresBundle();
    return createFeatures({
      ...lazyParts,
      context,
      notes,
      tokens,
      catalogue,
      journal,
      history,
      journalView: lazyJournalView.view,
      sandboxState,
      tree: openedTree,
      shape,
      openNodes,
      steps,
      documents,
      summary,
      runsChanged,
    });
  });
  const watch = new FileWatch(async (file) => (await features()).onFile(file));
  context.subscriptions.push(tokens, shape, tree, lazyJournalView, documents, watch);
  context.subscriptions.push(
    ...registerCommands(commandIds, features),
    ...registerPanels(features),
    registerLazyLenses(async () => (await features()).planEditors),
    registerRunContent(runsChanged, async (uri) => (await features()).runText(uri)),
    registerTools(toolNames, openAgentTools),
    registerTagHover({ summary, catalogue, journal, describe: createLazyDescriber(features) }),
    scheduleCount(summary, features),
  );
  return {
    openTree: tree.open,
    openJournal,
    openAgentTools,
    stop: () => stop(features.current, stores),
  };
}

/** Stops the features, and closes the database even if a feature cannot be stopped. */
async function stop(features: Features | undefined, stores: LazyStores): Promise<void> {
  try {
    await features?.stop();
  } finally {
    stores.close();
  }
}

/** Registers the panels for VS Code to restore when a window is reopened. */
function registerPanels(features: Lazy<Features>): vscode.Disposable[] {
  const restorerOf = (panelKind: 'panels' | 'overviews'): vscode.WebviewPanelSerializer => ({
    deserializeWebviewPanel: async (panel, state) =>
      (await features())[panelKind].restore(panel, state),
  });
  return [
    vscode.window.registerWebviewPanelSerializer(CUSTOMERS_PANEL, restorerOf('panels')),
    vscode.window.registerWebviewPanelSerializer(OVERVIEW_PANEL, restorerOf('overviews')),
  ];
}

/** Creates the summary of the database. It reads changes of other windows when this window gets the focus. */
function createSummary({ globalState, globalStorageUri, subscriptions }: vscode.ExtensionContext) {
  const hasDatabase = (): PromiseLike<boolean> =>
    vscode.workspace.fs.stat(databaseIn(globalStorageUri)).then(
      () => true,
      () => false,
    );
  const summary = new StoredSummary(globalState, hasDatabase, setContext);
  subscriptions.push(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) summary.read();
    }),
  );
  return summary;
}

function databaseIn(globalStorageUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(globalStorageUri, DATABASE_FILE);
}

type LazyStores = ReturnType<typeof createLazyStores>;

/** Creates the stores of the database, which is opened on first use of any of them. */
function createLazyStores(
  { globalStorageUri }: vscode.ExtensionContext,
  { storeBundle, log, clock }: LazyParts,
  summary: StoredSummary,
) {
  const opened = lazy(async () => {
    const { openCatalogue } = await storeBundle();
    const openedStores = await openCatalogue(databaseIn(globalStorageUri).fsPath, clock);
    if (openedStores.problem !== undefined)
      void warnNothingIsSaved(openedStores.problem, openedStores, log);
    if (openedStores.quarantined !== undefined) void showQuarantined(openedStores.quarantined, log);
    summary.follow(openedStores);
    return openedStores;
  });
  return {
    close: () => {
      try {
        opened.current?.journal.close();
      } finally {
        opened.current?.store.close();
      }
    },
    catalogue: lazy(async () => (await opened()).catalogue),
    journal: lazy(async () => (await opened()).journal),
    history: lazy(async () => (await opened()).history),
    sandboxState: lazy(async () => (await opened()).sandbox),
  };
}

function createLazyDescriber(features: Lazy<Features>): DescribeTags {
  return async (tags, id) => (await features()).describe(tags, id);
}

/** Loads the features if the stored count of resumable jobs may be too low: they count again. Delayed until the window is ready. */
function scheduleCount(summary: StoredSummary, features: Lazy<Features>) {
  const timer = setTimeout(() => {
    if (summary.isOutdated) features().catch(() => undefined);
  }, COUNT_DELAY_MS);
  return { dispose: () => clearTimeout(timer) };
}

interface Contributions {
  readonly commands: readonly { readonly command: CommandId }[];
  readonly languageModelTools: readonly { readonly name: AgentTool }[];
}

/** Returns the commands and tools in the manifest. A test keeps the manifest and the handlers in sync. */
function contributionsOf({ extension }: vscode.ExtensionContext) {
  const manifest = extension.packageJSON as { readonly contributes: Contributions };
  const { commands, languageModelTools } = manifest.contributes;
  return {
    commandIds: commands.map(({ command }) => command),
    toolNames: languageModelTools.map(({ name }) => name),
  };
}

/** Has a button, because VS Code shows only one line of a notification without buttons. */
async function warnNothingIsSaved(
  problem: string,
  { lacksSqlite, trouble }: Pick<OpenedStores, 'lacksSqlite' | 'trouble'>,
  log: PlainLog,
): Promise<void> {
  log.error(`The catalogue cannot be opened: ${problem}`);
  const reason = trouble === undefined ? problem : storageText(trouble, problem);
  const showLog = vscode.l10n.t('Show Log');
  const choice = await showWarning(
    vscode.l10n.t(
      'Could not open the saved data ({0}). Changes to the list of bots and tags, and to the Journal, will be kept only until this window closes. The data saved earlier is not changed. To keep the list, use "Save List to Workspace File…".',
      lacksSqlite ? vscode.l10n.t('this version of VS Code does not include SQLite') : reason,
    ),
    showLog,
  );
  if (choice === showLog) log.show();
}

/** Shows where the quarantined list is, because the user may want to restore it. */
async function showQuarantined({ file, reason }: QuarantinedFile, log: PlainLog): Promise<void> {
  log.error(`The catalogue was damaged (${reason}) and is now ${file}`);
  const copy = vscode.l10n.t('Copy Path');
  const choice = await showWarning(
    vscode.l10n.t(
      'The list of bots and tags is damaged ({0}). The damaged list was kept as {1}, and a new list was created.',
      reason,
      file,
    ),
    copy,
  );
  if (choice === copy) await copyLines([file]);
}
