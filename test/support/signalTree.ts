import { spawnSync } from 'node:child_process';

/**
 * Signals a process that leads its group, and all of its descendants in the group. On Windows, processes are always killed.
 */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform !== 'win32') process.kill(-pid, signal);
    else spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
  } catch {
    // The group is already gone.
  }
}

/** Returns whether any process of the group still exists. */
export function hasTree(pid: number): boolean {
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, 0);
  } catch {
    return false;
  }
}
