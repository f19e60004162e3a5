import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import type { BotService } from '../../base/endpoints.ts';
import { type Lazy, lazy } from '../../base/promises.ts';
import type * as client from '../../service/client.ts';
import type { ConnectionStep } from '../../service/connectionCheck.ts';
import type { Catalogue } from '../catalogue.ts';
import { ConfirmedTags } from '../confirmedTags.ts';
import type { SandboxHost } from './sandboxHost.ts';
import type { SecretTokens } from './tokens.ts';
import type { Clock } from '../../base/ports.ts';
import type { FirstSteps } from '../../base/ui/firstSteps.ts';
import type { JsonDocuments } from '../../base/ui/jsonDocuments.ts';
import { retryWaits } from '../../base/ui/progress.ts';
import { networkSettings, type setting } from '../../base/ui/settings.ts';
import type { PlainLog } from '../../base/ui/sinks.ts';
import type { CommandId } from '../../commands/commands.ts';
import { TagActions } from '../../service/tagActions.ts';
import type { KnownTags, TaggingMemory } from '../../service/userMemory.ts';
import type { BotEvents } from '../botEvents.ts';
import { Discovery } from '../discovery.ts';
import { ItemActions } from '../itemActions.ts';
import type { JournalStore } from '../journal.ts';
import { LiveItems } from '../liveItems.ts';
import type { OverviewTools, ScanHistory } from '../scanCounts.ts';
import type { SharedNotes } from '../sharedNotes.ts';
import { TagIndex } from '../tagIndex.ts';
import type { CommandContext, Handler } from './handler.ts';
import type { OpenNodes, TreeShape } from './treeShape.ts';
import type { BotTree } from './treeView.ts';

interface BotServiceNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly client: Lazy<client.Client>;
  readonly tokens: Pick<SecretTokens, 'get' | 'onDidChange'>;
  readonly sandbox: SandboxHost;
  readonly recorder: WriteRecorder;
}

/** Recorder of writes that are not part of a run. */
interface WriteRecorder {
  /** Returns a service whose writes are recorded in the Journal. */
  recorded(bot: Bot, service: BotService): BotService;
}

interface ServicePair {
  readonly unrecorded: BotService;
  readonly recorded: BotService;
}

/** Service of each bot, created on first use. */
export class BotServices {
  readonly #needs: BotServiceNeeds;
  readonly #services = new Map<string, ServicePair>();
  /** Number of token replacements that this window has seen, by bot key. */
  readonly #tokenGenerations = new Map<string, number>();

  constructor(needs: BotServiceNeeds) {
    this.#needs = needs;
    needs.tokens.onDidChange(
      (key) => void this.#tokenGenerations.set(key, this.#tokenGeneration(key) + 1),
    );
  }

  /** Returns the service of a bot. Its writes are recorded in the Journal, each on its own. */
  readonly of = async (bot: Bot): Promise<BotService> => (await this.#pairOf(bot)).recorded;

  /** Returns the service of a bot for runs. Runs record their writes themselves, so this service does not. */
  readonly forRuns = async (bot: Bot): Promise<BotService> => (await this.#pairOf(bot)).unrecorded;

  readonly #pairOf = async (bot: Bot): Promise<ServicePair> => {
    requireConfirmed(bot);
    const cachedPair = this.#services.get(bot.key);
    if (cachedPair !== undefined) return cachedPair;
    const client = await this.#needs.client();
    const catalogue = await this.#needs.catalogue();
    const service = client.createService({
      bot: bot.key,
      baseUrl: () => this.baseUrl(bot),
      token: () => this.#needs.tokens.get(bot.key),
      tokenGeneration: () => this.#tokenGeneration(bot.key),
      // The catalogue is read for each write, because another window may have just locked the bot.
      refusal: (id) => catalogue.refusal(bot.key, id),
    });
    // Both objects attach and detach only tags that the service has confirmed as belonging to the bot.
    const confirmedTags = new ConfirmedTags(catalogue, bot);
    const recorded = this.#needs.recorder.recorded(bot, service);
    const pair = {
      unrecorded: confirmedTags.guard(service),
      recorded: confirmedTags.guard(recorded),
    };
    this.#services.set(bot.key, pair);
    return pair;
  };

  /** Returns a service for a base URL and a token that the user has typed but not saved yet. */
  async unsaved(baseUrl: string, token: string): Promise<BotService> {
    const client = await this.#needs.client();
    return client.createService({
      baseUrl: () => Promise.resolve(baseUrl),
      token: () => Promise.resolve(token),
    });
  }

  /** Returns the base URL for the bot's requests. Starts the sandbox if necessary. */
  async baseUrl(bot: Bot): Promise<string> {
    requireConfirmed(bot);
    return bot.kind === 'sandbox' ? (await this.#needs.sandbox.running(bot)).baseUrl : bot.baseUrl;
  }

  /** @param token `''` if there is none: then only the steps before authentication can succeed */
  async check(bot: Bot, token: string, signal: AbortSignal): Promise<readonly ConnectionStep[]> {
    const target = { baseUrl: await this.baseUrl(bot), botId: bot.botId, token };
    const client = await this.#needs.client();
    return client.checkConnection(target, signal);
  }

  #tokenGeneration(botKey: string): number {
    return this.#tokenGenerations.get(botKey) ?? 0;
  }
}

/** Blocks requests to a base URL from a workspace file until the user has confirmed it. */
function requireConfirmed({ isConfirmed, label, baseUrl }: Bot): void {
  if (isConfirmed) return;
  throw new UserError(
    vscode.l10n.t(
      'The base URL {1} of "{0}" comes from a file and is not confirmed. To confirm the base URL, use "Enter Token…" on the bot.',
      label,
      baseUrl,
    ),
  );
}

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
  readonly client: Lazy<client.Client>;
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

type ClientNeeds = Pick<CatalogueServices, 'context' | 'log' | 'clock' | 'readSetting'> & {
  readonly clientBundle: Lazy<typeof client>;
};

/** Creates the client of the services, which is loaded when it is first used. It reads the settings for each request. */
export function createLazyClient(services: ClientNeeds): Lazy<client.Client> {
  const { context, log, clock, readSetting, clientBundle } = services;
  const networkOptions = networkSettings(context.subscriptions);
  const settings: client.ClientOptions['settings'] = {
    get timeoutMs() {
      return readSetting('botTags.network.timeout') * 1000;
    },
    get retryLimits() {
      return { maxTries: 4, maxTotalMs: readSetting('botTags.network.maxRetryTime') * 1000 };
    },
    get network() {
      return networkOptions();
    },
  };
  return lazy(async () => {
    const { createClient } = await clientBundle();
    return createClient({ settings, waits: retryWaits, log, clock });
  });
}

export type Handlers<K extends CommandId = CommandId> = { readonly [Id in K]: Handler<Id> };

/** Runs commands for the extension's own panels and tools. */
export interface CommandRunner {
  /** Registers the handlers of a feature's commands. Disposing the result removes them. */
  register<K extends CommandId>(handlers: Handlers<K>): vscode.Disposable;
  /** Runs a command as if the user had called it. The command shows its own errors. */
  run(id: CommandId, context: CommandContext): Promise<void>;
  /** Returns the handler of a command, which throws its errors. */
  handlerOf<K extends CommandId>(id: K): Handlers[K];
}
