import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onExit } from './exitCleanup.ts';
import { registerWithWarden } from './warden.ts';

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

/** Creates an empty folder. It is removed by `remove` or, at the latest, when this process ends, however it ends. */
export function temporaryFolder(name: string): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `bot-tags-${name}-`)));
  // Retries: a process that was just killed may still be writing.
  const removeNow = () =>
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  const cancels = [onExit(removeNow), registerWithWarden({ kind: 'folder', path })];
  return {
    path,
    remove() {
      for (const cancel of cancels) cancel();
      removeNow();
    },
  };
}
