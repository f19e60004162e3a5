import { customerAt, type CustomerPage, type UserTag } from '../base/model.ts';
import type { Catalogue } from './catalogue.ts';
import { keepLatest, saveSeenTags } from './seenTags.ts';
import { change, type CatalogueWriter } from './writer.ts';

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
