import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Catalogue } from '../catalogue/catalogue.ts';
import { BusyError, codeOf, messageOf, StorageError, type StorageTrouble } from '../base/errors.ts';
import type { JournalStore } from '../catalogue/journal.ts';
import type { ScanHistory } from '../catalogue/scanCounts.ts';
import type { CatalogueStore, Clock, SandboxState } from '../base/ports.ts';
import { Database, isBusyError, whileLocked, toStorageError } from '../catalogue/store/database.ts';
import { MemoryCatalogue, MemoryHistory } from '../catalogue/store/memoryStores.ts';
import { MemoryJournal } from './memoryJournal.ts';
import {
  identityOf,
  isDamaged,
  markDamaged,
  requireDatabase,
  requireHealthy,
  isDamageError,
  mayBeMoveError,
  quarantine,
} from '../catalogue/store/quarantine.ts';
import { SqlCatalogue } from '../catalogue/store/sqlCatalogue.ts';
import { SqlHistory } from '../catalogue/store/sqlHistory.ts';
import { SqlJournal } from './sqlJournal.ts';
import { SqlSandboxState } from '../catalogue/store/sqlSandboxState.ts';

const RETRY_FOR_MS = 5000;
const RETRY_EVERY_MS = 50;

/** Stores of one database. */
export interface OpenedStores {
  readonly store: CatalogueStore;
  /** Journal in the same database. Must be closed before the store. */
  readonly journal: JournalStore;
  readonly history: ScanHistory;
  /** Absent if nothing can be stored. */
  readonly sandbox: SandboxState | undefined;
  /** Reason why nothing can be stored. The catalogue is then kept in this window's memory only. */
  readonly problem: string | undefined;
  readonly lacksSqlite: boolean;
  /** Category of `problem`, if known. */
  readonly trouble: StorageTrouble | undefined;
  /** Set if the existing database was damaged and has been quarantined. The catalogue is then new and empty. */
  readonly quarantined: QuarantinedFile | undefined;
}

export interface QuarantinedFile {
  readonly file: string;
  readonly reason: string;
}

/**
 * Opens the database. A damaged database is quarantined and replaced by a new one. A database that cannot be read for
 * another reason is left alone: it may be locked, or belong to a newer version of the extension in another window.
 */
export async function openStores(file: string): Promise<OpenedStores> {
  try {
    await mkdir(dirname(file), { recursive: true });
    const { database, quarantined } = await openOrQuarantine(file);
    return {
      store: new SqlCatalogue(database),
      journal: new SqlJournal(database),
      history: new SqlHistory(database),
      sandbox: new SqlSandboxState(database),
      problem: undefined,
      lacksSqlite: false,
      trouble: undefined,
      quarantined,
    };
  } catch (error) {
    const store = new MemoryCatalogue();
    return {
      store,
      journal: new MemoryJournal(),
      history: new MemoryHistory(store),
      sandbox: undefined,
      problem: messageOf(error),
      lacksSqlite: error instanceof NoSqlite,
      trouble: troubleOf(error),
      quarantined: undefined,
    };
  }
}

/** Opens the stores, and creates the catalogue on its store. The code of both is loaded together. */
export async function openCatalogue(file: string, clock: Clock) {
  const opened = await openStores(file);
  return { ...opened, catalogue: new Catalogue(opened.store, clock) };
}

interface Opened {
  readonly database: Database;
  readonly quarantined: QuarantinedFile | undefined;
}

async function openOrQuarantine(file: string): Promise<Opened> {
  const identityBefore = identityOf(file);
  try {
    const database = await openWhenFree(file);
    if (identityBefore === undefined || identityBefore === identityOf(file))
      return { database, quarantined: undefined };
    // The file was quarantined during opening: this connection would combine it with the log of the new database.
    database.close();
  } catch (error) {
    if (!mayBeMoveError(error) && !(await isDamaged(file, error))) throw error;
  }
  // Another window that found the same damage may already have created a new database, which must not be quarantined.
  return whileLocked(await connect(`${file}.lock`), () => openOrReplace(file));
}

async function openOrReplace(file: string): Promise<Opened> {
  try {
    return { database: await openWhenFree(file), quarantined: undefined };
  } catch (error) {
    if (!(await isDamaged(file, error))) throw error;
    const quarantined = { file: await quarantine(file), reason: messageOf(error) };
    return { database: await openWhenFree(file), quarantined };
  }
}

/** Opens a connection. The driver is imported only here, because some builds of VS Code do not include it. */
async function connect(file: string): Promise<DatabaseSync> {
  const { DatabaseSync: Connection } = await import('node:sqlite').catch((cause: unknown) => {
    throw new NoSqlite(messageOf(cause), { cause });
  });
  return new Connection(file);
}

class NoSqlite extends Error {}

/** Retries while the database is busy: other windows may be opening it, and one of them migrates its schema. */
async function openWhenFree(file: string): Promise<Database> {
  for (const end = performance.now() + RETRY_FOR_MS; ; await delay(RETRY_EVERY_MS)) {
    try {
      return await openDatabase(file);
    } catch (error) {
      const isBusy = BusyError.is(error) || isBusyError(error);
      if (!isBusy || performance.now() > end) throw error;
    }
  }
}

async function openDatabase(file: string): Promise<Database> {
  requireDatabase(file);
  const sqlite = await connect(file);
  try {
    requireHealthy(file, () => sqlite.prepare('PRAGMA quick_check(1)').get()?.['quick_check']);
    return new Database(sqlite, (error) => {
      if (isDamageError(error)) markDamaged(file);
    });
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

const TROUBLE_BY_CODE: Readonly<Record<string, StorageTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  // A file exists where the folder, or a folder above it, should be.
  EEXIST: 'read-only',
  ENOTDIR: 'read-only',
};

function troubleOf(error: unknown): StorageTrouble | undefined {
  const storageError = toStorageError(error);
  if (StorageError.is(storageError)) return storageError.trouble;
  return TROUBLE_BY_CODE[codeOf(error)];
}
