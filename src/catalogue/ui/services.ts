import * as vscode from 'vscode';
import type { Event } from '../../base/emitter.ts';
import { UserError, type WriteRefusal } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import type { BotService, TokenStore } from '../../base/ports.ts';
import type { Lazy } from '../../base/promises.ts';
import { ConfirmedTags } from '../../service/confirmedItems.ts';
import type { ConnectionStep } from '../../service/connectionCheck.ts';
import type { CurlRequest, CurlShell } from '../../service/writeCurl.ts';
import type { Catalogue } from '../catalogue.ts';
import type { SandboxHost } from './sandboxHost.ts';

interface ServiceParts {
  readonly catalogue: Lazy<Catalogue>;
  readonly client: LazyClient;
  readonly tokens: TokenStore & { readonly onDidChange: Event<string> };
  readonly sandbox: SandboxHost;
  /** The same service, whose writes go into the Journal. */
  readonly recorded: (bot: Bot, service: BotService) => BotService;
}

interface MadeService {
  readonly plain: BotService;
  readonly recorded: BotService;
}

/** The service of each bot, made when it is first asked for. */
export class BotServices {
  readonly #parts: ServiceParts;
  readonly #services = new Map<string, MadeService>();
  /** By bot key: how often its token was replaced. */
  readonly #generations = new Map<string, number>();

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    parts.tokens.onDidChange((key) => void this.#generations.set(key, this.#generation(key) + 1));
  }

  /** Its writes go into the Journal, each on its own. */
  readonly of = async (bot: Bot): Promise<BotService> => (await this.#made(bot)).recorded;

  /** For runs, which keep a record of their own: what it sends is written down nowhere else. */
  readonly forRuns = async (bot: Bot): Promise<BotService> => (await this.#made(bot)).plain;

  readonly #made = async (bot: Bot): Promise<MadeService> => {
    requireConfirmed(bot);
    const known = this.#services.get(bot.key);
    if (known !== undefined) return known;
    const client = await this.#parts.client();
    const catalogue = await this.#parts.catalogue();
    const service = client.createService({
      bot: bot.key,
      baseUrl: () => this.#baseUrl(bot),
      token: () => this.#parts.tokens.get(bot.key),
      tokenGeneration: () => this.#generation(bot.key),
      // Read each time: another window may have locked it just now.
      refusal: (id) => catalogue.refusal(bot.key, id),
    });
    const tags = new ConfirmedTags(catalogue, bot);
    const recorded = this.#parts.recorded(bot, service);
    const made = { plain: tags.guard(service), recorded: tags.guard(recorded) };
    this.#services.set(bot.key, made);
    return made;
  };

  /** A service for what was typed and is not saved yet. */
  async unsaved(baseUrl: string, token: string): Promise<BotService> {
    const client = await this.#parts.client();
    return client.createService({
      baseUrl: () => Promise.resolve(baseUrl),
      token: () => Promise.resolve(token),
    });
  }

  /** Where the bot's requests go; starts the sandbox when it does not run yet. */
  async baseUrl(bot: Bot): Promise<string> {
    requireConfirmed(bot);
    return this.#baseUrl(bot);
  }

  /** @param token `''` when there is none: what comes before authentication is looked at all the same */
  async check(bot: Bot, token: string, signal: AbortSignal): Promise<readonly ConnectionStep[]> {
    requireConfirmed(bot);
    const client = await this.#parts.client();
    const target = { baseUrl: await this.#baseUrl(bot), botId: bot.botId, token };
    return client.checkConnection(target, signal);
  }

  #generation(botKey: string): number {
    return this.#generations.get(botKey) ?? 0;
  }

  #baseUrl(bot: Bot): Promise<string> {
    return bot.kind === 'sandbox' ? this.#parts.sandbox.baseUrl(bot) : Promise.resolve(bot.baseUrl);
  }
}

/** No request goes to an address that comes from a file, until somebody has agreed to it. */
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

/** Where a bot's requests go. Asked for each request: ports and tokens change. */
interface ServiceTarget {
  /** The bot's key, if it has one already; stands in the errors. */
  readonly bot?: string;
  baseUrl(): Promise<string>;
  token(): Promise<string | undefined>;
  /** How often the token was replaced, as far as this window knows. */
  tokenGeneration?(): number;
  /** What keeps a write that names this ID from being sent; asked right before it would leave. */
  refusal?(id: string | undefined): WriteRefusal | undefined;
}

export interface Client {
  createService(target: ServiceTarget): BotService;
  /** The request as a line for a shell, without the token. Throws `ServiceError` for what would not be sent. */
  curlLine(request: CurlRequest, baseUrl: string, shell: CurlShell): string;
  /** Looks at each part of the way to a service; sends one request. */
  checkConnection(
    target: { readonly baseUrl: string; readonly botId: string; readonly token: string },
    signal: AbortSignal,
  ): Promise<readonly ConnectionStep[]>;
  close(): Promise<void>;
}

export type LazyClient = Lazy<Client>;
