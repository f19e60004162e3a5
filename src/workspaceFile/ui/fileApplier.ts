import type * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import { applyFile } from '../../catalogue/applyFile.ts';
import type { AppliedFile, FileContent } from '../../catalogue/workspaceFile.ts';
import type { WorkspaceFileText } from '../createFileText.ts';
import { Cancelled, messageOf } from '../../base/errors.ts';
import { readFile } from './readFile.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import type { SecretTokens } from '../../catalogue/ui/tokens.ts';

interface Needs extends Pick<CatalogueServices, 'catalogue' | 'log'> {
  readonly fileText: Lazy<WorkspaceFileText>;
  readonly tokens: Pick<SecretTokens, 'delete'>;
}

/** Work on a file that has not ended. */
interface RunningWork {
  /** Text being applied. `undefined`: the file is being unloaded. */
  readonly text: string | undefined;
  readonly controller: AbortController;
}

/** Applies workspace files to the catalogue. A file may list 100,000 items, and may change while it is applied. */
export class FileApplier {
  readonly #services: Needs;
  readonly #running = new Map<string, RunningWork>();
  /** Files whose last work was stopped or failed, or is running. */
  readonly #unfinished = new Set<string>();

  constructor(services: Needs) {
    this.#services = services;
  }

  /**
   * @param text text of the file; `undefined` to remove everything that came only from the file
   * @throws {Cancelled} if the work was stopped
   */
  async apply(
    file: vscode.Uri,
    text: string | undefined,
    content: FileContent,
  ): Promise<AppliedFile> {
    const key = file.toString();
    const catalogue = await this.#services.catalogue();
    const controller = new AbortController();
    const { signal } = controller;
    this.#running.set(key, { text, controller });
    this.#unfinished.add(key);
    try {
      const applied = await applyFile(catalogue, key, content, signal);
      await this.#deleteTokens(applied.removedBots);
      if (signal.aborted) throw new Cancelled();
      this.#unfinished.delete(key);
      return applied;
    } finally {
      this.#running.delete(key);
    }
  }

  /** Checks whether the catalogue contains only a part of the file, or parts of two versions of it. */
  isUnfinished(file: vscode.Uri): boolean {
    return this.#unfinished.has(file.toString());
  }

  /** Stops applying a file if it now has another valid text. If the new text is broken, the work continues. */
  async stopOutdated(file: vscode.Uri): Promise<void> {
    const appliedText = this.#running.get(file.toString())?.text;
    if (appliedText === undefined) return;
    const currentFile = await readFile(file);
    if (currentFile === undefined || currentFile.isTooLarge || currentFile.text === appliedText)
      return;
    const { content } = (await this.#services.fileText()).read(currentFile.text);
    const isStillRunning = this.#running.get(file.toString())?.text === appliedText;
    if (content !== undefined && isStillRunning) this.stop(file);
  }

  stop(file: vscode.Uri): void {
    this.#running.get(file.toString())?.controller.abort();
  }

  stopAll(): void {
    for (const { controller } of this.#running.values()) controller.abort();
  }

  async #deleteTokens(bots: readonly string[]): Promise<void> {
    for (const key of bots) {
      // The catalogue is already changed. If one token cannot be deleted, the others are deleted anyway.
      await this.#services.tokens.delete(key).catch((error: unknown) => {
        this.#services.log.error(messageOf(error));
      });
    }
  }
}
