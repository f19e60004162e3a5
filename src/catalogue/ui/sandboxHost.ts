import { Cancelled } from '../../base/errors.ts';
import { lazy, type Lazy } from '../../base/promises.ts';
import type { Bot } from '../../base/model.ts';
import type { SandboxItem } from '../../base/ports.ts';
import type { SecretTokens } from './tokens.ts';

interface RunningSandbox {
  readonly baseUrl: string;
  readonly botId: string;
  readonly token: string;
  items(): readonly SandboxItem[];
  close(): Promise<void>;
}

/** Preferred port. Fixed, so that a `.env` file stays valid. A sandbox of a second window uses another port. */
export const SANDBOX_PORT = 17_817;

/** Options that `SandboxHost` sets. Its `start` function sets the others. */
type HostOptions = Pick<RunningSandbox, 'token' | 'botId'>;

/** Sandbox services of this window. Each is started by the first request to it, and stopped when the window closes. */
export class SandboxHost {
  readonly #tokens: SecretTokens;
  readonly #start: (options: HostOptions) => Promise<RunningSandbox>;
  readonly #running = new Map<string, Lazy<RunningSandbox>>();

  constructor(tokens: SecretTokens, start: (options: HostOptions) => Promise<RunningSandbox>) {
    this.#tokens = tokens;
    this.#start = start;
  }

  /** Returns the sandbox of a bot, and starts it if necessary. Only `stop` closes it. */
  running(bot: Bot): Promise<Omit<RunningSandbox, 'close'>> {
    const sandbox = this.#running.get(bot.key) ?? this.#lazySandbox(bot);
    this.#running.set(bot.key, sandbox);
    return sandbox();
  }

  /** @param botKey key of the sandbox; if absent, all are stopped */
  async stop(botKey?: string): Promise<void> {
    const entries = [...this.#running].filter(([key]) => botKey === undefined || key === botKey);
    for (const [key] of entries) this.#running.delete(key);
    await Promise.all(entries.map(async ([, sandbox]) => sandbox.current?.close()));
  }

  #lazySandbox(bot: Bot): Lazy<RunningSandbox> {
    const sandbox = lazy(async () => {
      const started = await this.#startFor(bot);
      if (this.#running.get(bot.key) === sandbox) return started;
      // `stop` was called during the start, when there was nothing to close yet.
      await started.close();
      throw new Cancelled();
    });
    return sandbox;
  }

  /** Creates a new token if VS Code has lost the old token. The user never needs to enter the token. */
  async #startFor(bot: Bot): Promise<RunningSandbox> {
    let token = await this.#tokens.get(bot.key);
    if (token === undefined) {
      token = randomToken();
      await this.#tokens.set(bot.key, token);
    }
    return this.#start({ token, botId: bot.botId });
  }
}

export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
