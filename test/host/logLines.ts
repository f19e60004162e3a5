import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { filesWith } from '../support/filesWith.ts';
import { until } from './product.ts';

const LOG_METHODS = ['trace', 'debug', 'info', 'warn', 'error', 'append', 'appendLine'] as const;

/** Collects all lines before they are written to the log, because not every VS Code has a log file. */
export class LogLines {
  readonly all: string[] = [];
  readonly #log: vscode.LogOutputChannel;
  readonly #originals: Partial<Record<(typeof LOG_METHODS)[number], unknown>> = {};

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
    for (const name of LOG_METHODS) {
      const write = log[name].bind(log) as (...parts: unknown[]) => void;
      this.#originals[name] = log[name];
      log[name] = (...parts: unknown[]) => {
        this.all.push(parts.map(String).join(' '));
        write(...parts);
      };
    }
  }

  stop(): void {
    Object.assign(this.#log, this.#originals);
  }

  /** Waits until all earlier lines are in the log file, if there is one. */
  async waitUntilWritten({ logUri }: vscode.ExtensionContext): Promise<void> {
    const sentinel = `sentinel-${crypto.randomUUID()}`;
    this.#log.info(sentinel);
    assert.ok(this.all.includes(sentinel));
    // Logs of the whole window, because VS Code also logs the errors of commands.
    const logs = vscode.Uri.joinPath(logUri, '..', '..').fsPath;
    if ((await filesWith(logUri.fsPath, '')).length === 0) return;
    await until('the log is written', async () => (await filesWith(logs, sentinel)).length > 0);
  }
}
