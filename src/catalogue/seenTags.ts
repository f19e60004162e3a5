import type { CatalogueItem, UserTag } from '../base/model.ts';
import { unseen } from './placed.ts';
import { change, type CatalogueWriter, type Changeable } from './writer.ts';

export interface Seen {
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
export function saveSeenTags(writer: CatalogueWriter, bot: string, tags: Iterable<UserTag>): void {
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
