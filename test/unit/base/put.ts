import { change } from '../../../src/catalogue/change.ts';
import type { CatalogueWriter } from '../../../src/catalogue/writer.ts';
import type { Bot, CatalogueItem, Scan } from '../../../src/base/model.ts';

/** Functions that write an item, a bot or a scan into a catalogue directly, without merging it with stored data. */
export const putItem = change((writer: CatalogueWriter, item: CatalogueItem) => writer.save(item));
export const putBot = change((writer: CatalogueWriter, bot: Bot) => writer.saveBot(bot));
export const putScan = change((writer: CatalogueWriter, scan: Scan) => writer.saveScan(scan));
