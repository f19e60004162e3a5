import { readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { fieldsIn } from '../base/jsonValues.ts';

/** Location of the socket through which a process shows that it is alive. */
export interface SocketLocation {
  /** Host name and, on Linux, the mount namespace: containers can share a folder and a host name. */
  readonly host: string;
  /** Folder of the socket file. Not used on Windows, where a pipe has only a name. */
  readonly folder: string;
}

export interface AliveSocket {
  readonly location: SocketLocation;
  close(): void;
}

type OwnerKind = 'export' | 'window';

/** Maximum length of a socket path. Some systems truncate longer paths. */
const MAX_PATH = 100;

/**
 * Opens a socket, or a named pipe on Windows, that shows that this process is alive. The socket accepts connections as
 * long as the process exists, even while the process is suspended or busy. Unlike a process ID, the socket is never
 * reused by an unrelated process.
 * @param id ID of the owner, in hex
 * @returns `undefined` if the path is too long or the socket cannot be opened
 */
export async function openAliveSocket(
  kind: OwnerKind,
  id: string,
): Promise<AliveSocket | undefined> {
  const location = { host: hostIdentity(), folder: tmpdir() };
  const path = pathOf(kind, id, location.folder);
  if (path.length > MAX_PATH) return undefined;
  const server = createServer((client) => {
    // The connecting process may have ended already.
    client.on('error', () => undefined);
    client.destroy();
  });
  // The server must not keep the process alive.
  server.unref();
  const isOpen = await new Promise<boolean>((resolve) => {
    // The handler also ignores later errors: a process without free file descriptors cannot accept connections.
    server.on('error', () => resolve(false));
    server.listen(path, () => resolve(true));
  });
  return isOpen ? { location, close: () => void server.close() } : undefined;
}

/** Checks whether a socket's process is alive; `unknown` if it is on another machine or in another container. */
export async function livenessOf(
  kind: OwnerKind,
  id: string,
  location: SocketLocation,
): Promise<'alive' | 'dead' | 'unknown'> {
  const path = pathOf(kind, id, location.folder);
  const code = await new Promise<string>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve('');
    });
    socket.once('error', (error) => resolve(codeOf(error)));
  });
  // Any other result means that the socket is there: the connection was accepted, or the socket belongs to another
  // user and access is denied.
  if (code !== 'ECONNREFUSED' && code !== 'ENOENT') return 'alive';
  if (location.host !== hostIdentity()) return 'unknown';
  // A killed process cannot delete its socket file.
  if (process.platform !== 'win32') await rm(path, { force: true }).catch(() => undefined);
  return 'dead';
}

function pathOf(kind: OwnerKind, id: string, folder: string): string {
  const name = `bot-tag-${kind}-${id}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(folder, `${name}.sock`);
}

function hostIdentity(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/mnt')}`;
  } catch {
    return hostname();
  }
}

/**
 * Time without a write, in ms, after which an owner counts as dead if its socket cannot be checked. A process with its
 * ID does not prove that it is alive, because another process may have got the ID.
 */
const MAX_SILENCE_MS = 10 * 60_000;

/** Ownership of a resource that only one process may use at a time. */
interface HeldOwner {
  /** JSON to store with the owned resource. */
  readonly text: string;
  close(): void;
}

interface Owner {
  readonly id: string;
  /** Process ID. Used only if the process could not open a socket. */
  readonly process: number;
  /** Location of the process's socket, stored under this name by all versions. Absent if no socket could be opened. */
  readonly sign?: SocketLocation | undefined;
}

/** Creates the ownership of this process. Other processes see it as alive until `close` is called. */
export async function holdOwner(): Promise<HeldOwner> {
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  const socket = await openAliveSocket('window', id);
  const owner: Owner = { id, process: process.pid, sign: socket?.location };
  return { text: JSON.stringify(owner), close: () => socket?.close() };
}

/**
 * @param text `HeldOwner.text`; an invalid text has no owner
 * @param written time of the owner's last write, in ms
 */
export async function isOwnerAlive(text: string, written: number): Promise<boolean> {
  const owner = readOwner(text);
  if (owner === undefined) return false;
  if (owner.sign !== undefined) {
    const state = await livenessOf('window', owner.id, owner.sign);
    if (state !== 'unknown') return state === 'alive';
  } else if (!isProcess(owner.process)) return false;
  return Date.now() - written < MAX_SILENCE_MS;
}

function readOwner(text: string): Owner | undefined {
  const { id, process: processId, sign } = fieldsIn(text);
  // The ID becomes part of a path.
  if (typeof id !== 'string' || !/^[\da-f]{16}$/.test(id)) return undefined;
  if (typeof processId !== 'number' || !(processId > 0)) return undefined;
  return { id, process: processId, ...(isSocketLocation(sign) ? { sign } : {}) };
}

function isSocketLocation(value: unknown): value is SocketLocation {
  if (typeof value !== 'object' || value === null) return false;
  const { host, folder } = value as Partial<SocketLocation>;
  return typeof host === 'string' && typeof folder === 'string';
}

export function isProcess(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}
