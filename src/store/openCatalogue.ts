import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CatalogueStore, SandboxState } from '../core/ports.ts';
import { Database } from './database.ts';
import { MemoryCatalogue } from './memoryCatalogue.ts';
import { SqlCatalogue } from './sqlCatalogue.ts';
import { SqlSandboxState } from './sqlSandboxState.ts';

export interface OpenedStore {
  readonly catalogue: CatalogueStore;
  /** Absent when nothing can be kept. */
  readonly sandbox: SandboxState | undefined;
  /** Why nothing can be kept: the catalogue then lives in this window's memory only. */
  readonly problem: string | undefined;
}

/** @param file the database; made, with its folder, when it is not there */
export async function openCatalogue(file: string): Promise<OpenedStore> {
  try {
    const database = await openDatabase(file);
    return {
      catalogue: new SqlCatalogue(database),
      sandbox: new SqlSandboxState(database),
      problem: undefined,
    };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { catalogue: new MemoryCatalogue(), sandbox: undefined, problem };
  }
}

/** Loads the driver here and nowhere else: some builds of VS Code come without it. */
async function openDatabase(file: string): Promise<Database> {
  const { DatabaseSync } = await import('node:sqlite');
  await mkdir(dirname(file), { recursive: true });
  const sqlite = new DatabaseSync(file);
  try {
    return new Database(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
