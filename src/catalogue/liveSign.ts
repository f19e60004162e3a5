import { readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where somebody shows that they live. */
export interface LiveSign {
  /** The machine, and on Linux what it sees of it: containers may share a folder and a host name. */
  readonly host: string;
  /** Of the socket; on Windows a name is enough. */
  readonly folder: string;
}

export interface HeldSign {
  readonly sign: LiveSign;
  close(): void;
}

/** What is shown to live; each has names of its own. */
export type Living = 'export' | 'window';

/** Longer paths of sockets are cut off by some systems. */
const MAX_PATH = 100;

/**
 * Shows that something lives: a socket, or on Windows a named pipe, which answers for as long as the process is there,
 * also while it is stopped or busy, and which nobody else's process gets with a number that is given out anew.
 * @param id hex
 * @returns `undefined` where the system has no room for a socket
 */
export async function holdSign(kind: Living, id: string): Promise<HeldSign | undefined> {
  const sign = { host: hostView(), folder: tmpdir() };
  const path = pathOf(kind, id, sign.folder);
  if (path.length > MAX_PATH) return undefined;
  const server = createServer((asking) => {
    // Whoever has heard that somebody is there may be gone already.
    asking.on('error', () => undefined);
    asking.destroy();
  });
  // It never keeps a process from ending.
  server.unref();
  const isOpen = await new Promise<boolean>((resolve) => {
    // Also later: a process that has no more files to open cannot answer, and goes on all the same.
    server.on('error', () => resolve(false));
    server.listen(path, () => resolve(true));
  });
  return isOpen ? { sign, close: () => void server.close() } : undefined;
}

/** Whether it lives; `unknown`: it is another machine's, or another container's. */
export async function asked(
  kind: Living,
  id: string,
  sign: LiveSign,
): Promise<'alive' | 'dead' | 'unknown'> {
  const path = pathOf(kind, id, sign.folder);
  const code = await new Promise<string>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve('');
    });
    socket.once('error', (error) => resolve(codeOf(error)));
  });
  // It answered, or is somebody else's and may not be asked.
  if (code !== 'ECONNREFUSED' && code !== 'ENOENT') return 'alive';
  if (sign.host !== hostView()) return 'unknown';
  // What a process that was killed has left.
  if (process.platform !== 'win32') await rm(path, { force: true }).catch(() => undefined);
  return 'dead';
}

function pathOf(kind: Living, id: string, folder: string): string {
  const name = `bot-tag-${kind}-${id}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(folder, `${name}.sock`);
}

function hostView(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/mnt')}`;
  } catch {
    return hostname();
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
