import type {
  Bot,
  CatalogueItem,
  Customer,
  CustomerPage,
  RecordProblems,
  Scan,
} from '../../../src/base/model.ts';
import { FOLDER, TAG } from '../../../src/base/model.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import type { Clock } from '../../../src/base/ports.ts';

/** Bot that the user has added. Times in this file are small numbers of ms. */
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

/** Returns a tag on the top level of the bot. Its name is its ID. */
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

/** Returns a scan that has not read a page yet. */
export function scanOf(change: Partial<Scan> = {}): Scan {
  return {
    bot: BOT.key,
    id: 's',
    limit: 100,
    from: null,
    days: null,
    next: null,
    budget: 1,
    pages: 0,
    customers: 0,
    skipped: 0,
    tags: 0,
    newTags: 0,
    state: 'running',
    started: 1,
    updated: 1,
    ...change,
  };
}

/** Returns a customer with the tags that have these IDs. */
export function customerWith(...ids: readonly string[]): Customer {
  const tags = ids.map((id) => ({ id, name: 'T', timestamp: 60 }));
  const customer = { id: 'u', name: 'U', platform: 'FB', pageId: 'p' };
  return { ...customer, status: 1, created: 1, lastActive: 1, tags };
}
