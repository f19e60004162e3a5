import { asked, holdSign, type LiveSign } from './liveSign.ts';

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
