import type { CatalogueStore } from '../../../src/base/ports.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { newDatabase, openWindow } from '../catalogue/store/database.ts';

/** Opens a new store of each kind, for tests that must pass with either. `cleanUp` closes it. */
export const openStore: Readonly<Record<string, () => Promise<CatalogueStore>>> = {
  memory: () => Promise.resolve(new MemoryCatalogue()),
  database: async () => (await openWindow(newDatabase())).catalogue,
};
