import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { saysBusy } from './resultCode.ts';

/** How often a lock that is held is asked for, ms. */
const ASK_EVERY = 50;

/**
 * Runs the step while no other connection does so with the same lock. SQLite locks by the system's own means: the
 * lock of a process that is killed is gone with it.
 * @param lock an empty database, which stays; closed when the step has ended
 */
export async function whileLocked<T>(lock: DatabaseSync, step: () => Promise<T>): Promise<T> {
  try {
    while (!isTaken(lock)) await delay(ASK_EVERY);
    return await step();
  } finally {
    lock.close();
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (!saysBusy(error)) throw error;
    return false;
  }
}
