import type { Lazy } from '../../base/lazy.ts';
import type { WriteRefusal } from '../../base/errors.ts';
import type { BotService } from '../../base/ports.ts';
import type { ConnectionStep } from '../../service/connectionStep.ts';
import type { CurlRequest, CurlShell } from '../../service/writeCurl.ts';

/** Where a bot's requests go. Asked for each request: ports and tokens change. */
export interface ServiceTarget {
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
