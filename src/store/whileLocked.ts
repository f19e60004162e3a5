import { mkdir, rmdir, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** How often a lock that is held is looked at, ms. */
const LOOK_EVERY = 50;

/** After so long a lock is one that a killed process left, ms. */
const STALE_AFTER = 10_000;

/** Runs the step while no other process does so with the same lock: a folder, which only one can make. */
export async function whileLocked<T>(lock: string, step: () => Promise<T>): Promise<T> {
  while (!(await isTaken(lock))) await delay(LOOK_EVERY);
  try {
    return await step();
  } finally {
    await remove(lock);
  }
}

async function isTaken(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const held = await stat(lock).catch(() => undefined);
    if (held !== undefined && Date.now() - held.mtimeMs > STALE_AFTER) await remove(lock);
    return false;
  }
}

/** Another process may have taken it for a stale one, and removed it first. */
async function remove(lock: string): Promise<void> {
  try {
    await rmdir(lock);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
