import type * as vscode from 'vscode';
import type { Catalogue } from '../core/catalogue.ts';
import type { CatalogueText } from '../core/catalogueText.ts';
import type { WriteSubject } from '../core/errors.ts';
import { Discovery } from '../core/discovery.ts';
import { ItemActions } from '../core/itemActions.ts';
import { lazy, type Lazy } from '../core/lazy.ts';
import { LiveItems } from '../core/liveItems.ts';
import type { Event } from '../core/emitter.ts';
import type { NetworkOptions } from '../core/networkOptions.ts';
import type { Clock, Log, SandboxState } from '../core/ports.ts';
import type { RetryWait } from '../core/retryWait.ts';
import type { SharedNotes } from '../core/sharedNotes.ts';
import { TagIndex } from '../core/tagIndex.ts';
import type { Exporter, PlanChange } from '../core/exportPlan.ts';
import type { CommandId } from '../commandTypes.ts';
import type { Backend, LazyBackend } from './backend.ts';
import { BotAtHand } from './botAtHand.ts';
import { checkOutcome } from './checkOutcome.ts';
import { dropItems } from './commands/dropItems.ts';
import { botNamed, type Hand } from './commands/handler.ts';
import { createHandlers, type Handlers } from './commands/handlers.ts';
import { askToken } from './commands/replaceToken.ts';
import { runCommand } from './commands/runCommand.ts';
import { CustomerPanels } from './customers/customerPanels.ts';
import { createTagging, type Tagging } from './createTagging.ts';
import { followBots } from './followBots.ts';
import type { SharedParts } from './customers/panelParts.ts';
import { PAGE_COMMANDS } from './customers/rowCommands.ts';
import { ViewStore } from './customers/viewStore.ts';
import { ExportJobs } from './exports/exportJobs.ts';
import { resumeByPerson } from './exports/resumeByPerson.ts';
import type { JsonDocuments } from './json/jsonDocuments.ts';
import { KeptData } from './keptData.ts';
import type { PlainLog } from './kit/log.ts';
import { networkSettings } from './networkSettings.ts';
import type { Parts } from './parts.ts';
import { retryWaits } from './progress.ts';
import { SeenRecorder } from './recordSeen.ts';
import { SandboxHost, type RunningSandbox, type SandboxOptions } from './sandboxHost.ts';
import { BotServices } from './services.ts';
import { keptSetting, onDidChangeSetting, retryLimits, setting } from './settings.ts';
import { showError } from './showError.ts';
import type { SecretTokens } from './tokens.ts';
import type { OpenNodes } from './tree/openNodes.ts';
import type { TreeNode } from './tree/treeNode.ts';
import type { TreeShape } from './tree/treeShape.ts';
import type { BotTree } from './tree/treeView.ts';
import { WorkspaceFiles } from './workspaceFile/workspaceFiles.ts';

/** What the backend is made with. */
export interface BackendOptions {
  readonly timeoutMs: () => number;
  readonly network: () => NetworkOptions;
  readonly limits: typeof retryLimits;
  readonly concurrency: () => number;
  readonly onDidChangeConcurrency: Event<unknown>;
  readonly onWait: (wait: RetryWait) => void;
  readonly log: Log;
  readonly clock: Clock;
}

/** What is there from activation on. */
export interface Shell {
  readonly context: vscode.ExtensionContext;
  readonly log: PlainLog;
  readonly clock: Clock;
  readonly notes: SharedNotes;
  readonly tokens: SecretTokens;
  readonly catalogue: Lazy<Catalogue>;
  readonly sandboxState: () => Promise<SandboxState | undefined>;
  readonly tree: BotTree;
  readonly shape: TreeShape;
  readonly openNodes: OpenNodes;
  readonly documents: JsonDocuments;
  readonly openBackend: (options: BackendOptions) => Promise<Backend>;
  readonly startSandbox: (options: SandboxOptions) => Promise<RunningSandbox>;
  readonly openExporter: () => Promise<Exporter>;
  readonly openCatalogueText: () => Promise<CatalogueText>;
}

export interface Features {
  /** @param hand `undefined`: other code calls, with an argument object */
  run(id: CommandId, hand: Hand | undefined, argument: unknown): Promise<unknown>;
  readonly panels: CustomerPanels;
  /** Rows of the tree were dropped on another one; `undefined`: below all of them. */
  drop(nodes: readonly TreeNode[], target: TreeNode | undefined): Promise<void>;
  /** A workspace's catalogue file was found, changed or removed. */
  onFile(file: vscode.Uri): Promise<void>;
  stop(): Promise<void>;
}

