import type { Bot, CatalogueItem, FolderKnown, Scan } from '../model.ts';
import type { CatalogueReader } from './reader.ts';
import { change, type CatalogueWriter } from './writer.ts';

/** Everything that can move to another machine: no token, and not the sandbox, which stays with its machine. */
export interface ExtensionData {
  readonly format: typeof DATA_FORMAT;
  readonly version: typeof DATA_VERSION;
  /** When it was exported, ms. */
  readonly exported: number;
  readonly bots: readonly BotData[];
}

export const DATA_FORMAT = 'bot-tag-explorer';
export const DATA_VERSION = 1;

/** Without its key, which means something on one machine only, and whether its address was confirmed. */
export interface BotData extends Pick<
  Bot,
  'baseUrl' | 'botId' | 'label' | 'environment' | 'created'
> {
  /** Left out where it is not, as earlier versions write and read it. */
  readonly isReadOnly?: true | undefined;
  readonly scan: ScanData | null;
  readonly items: readonly Omit<CatalogueItem, 'bot'>[];
}

/** What was kept of scans that ended stays with its machine. */
interface ScanData extends Omit<Scan, 'bot' | 'days'> {
  /** Left out where there are none, as earlier versions write and read it. */
  readonly days?: number | undefined;
}

export interface ImportSummary {
  readonly newBots: number;
  readonly knownBots: number;
  readonly newItems: number;
  readonly updatedItems: number;
  readonly sameItems: number;
}

/** @param exported when, ms */
export function dataOf(catalogue: CatalogueReader, exported: number): ExtensionData {
  const bots = catalogue.bots().filter((bot) => bot.kind === 'service');
  return {
    format: DATA_FORMAT,
    version: DATA_VERSION,
    exported,
    bots: bots.map(({ key, baseUrl, botId, label, environment, isReadOnly, created }) => ({
      ...{ baseUrl, botId, label, environment, created, ...(isReadOnly ? { isReadOnly } : {}) },
      scan: scanOf(catalogue, key),
      items: catalogue
        .items(key)
        .map((item) => withoutBot(item))
        .toSorted(byId),
    })),
  };
}

function scanOf(catalogue: CatalogueReader, bot: string): BotData['scan'] {
  const scan = catalogue.scan(bot);
  if (scan === undefined) return null;
  const { days, ...rest } = withoutBot(scan);
  return days === null ? rest : { ...rest, days };
}

/**
 * Adds what is not known and updates what is known less well; deletes nothing, and changes no bot that is here. A new
 * bot's address has to be confirmed before a token is entered for it, since it comes from a file.
 */
export const importData = change((writer: CatalogueWriter, data: ExtensionData): ImportSummary => {
  const counts = { newBots: 0, knownBots: 0, newItems: 0, updatedItems: 0, sameItems: 0 };
  for (const bot of data.bots) {
    const known = sameBot(writer, bot);
    counts[known === undefined ? 'newBots' : 'knownBots']++;
    const { key } = known ?? addBot(writer, bot);
    if (bot.scan !== null && writer.scan(key) === undefined) {
      writer.saveScan({ ...bot.scan, bot: key, days: bot.scan.days ?? null });
    }
    for (const item of bot.items) counts[importItem(writer, { ...item, bot: key })]++;
    for (const { id } of bot.items) writer.keepVisible(key, id);
  }
  return counts;
});

/** The summary of an import that is not made. */
export function planImport(catalogue: CatalogueReader, data: ExtensionData): ImportSummary {
  const counts = { newBots: 0, knownBots: 0, newItems: 0, updatedItems: 0, sameItems: 0 };
  for (const bot of data.bots) {
    const known = sameBot(catalogue, bot);
    counts[known === undefined ? 'newBots' : 'knownBots']++;
    for (const item of bot.items) {
      const old = known && catalogue.item(known.key, item.id);
      if (old === undefined) counts.newItems++;
      else
        counts[
          isSame(old, merged(old, { ...item, bot: old.bot })) ? 'sameItems' : 'updatedItems'
        ]++;
    }
  }
  return counts;
}

function sameBot(catalogue: CatalogueReader, { baseUrl, botId }: BotData): Bot | undefined {
  return catalogue
    .bots()
    .find((bot) => bot.kind === 'service' && bot.baseUrl === baseUrl && bot.botId === botId);
}

function addBot(writer: CatalogueWriter, bot: BotData): Bot {
  const { baseUrl, botId, label, environment, isReadOnly = false, created } = bot;
  const added: Bot = {
    ...{ key: crypto.randomUUID(), baseUrl, botId, label, environment, isReadOnly, created },
    ...{ kind: 'service', origin: 'added', isConfirmed: false },
  };
  writer.saveBot(added);
  return added;
}

function importItem(
  writer: CatalogueWriter,
  item: CatalogueItem,
): 'newItems' | 'updatedItems' | 'sameItems' {
  const known = writer.item(item.bot, item.id);
  const saved = known === undefined ? item : merged(known, item);
  if (known !== undefined && isSame(known, saved)) return 'sameItems';
  writer.save(saved);
  return known === undefined ? 'newItems' : 'updatedItems';
}

/** Of two accounts of one item the one that the service gave later counts; a place counts by how it is known. */
function merged(here: CatalogueItem, there: CatalogueItem): CatalogueItem {
  const named = later(here.namedAt, there.namedAt) === here.namedAt ? here : there;
  const seen = later(here.lastSeen, there.lastSeen) === here.lastSeen ? here : there;
  const placed = RANKS[there.folderKnown] > RANKS[here.folderKnown] ? there : here;
  const scanned = here.scan === null ? there : here;
  return {
    ...here,
    ...{ name: named.name, namedAt: named.namedAt, type: seen.type },
    ...{ lastSeen: seen.lastSeen, state: seen.state, reason: seen.reason },
    ...{ parentId: placed.parentId, folderKnown: placed.folderKnown },
    ...{ scan: scanned.scan, seenOn: scanned.seenOn },
    created: here.created ?? there.created,
    firstSeen: earlier(here.firstSeen, there.firstSeen),
  };
}

const RANKS: Readonly<Record<FolderKnown, number>> = { no: 0, user: 1, service: 2 };

/** The first one when both are the same. */
function later(a: number | null, b: number | null): number | null {
  return (b ?? -Infinity) > (a ?? -Infinity) ? b : a;
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

function isSame(a: CatalogueItem, b: CatalogueItem): boolean {
  const fields = Object.keys(a) as (keyof CatalogueItem)[];
  return fields.every((field) => a[field] === b[field]);
}

function withoutBot<T extends { readonly bot: string }>({ bot: _bot, ...rest }: T): Omit<T, 'bot'> {
  return rest;
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}
