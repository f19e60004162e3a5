import { type CatalogueItem, customerAt, type CustomerPage, type UserTag } from '../base/model.ts';
import type { Catalogue } from './catalogue.ts';
import { unseen } from './places.ts';
import { type CatalogueWriter, change, type Changeable } from './writer.ts';

interface Seen {
  readonly item: CatalogueItem;
  readonly isNew: boolean;
}

/** Records tags that the service reported on users, in one transaction. For each tag, the latest entry counts. */
export function recordSeenTags(catalogue: Changeable, bot: string, tags: Iterable<UserTag>): void {
  const latest = new Map<string, UserTag>();
  for (const tag of tags) keepLatest(latest, tag);
  if (latest.size > 0) change(saveSeenTags)(catalogue, bot, latest.values());
}

/** @param tags without duplicates */
function saveSeenTags(writer: CatalogueWriter, bot: string, tags: Iterable<UserTag>): void {
  for (const tag of tags) writer.save(seenTag(writer, bot, tag).item);
}

/**
 * Adds a tag if it is the latest entry of its ID. A tag without an ID is ignored, because no request could name it. A
 * tag without a time counts as older than all others.
 */
export function keepLatest(latest: Map<string, UserTag>, tag: UserTag): void {
  if (tag.id === '') return;
  const known = latest.get(tag.id);
  if (known === undefined || timeOf(tag) >= timeOf(known)) latest.set(tag.id, tag);
}

function timeOf({ timestamp = Number.NEGATIVE_INFINITY }: UserTag): number {
  return timestamp;
}

/**
 * Returns an item updated from a tag on a user. The service does not say whether the tag's name is the current one or
 * the one at the time of attachment, so the name is dated to the attachment and never replaces a name that the service
 * reported later: the name from "get tag" stays until a tag that was attached after that has another name. A name
 * without a time replaces no name with a time. A tag that "get tag" reported as gone stays marked, because the
 * customer's record may be older.
 */
export function seenTag(writer: CatalogueWriter, bot: string, tag: UserTag): Seen {
  const now = writer.now();
  const known = writer.item(bot, tag.id);
  const item = known ?? unseen(bot, tag.id, 'seen', now);
  // A clock that is ahead must not fix a name forever.
  const namedAt = Math.min(timeOf(tag), now);
  const isNewer = tag.name !== '' && namedAt >= (item.namedAt ?? Number.NEGATIVE_INFINITY);
  const isDated = tag.timestamp !== undefined;
  const name = isNewer ? { name: tag.name, namedAt: isDated ? namedAt : null } : {};
  return { item: { ...item, ...name, lastSeen: now }, isNew: known === undefined };
}

/** Number of customers to read when a bot is added. Their tags are recorded, but this is not a scan. */
export const FIRST_LOOK = 100;

export interface InitialSample {
  readonly customers: number;
  /** Number of different tags. */
  readonly tags: number;
}

/** Records the tags of a new bot's first customers, and how many there were. */
export function saveInitialSample(writer: CatalogueWriter, bot: string, page: CustomerPage): void {
  const tags = [...page.records.keys()].flatMap((index) => customerAt(page, index)?.tags ?? []);
  const latest = new Map<string, UserTag>();
  for (const tag of tags) keepLatest(latest, tag);
  saveSeenTags(writer, bot, latest.values());
  writer.notes.setNote('firstCustomers', bot, page.records.length);
  writer.notes.setNote('firstTags', bot, latest.size);
}

/**
 * Returns the result of the first read of a bot while it is worth showing: until the bot is scanned or, if it had no
 * customers, until it has a tag.
 */
export function initialSampleOf(catalogue: Catalogue, bot: string): InitialSample | undefined {
  const customers = catalogue.notes.notesOf('firstCustomers').get(bot);
  if (customers === undefined || catalogue.scan(bot) !== undefined) return undefined;
  const isListed = catalogue.count(bot, null) > 0;
  if (customers === 0 && isListed) return undefined;
  return { customers, tags: catalogue.notes.notesOf('firstTags').get(bot) ?? 0 };
}

/** Deletes the result of the first read. Emits a change of the bot, so that other windows read it again. */
export const forgetFirstLook = change((writer: CatalogueWriter, key: string): void => {
  writer.notes.removeNote('firstCustomers', key);
  writer.notes.removeNote('firstTags', key);
  const bot = writer.bot(key);
  if (bot !== undefined) writer.saveBot(bot);
});
