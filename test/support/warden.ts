import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LeftBehind, WardenLine } from './leftBehind.ts';

let warden: Socket | undefined;
let count = 0;

/**
 * Has this ended or removed when the process is killed and so cannot do it itself; gives a function that takes it back.
 * A process of its own does it, in no group of ours: it sees our end of a pipe close, whatever became of us.
 */
export function leaveToWarden(left: LeftBehind): () => void {
  count += 1;
  const id = count;
  tell({ id, left });
  return () => tell({ id });
}

function tell(line: WardenLine): void {
  warden ??= startWarden();
  if (warden.writable) warden.write(`${JSON.stringify(line)}\n`);
}

function startWarden(): Socket {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'wardenProcess.ts')], {
    // So that it keeps no folder of ours busy on Windows.
    cwd: tmpdir(),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  const input = child.stdin as Socket;
  // Without it everything works but this.
  child.on('error', () => input.destroy());
  input.on('error', () => input.destroy());
  // Neither is a reason to stay.
  child.unref();
  input.unref();
  return input;
}
