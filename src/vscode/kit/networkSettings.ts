import * as vscode from 'vscode';
import { networkOf, type NetworkOptions } from '../../core/service/networkOptions.ts';

/**
 * How requests leave this machine, by what the person set; read again only after a change. Not by what a
 * workspace sets: it must not lead requests with a token through a proxy of its own.
 */
export function networkSettings(subscriptions: vscode.Disposable[]): () => NetworkOptions {
  let known: Readonly<Record<string, unknown>> | undefined;
  subscriptions.push(vscode.workspace.onDidChangeConfiguration(() => (known = undefined)));
  return networkOf((keys) => (known ??= read(keys)));
}

function read(keys: readonly string[]): Readonly<Record<string, unknown>> {
  const all = vscode.workspace.getConfiguration();
  return Object.fromEntries(keys.map((key) => [key, all.inspect(key)?.globalValue]));
}
