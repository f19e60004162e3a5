import { type CatalogueItem, customerAt, type CustomerPage, type UserTag } from '../base/model.ts';
import type { Catalogue } from './catalogue.ts';
import { unseen } from './places.ts';
import { type CatalogueWriter, change, type Changeable } from './writer.ts';

interface Seen {
  readonly item: CatalogueItem;
  readonly isNew: boolean;
}

/** Takes over tags that the service showed on users, in one step. Of the same tag the latest entry counts. */
export function recordSeenTags(catalogue: Changeable, bot: string, tags: Iterable<UserTag>): void {
  const latest = new Map<string, UserTag>();
  for (const tag of tags) keepLatest(latest, tag);
  if (latest.size > 0) change(saveSeenTags)(catalogue, bot, latest.values());
}

/** @param tags each once */
function saveSeenTags(writer: CatalogueWriter, bot: string, tags: Iterable<UserTag>): void {
  for (const tag of tags) writer.save(seenTag(writer, bot, tag).item);
}

/**
 * One without an ID is not kept: no request could name it. One whose time is not known counts as older than any
 * other.
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
 * An item with what a tag on a user tells. Whether that shows the tag's name of now or of the time when it was put
 * on the user is not said, so a name holds as of that time, and never replaces one that the service gave later:
 * what "get tag" said stays until a tag that was put on a user after that has another name. A name whose time is not
 * known replaces none whose time is. A tag that "get tag" called gone stays marked: a customer's record may be older
 * than that.
 */
export function seenTag(writer: CatalogueWriter, bot: string, tag: UserTag): Seen {
  const now = writer.now();
  const known = writer.item(bot, tag.id);
  const item = known ?? unseen(bot, tag.id, 'seen', now);
  // A clock that is ahead must not hold a name for ever.
  const namedAt = Math.min(timeOf(tag), now);
  const isNewer = tag.name !== '' && namedAt >= (item.namedAt ?? Number.NEGATIVE_INFINITY);
  const isDated = tag.timestamp !== undefined;
  const name = isNewer ? { name: tag.name, namedAt: isDated ? namedAt : null } : {};
  return { item: { ...item, ...name, lastSeen: now }, isNew: known === undefined };
}

/** How many customers a bot is checked with when it is added. Their tags are taken over; as a scan they count for nothing. */
export const FIRST_LOOK = 100;

export interface FirstLook {
  readonly customers: number;
  /** Different ones. */
  readonly tags: number;
}

/** Takes over the tags on a new bot's first customers, and notes how many there were. */
export function saveFirstLook(writer: CatalogueWriter, bot: string, page: CustomerPage): void {
  const tags = [...page.records.keys()].flatMap((index) => customerAt(page, index)?.tags ?? []);
  const latest = new Map<string, UserTag>();
  for (const tag of tags) keepLatest(latest, tag);
  saveSeenTags(writer, bot, latest.values());
  writer.notes.setNote('firstCustomers', bot, page.records.length);
  writer.notes.setNote('firstTags', bot, latest.size);
}

/**
 * What was seen first, as long as it is worth telling: until the bot is scanned, or, when there were no customers,
 * until there is a tag.
 */
export function firstLookOf(catalogue: Catalogue, bot: string): FirstLook | undefined {
  const customers = catalogue.notes.notesOf('firstCustomers').get(bot);
  if (customers === undefined || catalogue.scan(bot) !== undefined) return undefined;
  const isListed = catalogue.count(bot, null) > 0;
  if (customers === 0 && isListed) return undefined;
  return { customers, tags: catalogue.notes.notesOf('firstTags').get(bot) ?? 0 };
}

/** Other windows hear of it as of a change of the bot. */
export const forgetFirstLook = change((writer: CatalogueWriter, key: string): void => {
  writer.notes.removeNote('firstCustomers', key);
  writer.notes.removeNote('firstTags', key);
  const bot = writer.bot(key);
  if (bot !== undefined) writer.saveBot(bot);
});
