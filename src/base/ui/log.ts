import type * as vscode from 'vscode';
import type { Log } from '../ports.ts';
import { plain } from './sinks.ts';

/** The output channel of the extension. What is logged stays one line: nothing in it can pass for another entry. */
export class PlainLog implements Log, vscode.Disposable {
  readonly #channel: vscode.LogOutputChannel;

  constructor(channel: vscode.LogOutputChannel) {
    this.#channel = channel;
  }

  info(message: string): void {
    this.#channel.info(plain('log', message));
  }

  warn(message: string): void {
    this.#channel.warn(plain('log', message));
  }

  error(message: string): void {
    this.#channel.error(plain('log', message));
  }

  show(): void {
    this.#channel.show(true);
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
