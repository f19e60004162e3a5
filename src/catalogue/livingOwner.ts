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
type Living = 'export' | 'window';

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

/** Whom nobody can ask, and who wrote nothing for so long, has ended, ms. */
const SILENT = 10 * 60_000;

/** A process that owns something which others may want. */
export interface HeldOwner {
  /** JSON, to be kept beside what is owned. */
  readonly text: string;
  close(): void;
}

interface Owner {
  readonly id: string;
  readonly process: number;
  readonly sign?: LiveSign | undefined;
}

/** This process, which shows that it lives until it is closed. */
export async function holdOwner(): Promise<HeldOwner> {
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  const held = await holdSign('window', id);
  const owner: Owner = { id, process: process.pid, sign: held?.sign };
  return { text: JSON.stringify(owner), close: () => held?.close() };
}

/**
 * Whether the process that wrote this still owns what it stands beside.
 * @param text what `HeldOwner` gave; anything else is nobody's
 * @param written when it wrote something last, ms
 */
export async function isOwnerAlive(text: string, written: number): Promise<boolean> {
  const owner = readOwner(text);
  if (owner === undefined) return false;
  if (owner.sign !== undefined) {
    const answer = await asked('window', owner.id, owner.sign);
    if (answer !== 'unknown') return answer === 'alive';
  } else if (!isProcess(owner.process)) return false;
  return Date.now() - written < SILENT;
}

function readOwner(text: string): Owner | undefined {
  try {
    const { id, process: number, sign } = JSON.parse(text) as Record<string, unknown>;
    // It becomes part of a path.
    if (typeof id !== 'string' || !/^[\da-f]{16}$/.test(id)) return undefined;
    if (typeof number !== 'number' || !(number > 0)) return undefined;
    return { id, process: number, ...(isSign(sign) ? { sign } : {}) };
  } catch {
    return undefined;
  }
}

function isSign(value: unknown): value is LiveSign {
  if (typeof value !== 'object' || value === null) return false;
  const { host, folder } = value as Partial<LiveSign>;
  return typeof host === 'string' && typeof folder === 'string';
}

/** Whether there is a process with this number, whoever's it is. */
export function isProcess(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
