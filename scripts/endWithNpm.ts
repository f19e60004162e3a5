import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf } from '../src/base/errors.ts';

/**
 * Imported by long-running scripts that `npm run` starts: ends the process when npm is gone, because a killed npm
 * cannot notify its children. A script started without npm, perhaps to outlive a terminal, keeps running.
 */
const intervalMs = 500;
const parent = process.ppid;
const shellName = /(?:^|[\\/-])(?:a|ba|da|k|z)?sh$|^(?:busybox|cmd)$/;
let grandparent: number | undefined;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists but belongs to another user, so it cannot be signaled.
    return codeOf(error) === 'EPERM';
  }
}

function isOrphan(): boolean {
  // Some systems keep the parent ID of an orphan, others assign a new parent.
  return (
    process.ppid !== parent ||
    !isRunning(parent) ||
    (grandparent !== undefined && !isRunning(grandparent))
  );
}

/** Returns the name of the parent process and the ID of its parent, as "name id". */
async function readParentAndGrandparent(): Promise<string> {
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

/** Finds the process above a shell: npm starts scripts through a shell, which may outlive npm. */
async function findGrandparent(): Promise<void> {
  const [, name = '', pid] = /^(.*?) +(\d+)\s*$/.exec(await readParentAndGrandparent()) ?? [];
  if (Number(pid) > 1 && shellName.test(name)) grandparent = Number(pid);
}

if (process.env['npm_lifecycle_event'] !== undefined) {
  // Awaited before anything else starts: once npm is gone, its process ID cannot be found any more.
  // If the lookup fails, only the parent is watched.
  await findGrandparent().catch(() => undefined);
  setInterval(() => {
    if (isOrphan()) process.exit(129);
  }, intervalMs).unref();
}
