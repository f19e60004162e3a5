import * as vscode from 'vscode';
import { Emitter } from '../../base/ports.ts';
import type { SharedNotes } from '../sharedNotes.ts';
import { SecretsError } from '../../base/errors.ts';
import { showWarning } from '../../base/ui/window.ts';

const PREFIX = 'botTags.token.';

/**
 * Tokens in VS Code's SecretStorage. The database records which bots have a token, to detect that a token was lost.
 * Methods throw `SecretsError` if the storage fails.
 */
export class SecretTokens implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #notes: SharedNotes;
  readonly #changeEmitter = new Emitter<string>();
  readonly #subscription: vscode.Disposable;
  /** Fires with the bot's key, for changes in this window and in others. */
  readonly onDidChange = this.#changeEmitter.event;
  /** Keys of bots whose token is being stored. Some builds of VS Code notify this window too early. */
  readonly #keysBeingStored = new Set<string>();
  #hasWarned = false;

  constructor(secrets: vscode.SecretStorage, notes: SharedNotes) {
    this.#secrets = secrets;
    this.#notes = notes;
    this.#subscription = this.#secrets.onDidChange(({ key }) => {
      const botKey = key.slice(PREFIX.length);
      if (key.startsWith(PREFIX) && !this.#keysBeingStored.has(botKey))
        this.#changeEmitter.fire(botKey);
    });
  }

  /** Checks whether the bot has a token; `false` also if the token cannot be read. */
  async has(botKey: string): Promise<boolean> {
    return (await this.get(botKey).catch(() => undefined)) !== undefined;
  }

  async get(botKey: string): Promise<string | undefined> {
    const token = await withSecretsError('read', this.#secrets.get(PREFIX + botKey));
    if (token === undefined) void this.#warnIfLost(botKey);
    return token;
  }

  async set(botKey: string, token: string): Promise<void> {
    this.#keysBeingStored.add(botKey);
    try {
      await withSecretsError('save', this.#secrets.store(PREFIX + botKey, token));
    } finally {
      this.#keysBeingStored.delete(botKey);
    }
    const storedToken = await withSecretsError('read', this.#secrets.get(PREFIX + botKey));
    if (storedToken !== token) this.#warnOnce();
    // VS Code reliably notifies only the other windows.
    this.#changeEmitter.fire(botKey);
    // A failure is ignored: the token is stored, only a later loss would not be detected.
    await this.#notes.set('storedToken', botKey).catch(() => undefined);
  }

  async delete(botKey: string): Promise<void> {
    try {
      // The record in the database is removed first. Otherwise another window would report a lost token.
      await this.#notes.remove('storedToken', botKey);
    } finally {
      await this.#deleteSecret(botKey);
      this.#changeEmitter.fire(botKey);
    }
  }

  async #deleteSecret(botKey: string): Promise<void> {
    try {
      await withSecretsError('delete', this.#secrets.delete(PREFIX + botKey));
    } catch (error) {
      // The token still exists, so the record in the database is restored.
      await this.#notes.set('storedToken', botKey).catch(() => undefined);
      throw error;
    }
  }

  /** Deletes all tokens, including those of bots that are no longer in the catalogue. */
  async deleteAll(): Promise<void> {
    for (const key of await withSecretsError('delete', this.#secrets.keys())) {
      if (key.startsWith(PREFIX)) await this.delete(key.slice(PREFIX.length));
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Warns if a token was lost. Callers do not await it, because reading a token must not wait for the database. */
  async #warnIfLost(botKey: string): Promise<void> {
    try {
      if ((await this.#notes.valuesOf('storedToken')).has(botKey)) this.#warnOnce();
    } catch {
      // The next read of the token detects the loss.
    }
  }

  #warnOnce(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    void showWarning(
      vscode.l10n.t(
        'A token that you entered before is no longer available, because on this machine, the secret storage of VS Code does not keep data after VS Code closes. Often the reason is that no keyring is available. Enter the token again in each session.',
      ),
    );
  }
}

async function withSecretsError<T>(step: SecretsError['step'], request: Thenable<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw new SecretsError(step, error);
  }
}
