import type { CatalogueStore } from '../../../src/base/ports.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { newDatabase, openWindow } from '../catalogue/store/database.ts';

/** Both kinds of store, new ones each time, for what has to work over either; `cleanUp` closes them. */
export const openStore: Readonly<Record<string, () => Promise<CatalogueStore>>> = {
  memory: () => Promise.resolve(new MemoryCatalogue()),
  database: async () => (await openWindow(newDatabase())).catalogue,
};