/** Everything behind the commands and panels: a bundle of its own, loaded with the first of them. */
export function createFeatures(shell: Shell): Features {
  const { context, log, clock, tokens, tree, shape, documents } = shell;
  const catalogue = followBots(shell.catalogue, {
    changed: (bot) => panels.rename(bot),
    removed: (key) => {
      panels.close(key);
      tagging.forget(key);
    },
  });
  const backend = lazy(() => shell.openBackend(backendOptions(shell)));
  const sandbox = new SandboxHost(tokens, (options) => startSandbox(shell, options));
  const services = new BotServices({ backend, tokens, sandbox });
  const pagerOf = (bot: string) => panels.find(bot)?.pager;
  const tagging = createTagging({ clock, serviceOf: services.of, pagerOf });
  const { tags } = tagging.parts;
  const seen = new SeenRecorder(catalogue, log);
  tags.onDidList(({ bot, lists }) => seen.lists(bot, lists));
  const items = lazy(async () => new ItemActions(await catalogue(), services.of));
  const discovery = lazy(async () => new Discovery(await catalogue(), services.of));
  const tagIndex = lazy(async () => new LiveItems(await catalogue(), () => new TagIndex()));
  const exporter = lazy(shell.openExporter);
  const exports = new ExportJobs({ exporter, catalogue, services, notes: shell.notes });
  const onError = errorDisplay(shell, { items, tags, exports });
  const guarded = (step: () => Promise<void>): Promise<void> =>
    step().catch((error: unknown) => onError(error, undefined));
  const inFocus = () => tree.inFocus();
  const handlers = (): Handlers => allHandlers;
  const needs = { backend, services, tagging, seen, handlers, onError };
  const panels = new CustomerPanels(catalogue, panelParts(context, needs));
  const files = new WorkspaceFiles({
    ...{ catalogue, tokens, log, memento: context.workspaceState },
    text: lazy(shell.openCatalogueText),
  });
  context.subscriptions.push(files);
  const allHandlers = createHandlers({
    ...{ catalogue, items, discovery, tagIndex, tokens, services, sandbox, ...tagging.parts },
    ...{ tree, shape, openNodes: shell.openNodes, panels, documents, exports, files, backend },
    ...{ atHand: new BotAtHand(panels, tree.view), kept: new KeptData(context), log, clock },
  });
  return {
    run: (id, hand, argument) =>
      runCommand({ id, handler: allHandlers[id], hand, argument }, { backend, inFocus, onError }),
    panels,
    drop: (nodes, target) => guarded(() => dropItems({ catalogue, tree }, nodes, target)),
    onFile: (file) => guarded(() => files.look(file)),
    stop: async () => {
      tagIndex.current?.dispose();
      // First: what was read has to be kept, and with it where to go on.
      await exports.stop();
      await Promise.all([sandbox.stop(), backend.current?.close()]);
    },
  };
}

interface PanelNeeds {
  readonly backend: LazyBackend;
  readonly services: BotServices;
  readonly tagging: Tagging;
  readonly seen: SeenRecorder;
  readonly handlers: () => Handlers;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

function panelParts(context: vscode.ExtensionContext, needs: PanelNeeds): SharedParts {
  const { backend, services, tagging, seen, handlers, onError } = needs;
  return {
    extensionUri: context.extensionUri,
    serviceOf: services.of,
    backend,
    tags: tagging.parts.tags,
    onPage: (bot, page) => {
      tagging.parts.loaded.note(page);
      seen.page(bot, page);
    },
    views: new ViewStore(context.workspaceState, async (kept) =>
      (await backend()).parsePageView(kept),
    ),
    onVerb: async (verb, row) => {
      const hand = { nodes: [], ...(row === undefined ? {} : { row }) };
      await handlers()[PAGE_COMMANDS[verb]].byPerson(hand);
    },
    onError: (error, bot) => onError(error, bot.key),
  };
}

function backendOptions({ context, log, clock }: Shell): BackendOptions {
  const { subscriptions } = context;
  const kept = keptSetting(subscriptions);
  return {
    timeoutMs: () => kept('botTags.network.timeout') * 1000,
    network: networkSettings(subscriptions),
    limits: retryLimits,
    concurrency: () => kept('botTags.network.concurrency'),
    onDidChangeConcurrency: onDidChangeSetting('botTags.network.concurrency', subscriptions),
    onWait: (wait) => retryWaits.fire(wait),
    log,
    clock,
  };
}

async function startSandbox(
  shell: Shell,
  options: Omit<SandboxOptions, 'customers' | 'state'>,
): Promise<RunningSandbox> {
  const state = await shell.sandboxState();
  const customers = setting('botTags.sandbox.customers');
  return shell.startSandbox({ ...options, customers, ...(state === undefined ? {} : { state }) });
}

function errorDisplay(shell: Shell, parts: Pick<Parts, 'items' | 'tags' | 'exports'>) {
  const { log, catalogue, tokens } = shell;
  const replaceToken = async (botKey: string): Promise<void> =>
    askToken({ catalogue, tokens }, botNamed(await catalogue(), botKey));
  const check = async (botKey: string, subject: WriteSubject): Promise<void> =>
    checkOutcome(parts, botNamed(await catalogue(), botKey), subject);
  const resume = (file: string, change?: PlanChange): Promise<void> =>
    resumeByPerson(parts.exports, file, change);
  const discard = (file: string): Promise<void> => parts.exports.discard(file);
  return (error: unknown, botKey: string | undefined): Promise<void> =>
    showError({ log, replaceToken, check, resume, discard }, error, botKey);
}
