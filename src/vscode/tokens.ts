import * as vscode from 'vscode';
import { Emitter } from '../core/emitter.ts';
import type { TokenStore } from '../core/ports.ts';
import { showWarning } from './kit/window.ts';

const PREFIX = 'botTags.token.';
const STORED = 'botTags.storedTokens';

/** Tokens in VS Code's SecretStorage. What is kept besides is which bots had one, to notice a loss. */
export class SecretTokens implements TokenStore, vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #state: vscode.Memento;
  readonly #changed = new Emitter<string>();
  readonly #subscription: vscode.Disposable;
  /** Fires with the bot's key, in this window and in the others. */
  readonly onDidChange = this.#changed.event;
  #isWarned = false;

  constructor(context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>) {
    this.#secrets = context.secrets;
    this.#state = context.globalState;
    this.#subscription = this.#secrets.onDidChange(({ key }) => {
      if (key.startsWith(PREFIX)) this.#changed.fire(key.slice(PREFIX.length));
    });
  }

  async get(botKey: string): Promise<string | undefined> {
    const token = await this.#secrets.get(PREFIX + botKey);
    if (token === undefined && this.#stored().includes(botKey)) this.#warnOnce();
    return token;
  }

  async set(botKey: string, token: string): Promise<void> {
    await this.#secrets.store(PREFIX + botKey, token);
    const readBack = await this.#secrets.get(PREFIX + botKey);
    await this.#state.update(STORED, [...new Set([...this.#stored(), botKey])]);
    if (readBack !== token) this.#warnOnce();
    // VS Code tells the other windows only.
    this.#changed.fire(botKey);
  }

  async delete(botKey: string): Promise<void> {
    await this.#state.update(
      STORED,
      this.#stored().filter((key) => key !== botKey),
    );
    await this.#secrets.delete(PREFIX + botKey);
    this.#changed.fire(botKey);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #stored(): readonly string[] {
    return this.#state.get<string[]>(STORED) ?? [];
  }

  #warnOnce(): void {
    if (this.#isWarned) return;
    this.#isWarned = true;
    void showWarning(
      vscode.l10n.t(
        'VS Code did not keep a token: its secret storage does not persist on this machine, often because no keyring is available. The token has to be entered again in each session.',
      ),
    );
  }
}
