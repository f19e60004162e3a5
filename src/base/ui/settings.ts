import * as vscode from 'vscode';
import type { Event } from '../emitter.ts';
import { networkOf, type NetworkOptions } from '../networkOptions.ts';
import type { SettingKey, SettingValues } from '../manifest.ts';

/** The setting as it is now; what the person set to another type than the default's counts as not set. */
export function setting<K extends SettingKey>(key: K): SettingValues[K] {
  const configuration = vscode.workspace.getConfiguration();
  const value = configuration.get<unknown>(key);
  const standard = configuration.inspect<SettingValues[K]>(key)?.defaultValue;
  return (typeof value === typeof standard ? value : standard) as SettingValues[K];
}

/** Like `setting`, and asks VS Code only once between two changes: to ask takes as long as a small request. */
export function keptSetting(subscriptions: vscode.Disposable[]): typeof setting {
  const kept = new Map<SettingKey, unknown>();
  subscriptions.push(vscode.workspace.onDidChangeConfiguration(() => kept.clear()));
  return <K extends SettingKey>(key: K) => {
    if (!kept.has(key)) kept.set(key, setting(key));
    return kept.get(key) as SettingValues[K];
  };
}

/** Fires after the setting may have another value, and `keptSetting` tells it. */
export function onDidChangeSetting(
  key: SettingKey,
  subscriptions: vscode.Disposable[],
): Event<unknown> {
  return (listener) => {
    const listening = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(key)) listener(undefined);
    });
    subscriptions.push(listening);
    return listening;
  };
}

/** Tries of one request, the first one included. */
const MAX_TRIES = 4;

export function retryLimits(): { readonly maxTries: number; readonly maxTotalMs: number } {
  return {
    maxTries: MAX_TRIES,
    maxTotalMs: setting('botTags.network.maxRetryTime') * 1000,
  };
}

/**
 * How requests leave this machine, by what the person set; read again only after a change. Not by what a
 * workspace sets: it must not lead requests with a token through a proxy of its own.
 */
export function networkSettings(subscriptions: vscode.Disposable[]): () => NetworkOptions {
  let known: Readonly<Record<string, unknown>> | undefined;
  subscriptions.push(vscode.workspace.onDidChangeConfiguration(() => (known = undefined)));
  return networkOf((keys) => (known ??= readGlobal(keys)));
}

function readGlobal(keys: readonly string[]): Readonly<Record<string, unknown>> {
  const all = vscode.workspace.getConfiguration();
  return Object.fromEntries(keys.map((key) => [key, all.inspect(key)?.globalValue]));
}
