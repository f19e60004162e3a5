import * as vscode from 'vscode';
import { Emitter } from '../../base/emitter.ts';
import type { SharedNotes } from '../sharedNotes.ts';
import type { TokenStore } from '../../base/ports.ts';
import { SecretsError } from '../../base/errors.ts';
import { showWarning } from '../../base/ui/window.ts';

const PREFIX = 'botTags.token.';

/**
 * Tokens in VS Code's SecretStorage. What is kept besides is which bots had one, to notice a loss. Methods throw
 * `SecretsError` where the storage fails.
 */
export class SecretTokens implements TokenStore, vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #notes: SharedNotes;
  readonly #changed = new Emitter<string>();
  readonly #subscription: vscode.Disposable;
  /** Fires with the bot's key, in this window and in the others. */
  readonly onDidChange = this.#changed.event;
  /** Keys that are being stored: some builds of VS Code tell this window too, before the store is done. */
  readonly #storing = new Set<string>();
  #isWarned = false;

  constructor(secrets: vscode.SecretStorage, notes: SharedNotes) {
    this.#secrets = secrets;
    this.#notes = notes;
    this.#subscription = this.#secrets.onDidChange(({ key }) => {
      const botKey = key.slice(PREFIX.length);
      if (key.startsWith(PREFIX) && !this.#storing.has(botKey)) this.#changed.fire(botKey);
    });
  }

  /** `false` also when it cannot be read. */
  async has(botKey: string): Promise<boolean> {
    return (await this.get(botKey).catch(() => undefined)) !== undefined;
  }

  async get(botKey: string): Promise<string | undefined> {
    const token = await told('read', this.#secrets.get(PREFIX + botKey));
    if (token === undefined) void this.#noticeLoss(botKey);
    return token;
  }

  async set(botKey: string, token: string): Promise<void> {
    this.#storing.add(botKey);
    try {
      await told('save', this.#secrets.store(PREFIX + botKey, token));
    } finally {
      this.#storing.delete(botKey);
    }
    const readBack = await told('read', this.#secrets.get(PREFIX + botKey));
    if (readBack !== token) this.#warnOnce();
    // VS Code is sure to tell the other windows only.
    this.#changed.fire(botKey);
    // The token is kept whether or not its loss will be noticed.
    await this.#notes.set('storedToken', botKey).catch(() => undefined);
  }

  async delete(botKey: string): Promise<void> {
    try {
      // First: else another window would take it for a loss.
      await this.#notes.remove('storedToken', botKey);
    } finally {
      await this.#deleteKept(botKey);
      this.#changed.fire(botKey);
    }
  }

  async #deleteKept(botKey: string): Promise<void> {
    try {
      await told('delete', this.#secrets.delete(PREFIX + botKey));
    } catch (error) {
      await this.#notes.set('storedToken', botKey).catch(() => undefined);
      throw error;
    }
  }

  /** Also those of bots that are no longer in the list. */
  async deleteAll(): Promise<void> {
    for (const key of await told('delete', this.#secrets.keys())) {
      if (key.startsWith(PREFIX)) await this.delete(key.slice(PREFIX.length));
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Beside the question for the token, which waits for no database. */
  async #noticeLoss(botKey: string): Promise<void> {
    try {
      if ((await this.#notes.of('storedToken')).has(botKey)) this.#warnOnce();
    } catch {
      // The next question for it notices it.
    }
  }

  #warnOnce(): void {
    if (this.#isWarned) return;
    this.#isWarned = true;
    void showWarning(
      vscode.l10n.t(
        'A token that you entered before is no longer available, because the secret storage of VS Code does not keep data on this machine. Often the reason is that no keyring is available. Enter the token again in each session.',
      ),
    );
  }
}

async function told<T>(step: SecretsError['step'], asked: Thenable<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw new SecretsError(step, error);
  }
}
