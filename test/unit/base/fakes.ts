import type { Bot, CatalogueItem, CustomerPage, RecordProblems } from '../../../src/base/model.ts';
import { FOLDER, TAG } from '../../../src/base/model.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import type { Clock } from '../../../src/base/ports.ts';

export const BOT: Bot = {
  key: 'k',
  baseUrl: 'https://bots.example',
  botId: 'bot-1',
  label: 'Shop',
  kind: 'service',
  environment: '',
  isReadOnly: false,
  origin: 'added',
  isConfirmed: true,
  created: 1,
};

/** Creates a service on which only the given calls may be made. Any other call throws. */
export function fakeService(calls: Partial<BotService>): BotService {
  const refuse = (): never => {
    throw new Error('unexpected call of the service');
  };
  return {
    createItem: refuse,
    getItem: refuse,
    deleteItem: refuse,
    attachTag: refuse,
    detachTag: refuse,
    listUserTags: refuse,
    listCustomers: refuse,
    walkCustomers: refuse,
    walkRecords: refuse,
    ...calls,
  };
}

/** Returns a `getItem` that finds every ID as an item of the bot. */
export function findsEveryItem(type: number): BotService['getItem'] {
  return (id) => Promise.resolve({ id, name: id, botId: BOT.botId, type });
}

/** Clock that does not advance until a test sets it. */
export class FakeClock implements Clock {
  time = 1000;

  now(): number {
    return this.time;
  }
}

/** Returns a page like `listCustomers`. A record `'bad'` is reported as not an object. */
export function pageOf(records: readonly unknown[], next?: string): CustomerPage {
  const badRecords = [...records.entries()].filter(([, record]) => record === 'bad');
  const opaque: RecordProblems = { customer: undefined, fields: [] };
  const problems = new Map(badRecords.map(([index]) => [index, opaque] as const));
  return { records, problems, next, body: new Uint8Array() };
}

export function itemOf(id: string, change: Partial<CatalogueItem> = {}): CatalogueItem {
  return {
    bot: BOT.key,
    id,
    type: TAG,
    name: id,
    namedAt: 5,
    parentId: null,
    folderSource: 'service',
    source: 'created',
    created: null,
    firstSeen: 5,
    lastSeen: 5,
    scan: null,
    seenOn: 0,
    state: 'ok',
    reason: null,
    ...change,
  };
}

export function folderOf(id: string, change: Partial<CatalogueItem> = {}): CatalogueItem {
  return itemOf(id, { type: FOLDER, ...change });
}
