import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Returns a line for each process with this text in its command line or environment. Always empty on Windows. */
export function processesWith(text: string): readonly string[] {
  return processes().filter((line) => line.includes(text));
}

/** Kills the processes with this text. Cleans up after a test in which they did not end as expected. */
export function killProcessesWith(text: string): void {
  for (const line of processesWith(text)) {
    try {
      process.kill(Number.parseInt(line, 10), 'SIGKILL');
    } catch {
      // The process has ended since it was listed.
    }
  }
}

function processes(): readonly string[] {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-AEww', '-o', 'pid=,command='], { encoding: 'utf8' });
    return stdout.split('\n');
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => `${pid} ${file(pid, 'cmdline')} ${file(pid, 'environ')}`);
}

/** Returns an empty text if the process has ended since it was listed, or belongs to another user. */
function file(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
