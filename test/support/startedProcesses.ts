import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Lines that describe the processes with such a text in their command line or their environment; none on Windows. */
export function processesWith(text: string): readonly string[] {
  return processes().filter((line) => line.includes(text));
}

/** Ends them, as a test does in the end that has failed to see them gone. */
export function killProcessesWith(text: string): void {
  for (const line of processesWith(text)) {
    try {
      process.kill(Number.parseInt(line, 10), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
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

/** Nothing of a process that has ended meanwhile, or is another person's. */
function file(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
