import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Imported by whatever `npm run` starts and stays: it ends when npm is gone, which can tell nobody when it is killed.
 * A script that was started without npm, maybe to outlive a terminal, is left alone.
 */
const intervalMs = 500;
const parent = process.ppid;
const shell = /(?:^|[\\/-])(?:a|ba|da|k|z)?sh$|^(?:busybox|cmd)$/;
let above: number | undefined;

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process may be looked for, but not signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isOrphan(): boolean {
  // A system may leave the number as it was, or give the orphan to another.
  return process.ppid !== parent || !isThere(parent) || (above !== undefined && !isThere(above));
}

/** The name of the parent and the number of its parent, as "name number". */
async function parentAndAbove(): Promise<string> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${parent}/stat`, 'utf8');
    return text.replace(/^\d+ \((.*)\) \S (\d+) .*$/s, '$1 $2');
  }
  const query = `"cmd $((Get-CimInstance Win32_Process -Filter 'ProcessId=${parent}').ParentProcessId)"`;
  const [command, args]: [string, string[]] =
    process.platform === 'win32'
      ? ['powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', query]]
      : ['ps', ['-o', 'comm=', '-o', 'ppid=', '-p', String(parent)]];
  return (await promisify(execFile)(command, args, { windowsHide: true })).stdout;
}

/** npm starts scripts by way of a shell: one that stays in between does not end with npm. */
async function lookAbove(): Promise<void> {
  const [, name = '', pid] = /^(.*?) +(\d+)\s*$/.exec(await parentAndAbove()) ?? [];
  if (Number(pid) > 1 && shell.test(name)) above = Number(pid);
}

if (process.env['npm_lifecycle_event'] !== undefined) {
  // Nothing starts before: once npm is gone, nobody can tell any more which process it was. Without an answer the
  // parent is all that is watched.
  await lookAbove().catch(() => undefined);
  setInterval(() => {
    if (isOrphan()) process.exit(129);
  }, intervalMs).unref();
}
