import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Lines that describe the processes with such a text in their command line or their environment; none on Windows. */
export function processesWith(text: string): readonly string[] {
  return processes().filter((line) => line.includes(text));
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
