import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WardenResource, WardenLine } from './wardenLines.ts';

let warden: Socket | undefined;
let lastId = 0;

/**
 * Lets the warden end or remove a resource if this process is killed and cannot do so itself. Returns a function that
 * cancels the registration. The warden is a process outside of our process group. It notices the end of this process
 * because the pipe between both is closed.
 */
export function registerWithWarden(resource: WardenResource): () => void {
  lastId += 1;
  const id = lastId;
  send({ id, resource });
  return () => send({ id });
}

function send(line: WardenLine): void {
  warden ??= startWarden();
  if (warden.writable) warden.write(`${JSON.stringify(line)}\n`);
}

function startWarden(): Socket {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'wardenProcess.ts')], {
    // Keeps the warden from locking one of our folders on Windows.
    cwd: tmpdir(),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  const input = child.stdin as Socket;
  // Without the warden, everything but this cleanup works.
  child.on('error', () => input.destroy());
  input.on('error', () => input.destroy());
  // The child process and the pipe must not keep this process running.
  child.unref();
  input.unref();
  return input;
}
