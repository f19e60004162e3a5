import * as vscode from 'vscode';
import { networkOptionsOf, type NetworkOptions } from '../networkOptions.ts';
import type { SettingKey, SettingValues } from '../manifest.ts';

/** Returns the current value of a setting. A value of another type than the default counts as not set. */
export function setting<K extends SettingKey>(key: K): SettingValues[K] {
  const configuration = vscode.workspace.getConfiguration();
  const value = configuration.get<unknown>(key);
  const fallback = configuration.inspect<SettingValues[K]>(key)?.defaultValue;
  return (typeof value === typeof fallback ? value : fallback) as SettingValues[K];
}

/** Returns a cached version of `setting`, because reading a setting takes as long as a small request. */
export function cachedSetting(subscriptions: vscode.Disposable[]): typeof setting {
  const cache = new Map<SettingKey, unknown>();
  subscriptions.push(vscode.workspace.onDidChangeConfiguration(() => cache.clear()));
  return <K extends SettingKey>(key: K) => {
    if (!cache.has(key)) cache.set(key, setting(key));
    return cache.get(key) as SettingValues[K];
  };
}

/** Ignores workspace settings: a workspace must not redirect requests with a token through its own proxy. */
export function networkSettings(subscriptions: vscode.Disposable[]): () => NetworkOptions {
  let cached: NetworkOptions | undefined;
  subscriptions.push(vscode.workspace.onDidChangeConfiguration(() => (cached = undefined)));
  return () => (cached ??= readNetworkOptions());
}

function readNetworkOptions(): NetworkOptions {
  const configuration = vscode.workspace.getConfiguration();
  return networkOptionsOf((key) => configuration.inspect(key)?.globalValue);
}
