import type * as vscode from 'vscode';
import type { Clock } from '../../base/ports.ts';
import { lazy, type Lazy } from '../../base/promises.ts';
import type { FirstSteps } from '../../base/ui/firstSteps.ts';
import type { JsonDocuments } from '../../base/ui/jsonDocuments.ts';
import type { setting } from '../../base/ui/settings.ts';
import type { PlainLog } from '../../base/ui/sinks.ts';
import type { CommandId } from '../../commands/commands.ts';
import type { Client } from '../../service/client.ts';
import { TagActions } from '../../service/tagActions.ts';
import type { KnownTags, TaggingMemory } from '../../service/userMemory.ts';
import type { BotEvents } from '../botEvents.ts';
import type { Catalogue } from '../catalogue.ts';
import { Discovery } from '../discovery.ts';
import { ItemActions } from '../itemActions.ts';
import type { JournalStore } from '../journal.ts';
import { LiveItems } from '../liveItems.ts';
import type { OverviewTools, ScanHistory } from '../scanCounts.ts';
import type { SharedNotes } from '../sharedNotes.ts';
import { TagIndex } from '../tagIndex.ts';
import type { CommandContext, Handler } from './handler.ts';
import type { SandboxHost } from './sandboxHost.ts';
import { BotServices, type WriteRecorder } from './services.ts';
import type { SecretTokens } from './tokens.ts';
import type { OpenNodes, TreeShape } from './treeShape.ts';
import type { BotTree } from './treeView.ts';

/** Long-lived services of the window: the catalogue, its tree, and the requests to the services of bots. */
export interface CatalogueServices {
  readonly context: vscode.ExtensionContext;
  readonly log: PlainLog;
  readonly clock: Clock;
  /** Cached version of `setting`. */
  readonly readSetting: typeof setting;
  readonly steps: FirstSteps;
  readonly documents: JsonDocuments;
  readonly commands: CommandRunner;
  readonly notes: SharedNotes;
  readonly tokens: SecretTokens;
  readonly catalogue: Lazy<Catalogue>;
  readonly bots: BotEvents;
  /** Journal in the catalogue's database. Writes have to go through `Catalogue.whenFree`. */
  readonly journal: Lazy<JournalStore>;
  readonly history: Lazy<ScanHistory>;
  /** Tools that count customers. */
  readonly overview: Lazy<OverviewTools>;
  readonly items: Lazy<ItemActions>;
  readonly discovery: Lazy<Discovery>;
  readonly tagIndex: Lazy<LiveItems<TagIndex>>;
  readonly tree: BotTree;
  readonly shape: TreeShape;
  readonly openNodes: OpenNodes;
  readonly client: Lazy<Client>;
  readonly sandbox: SandboxHost;
  readonly botServices: BotServices;
  readonly tags: TagActions;
  readonly memory: TaggingMemory;
  readonly known: KnownTags;
}

type CreatedServices = 'botServices' | 'tags' | 'items' | 'discovery' | 'tagIndex';
type Needs = Omit<CatalogueServices, CreatedServices | 'commands'> & {
  readonly recorder: WriteRecorder;
};

export function createBotServices(services: Needs): Pick<CatalogueServices, CreatedServices> {
  const { catalogue, history, overview, log, memory, known } = services;
  const botServices = new BotServices(services);
  const tags = new TagActions(botServices.of, known);
  tags.onDidTag(({ bot, user }) => memory.noteUser(bot, user));
  tags.onDidList(({ bot, user }) => memory.noteUser(bot, user));
  const scanSums = {
    history,
    counting: async () => (await overview()).createCounting(),
    onLost: (error: unknown) => log.warn(`A scan left no history: ${String(error)}`),
  };
  return {
    botServices,
    tags,
    items: lazy(async () => new ItemActions(await catalogue(), botServices.of)),
    discovery: lazy(async () => new Discovery(await catalogue(), botServices.of, scanSums)),
    tagIndex: lazy(async () => new LiveItems(await catalogue(), () => new TagIndex())),
  };
}

export type Handlers<K extends CommandId = CommandId> = { readonly [Id in K]: Handler<Id> };

/** Runs commands for the extension's own panels and tools. */
export interface CommandRunner {
  /** Registers the handlers of a feature's commands. Disposing the result removes them. */
  register<K extends CommandId>(handlers: Handlers<K>): vscode.Disposable;
  /** Runs a command as if the user had called it. The command shows its own errors. */
  run(id: CommandId, context: CommandContext): Promise<unknown>;
  /** Returns the handler of a command, which throws its errors. */
  handlerOf<K extends CommandId>(id: K): Handlers[K];
}
