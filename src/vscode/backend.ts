import type { ConnectionStep } from '../core/connectionStep.ts';
import type { ExtensionData } from '../core/extensionData.ts';
import type { Lazy } from '../core/lazy.ts';
import type { BotService } from '../core/ports.ts';
import type { CurlRequest, CurlShell } from '../core/writeCurl.ts';
import type { ArgumentOf, CommandId } from '../commandTypes.ts';
import type { PageMessage, PageState, View } from '../protocol.ts';

/** Where a bot's requests go. Asked for each request: ports and tokens change. */
export interface ServiceTarget {
  /** The bot's key, if it has one already; stands in the errors. */
  readonly bot?: string;
  baseUrl(): Promise<string>;
  token(): Promise<string | undefined>;
  /** How often the token was replaced, as far as this window knows. */
  tokenGeneration?(): number;
}

/** The part of the extension that is loaded with the first request. */
export interface Backend {
  createService(target: ServiceTarget): BotService;
  /** The request as a line for a shell, without the token. Throws `ServiceError` for what would not be sent. */
  curlLine(request: CurlRequest, baseUrl: string, shell: CurlShell): string;
  /** Throws an error that names each wrong field. */
  parseArguments<K extends CommandId>(command: K, value: unknown): ArgumentOf<K>;
  /** Throws an error that says what is wrong with the file. */
  parseExportedData(json: string): ExtensionData;
  parsePageMessage(value: unknown): PageMessage | undefined;
  parsePageState(value: unknown): PageState | undefined;
  parsePageView(value: unknown): View | undefined;
  /** Looks at each part of the way to a service; sends one request. */
  checkConnection(
    target: { readonly baseUrl: string; readonly botId: string; readonly token: string },
    signal: AbortSignal,
  ): Promise<readonly ConnectionStep[]>;
  close(): Promise<void>;
}

export type LazyBackend = Lazy<Backend>;
