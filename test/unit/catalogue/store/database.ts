import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { JournalStore } from '../../../../src/catalogue/journal.ts';
import type { ScanHistory } from '../../../../src/catalogue/scanCounts.ts';
import type {
  CatalogueChange,
  CatalogueStore,
  Event,
  SandboxState,
} from '../../../../src/base/ports.ts';
import { openStores } from '../../../../src/runs/openCatalogue.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { onCleanup } from '../../cleanup.ts';

/** Returns the path of a database in a new folder that `cleanUp` removes. */
export function newDatabase(): string {
  const folder = temporaryFolder('store');
  onCleanup(() => folder.remove());
  return join(folder.path, 'catalogue.sqlite');
}

interface Window {
  readonly catalogue: CatalogueStore;
  readonly journal: JournalStore;
  readonly history: ScanHistory;
  readonly sandbox: SandboxState;
  /** Closes the window early. `cleanUp` closes it otherwise. */
  readonly close: () => void;
}

/** Opens the database as one window does. `cleanUp` closes it. */
export async function openWindow(file: string): Promise<Window> {
  const { store: catalogue, journal, history, sandbox, problem } = await openStores(file);
  assert.ok(sandbox, problem);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) journal.close();
    if (isOpen) catalogue.close();
    isOpen = false;
  };
  onCleanup(close);
  return { catalogue, journal, history, sandbox, close };
}

/** Returns the changes of the store's next event. */
export async function nextChanges(store: CatalogueStore): Promise<readonly CatalogueChange[]> {
  return next(store);
}

/** Returns the value of the store's next event. */
export async function next<T>(store: { readonly onDidChange: Event<T> }): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const listener = store.onDidChange(resolve);
  // The store's own timer does not keep the process alive.
  const alive = setInterval(() => undefined, 1000);
  try {
    return await promise;
  } finally {
    clearInterval(alive);
    listener.dispose();
  }
}

/**
 * Returns the database's `user_version`.
 * @param newVersion is stored before reading
 */
export function versionOf(file: string, newVersion?: number): unknown {
  const sqlite = new DatabaseSync(file);
  if (newVersion !== undefined) sqlite.exec(`PRAGMA user_version = ${newVersion}`);
  const row = sqlite.prepare('PRAGMA user_version').get();
  sqlite.close();
  return row?.['user_version'];
}
