import { type CatalogueItem, customerAt, type CustomerPage, type UserTag } from '../base/model.ts';
import type { Log } from '../base/ports.ts';
import type { Lazy } from '../base/promises.ts';
import type { Catalogue } from './catalogue.ts';
import { blankItem } from './places.ts';
import { change } from './change.ts';
import type { CatalogueWriter } from './writer.ts';

/** Records tags of users, in one transaction. If a tag occurs several times, the one attached last is recorded. */
export function recordSeenTags(catalogue: Catalogue, bot: string, tags: Iterable<UserTag>): void {
  const latest = latestById(tags);
  if (latest.size > 0) change(saveSeenTags)(catalogue, bot, latest.values());
}

export function tagsOnPage(page: CustomerPage): readonly UserTag[] {
  return [...page.records.keys()].flatMap((index) => customerAt(page, index)?.tags ?? []);
}

function latestById(tags: Iterable<UserTag>): ReadonlyMap<string, UserTag> {
  const latest = new Map<string, UserTag>();
  for (const tag of tags) keepLatest(latest, tag);
  return latest;
}

/** @param tags without duplicates */
function saveSeenTags(writer: CatalogueWriter, bot: string, tags: Iterable<UserTag>): void {
  for (const tag of tags) writer.save(seenTag(writer, bot, tag).item);
}

/**
 * Adds a tag, unless `latest` has it with a later time. Ignores a tag without an ID, because no request could refer to
 * it, and an ID with a NUL character, because Node 22 reads a stored text only up to this character.
 */
export function keepLatest(latest: Map<string, UserTag>, tag: UserTag): void {
  if (tag.id === '' || tag.id.includes('\0')) return;
  const entry = latest.get(tag.id);
  if (entry === undefined || timeOf(tag) >= timeOf(entry)) latest.set(tag.id, tag);
}

function timeOf({ timestamp = Number.NEGATIVE_INFINITY }: UserTag): number {
  return timestamp;
}

/**
 * Returns the catalogue's item, updated from a tag on a user. The service does not specify whether the tag's name is
 * the current name or the name at the time of attachment. Therefore `namedAt` is set to the time of attachment, and the
 * name never replaces a name with a later time. A name without a time never replaces a name with a time. An item that
 * "get tag" reported as gone keeps this state, because the user's record may be older.
 */
export function seenTag(
  writer: CatalogueWriter,
  bot: string,
  tag: UserTag,
): { readonly item: CatalogueItem; readonly isNew: boolean } {
  const now = writer.now();
  const knownItem = writer.item(bot, tag.id);
  const item = knownItem ?? blankItem(bot, tag.id, 'seen', now);
  // A time in the future, from a clock that is ahead, would prevent all later names.
  const namedAt = Math.min(timeOf(tag), now);
  const isNewer = tag.name !== '' && namedAt >= (item.namedAt ?? Number.NEGATIVE_INFINITY);
  const hasTime = tag.timestamp !== undefined;
  const nameFields = isNewer ? { name: tag.name, namedAt: hasTime ? namedAt : null } : {};
  return { item: { ...item, ...nameFields, lastSeen: now }, isNew: knownItem === undefined };
}

/**
 * Adds tags to the catalogue that the window has loaded for another purpose, such as the Customers panel. Only logs a
 * failure, because the user already has the requested data.
 */
export async function recordLoadedTags(
  services: { readonly catalogue: Lazy<Catalogue>; readonly log: Log },
  bot: string,
  tags: readonly UserTag[],
): Promise<void> {
  try {
    const catalogue = await services.catalogue();
    await catalogue.whenFree(() => recordSeenTags(catalogue, bot, tags));
  } catch (error) {
    services.log.warn(`Tags that were seen could not be kept: ${String(error)}`);
  }
}

/** Number of customers to read when a bot is added. Their tags are recorded without a scan. */
export const INITIAL_SAMPLE_SIZE = 100;

/** Numbers of customers and tags that were found when the bot was added. */
export interface InitialSample {
  readonly customers: number;
  readonly tags: number;
}

/** Records the tags of a new bot's first customers, and how many there were. */
export function saveInitialSample(writer: CatalogueWriter, bot: string, page: CustomerPage): void {
  const latest = latestById(tagsOnPage(page));
  saveSeenTags(writer, bot, latest.values());
  writer.notes.setNote('firstCustomers', bot, page.records.length);
  writer.notes.setNote('firstTags', bot, latest.size);
}

/** Returns `undefined` after a scan of the bot, or if the sample had no customers but the bot has items by now. */
export function initialSampleOf(catalogue: Catalogue, bot: string): InitialSample | undefined {
  const customers = catalogue.notes.notesOf('firstCustomers').get(bot);
  if (customers === undefined || catalogue.scan(bot) !== undefined) return undefined;
  const hasItems = catalogue.count(bot, null) > 0;
  if (customers === 0 && hasItems) return undefined;
  return { customers, tags: catalogue.notes.notesOf('firstTags').get(bot) ?? 0 };
}

/** Deletes the initial sample of a bot. Emits a change of the bot, so other windows update what they show. */
export const deleteInitialSample = change((writer: CatalogueWriter, key: string): void => {
  writer.notes.removeNote('firstCustomers', key);
  writer.notes.removeNote('firstTags', key);
  const bot = writer.bot(key);
  if (bot !== undefined) writer.saveBot(bot);
});
