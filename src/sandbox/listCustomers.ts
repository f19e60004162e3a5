import { type CustomerRecord, MAX_LIMIT, MIN_LIMIT } from '../base/model.ts';
import type { SandboxItem } from '../base/ports.ts';
import { Failure } from './answer.ts';
import { hash } from './hash.ts';
import { activeAtMost, currentTags, customerAt, lastActiveAt } from './madeCustomers.ts';
import { withBadFields, hostileText } from './spoiledData.ts';
import type { Switches } from './switches.ts';
import { userAt } from './userIds.ts';
import { type Handler, requireBot, type World } from './world.ts';
import { hashText } from '../base/text.ts';

/** Start of a page of customers. A page key (`next`) has all these fields, so keys stay valid after a restart. */
interface PagePosition {
  /** Index of the first customer that was not visited yet. */
  readonly index: number;
  /** Number of empty pages that were sent since the last customer. */
  readonly emptyPageCount: number;
  /** `limit` of the request whose response contained the key. */
  readonly limit: number;
}

/** Length of a page key before it is encoded: index (4), empty pages (2), limit (2), check (4). */
const KEY_BYTES = 12;

/** Encodes a position. The check part makes keys that others invent invalid. */
export function writePageKey(botId: string, position: PagePosition): string {
  const bytes = Buffer.alloc(KEY_BYTES);
  bytes.writeUInt32BE(position.index, 0);
  bytes.writeUInt16BE(position.emptyPageCount, 4);
  bytes.writeUInt16BE(position.limit, 6);
  const check = hash(bytes.readUInt32BE(4), hash(position.index, hashText(botId)));
  bytes.writeUInt32BE(check, 8);
  return bytes.toString('base64url');
}

/** Returns `undefined` if `writePageKey` did not create the key for this bot. */
function readPageKey(botId: string, key: string): PagePosition | undefined {
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.length !== KEY_BYTES) return undefined;
  const position = {
    index: bytes.readUInt32BE(0),
    emptyPageCount: bytes.readUInt16BE(4),
    limit: bytes.readUInt16BE(6),
  };
  return writePageKey(botId, position) === key ? position : undefined;
}

/** Lists customers, page by page (docs/service-interface.md, section 4.7). */
export const listCustomers: Handler = (world, { query }) => {
  requireBot(world, query.get('botId'));
  const limit = limitOf(query.get('limit'));
  const from = fromOf(query.get('from'));
  const key = query.get('next');
  const start = startOf(world, key, limit);
  const writeKey = (index: number, emptyPageCount: number): string =>
    writePageKey(world.botId, { index, emptyPageCount, limit });

  const { failingFrom } = world.switches;
  if (failingFrom > 0 && start.index >= failingFrom) {
    throw new Failure(503, 'customers from here on are not available (switch failingFrom)');
  }
  if (start.emptyPageCount < world.switches.emptyPages) {
    return { records: [], next: writeKey(start.index, start.emptyPageCount + 1) };
  }
  const { indexes, nextIndex } = findMatches(world, start.index, { limit, from });
  const items = new Map(world.state.items().map((item) => [item.id, item]));
  const records = indexes.map((index) => recordAt(world, index, items));
  if (world.switches.pagingLoop === 'on') {
    // Every page repeats the key of the request.
    return { records, next: key ?? writeKey(nextIndex ?? 0, 0) };
  }
  return {
    records,
    ...(nextIndex === undefined ? nextOfLastPage(world) : { next: writeKey(nextIndex, 0) }),
  };
};

/** Values that replace some customer records if the switch `badRecords` is set. */
const NON_OBJECTS: readonly unknown[] = [null, 'customer', 42, ['customer']];

interface Matches {
  readonly indexes: readonly number[];
  /** Index of the first match that does not fit on the page. */
  readonly nextIndex: number | undefined;
}

/** Customers are nearly in the order of their last interaction, so the loop visits few that do not match. */
function findMatches(
  world: World,
  start: number,
  filter: { readonly limit: number; readonly from: number | undefined },
): Matches {
  const { limit, from = -Infinity } = filter;
  const indexes: number[] = [];
  for (let index = start; index < world.customerCount && activeAtMost(index) > from; index++) {
    if (lastActiveAt(index) <= from) continue;
    if (indexes.length === limit) return { indexes, nextIndex: index };
    indexes.push(index);
  }
  return { indexes, nextIndex: undefined };
}

function recordAt(world: World, index: number, items: ReadonlyMap<string, SandboxItem>): unknown {
  const { id, name, platform, pageId, status, created, lastActive, pic, ...otherFields } =
    customerAt(index, world.language);
  const tags = currentTags(world, { user: userAt(index), index }, (tagId) => items.get(tagId));
  // The fields are in the order of docs/service-interface.md, section 2.4.
  const head = { id, name, platform, pageId, status, created, lastActive, pic };
  const { switches } = world;
  const { badRecords, badFields } = switches;
  if (badRecords > 0 && index % badRecords === badRecords - 1) {
    return NON_OBJECTS[Math.floor(index / badRecords) % NON_OBJECTS.length];
  }
  return withBadFields(
    withHostileText({ ...head, tags, ...otherFields }, switches.outsideText),
    badFields,
    index,
  );
}

function withHostileText(record: CustomerRecord, kind: Switches['outsideText']): CustomerRecord {
  if (kind === 'plain') return record;
  const tags = record.tags.map((tag) => ({ ...tag, name: hostileText(tag.name, kind, 'name') }));
  return { ...record, name: hostileText(record.name, kind, 'name'), tags };
}

function nextOfLastPage(world: World): { readonly next?: string | null } {
  switch (world.switches.nextAtEnd) {
    case 'absent':
      return {};
    case 'null':
      return { next: null };
    case 'empty':
      return { next: '' };
  }
}

function limitOf(value: string | null): number {
  const limit = value !== null && /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (limit >= MIN_LIMIT && limit <= MAX_LIMIT) return limit;
  throw new Failure(400, `limit must be an integer from ${MIN_LIMIT} to ${MAX_LIMIT}`);
}

function fromOf(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d{13}$/.test(value)) return Number(value);
  throw new Failure(400, 'from must be a timestamp of 13 digits, in milliseconds');
}

function startOf(world: World, key: string | null, limit: number): PagePosition {
  if (key === null) return { index: 0, emptyPageCount: 0, limit };
  const position = readPageKey(world.botId, key);
  if (!position) throw new Failure(400, 'next is not a key of this service');
  if (position.limit !== limit && world.switches.otherLimit === 'error') {
    throw new Failure(400, `next belongs to limit ${position.limit} and not to ${limit}`);
  }
  return position;
}
