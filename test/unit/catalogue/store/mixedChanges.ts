import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { recordSeenTags } from '../../../../src/catalogue/seenTags.ts';
import { FOLDER, TAG, type Bot, type Scan } from '../../../../src/base/model.ts';
import { UNPLACED, type CatalogueStore } from '../../../../src/base/ports.ts';
import { BOT, scanOf } from '../../base/fakes.ts';
import { putBot, putItem, putScan } from '../../base/put.ts';

/** Bot whose counter several processes increase at the same time. */
export const SHARED: Bot = { ...BOT, key: 'shared', label: 'shared' };
const COUNTER = 'counter';

/** Number of kinds of changes that `change` makes in turn. The first two create a tag and a folder. */
const KINDS = 8;

/** Returns the bot of a series of changes. Each writing process makes its own series. */
export function botOf(series: string): Bot {
  return { ...BOT, key: `bot-${series}`, label: series };
}

/**
 * Makes the change with this index in a series, which is the same for every store. Each change is one transaction. All
 * kinds of writes occur.
 */
export function change(store: CatalogueStore, series: string, index: number): void {
  const catalogue = new Catalogue(store, { now: () => index });
  const bot = botOf(series);
  if (index === 0) return putBot(catalogue, bot);
  /**
   * Returns the ID of an item from an earlier round of changes: of a folder for an odd `divisor`, of a tag for an even
   * one. Different divisors give different rounds. `item-0`, which no change creates, occurs too.
   */
  const olderId = (divisor: number): string => {
    const round = Math.floor(index / (KINDS * (divisor + 1)));
    return `item-${KINDS * round + (divisor % 2)}`;
  };
  const changes: readonly (() => void)[] = [
    () => catalogue.recordCreated(bot.key, `item-${index}`, { name: `標籤 ${index}`, type: TAG }),
    () => catalogue.recordCreated(bot.key, `item-${index}`, { name: `F${index}`, type: FOLDER }),
    () => recordSeenTags(catalogue, bot.key, seenAt(index)),
    () =>
      catalogue.moveItems(
        bot.key,
        [olderId(1), olderId(2)],
        Math.floor(index / KINDS) % 2 === 0 ? null : UNPLACED,
      ),
    () => catalogue.mark(bot.key, olderId(3), 'gone', null),
    () => catalogue.removeItems([{ bot: bot.key, id: olderId(4) }]),
    () => putScan(catalogue, scanAt(bot, index)),
    () => putBot(catalogue, { ...bot, label: `${series} ${index}` }),
  ];
  changes[index % KINDS]?.();
}

/** Increases the counter by one, in one transaction. */
export function incrementCounter(store: CatalogueStore): void {
  store.atomically(() => {
    const catalogue = new Catalogue(store, { now: () => 1 });
    const counter = store.item(SHARED.key, COUNTER);
    if (counter === undefined) throw new Error('The counter is not there.');
    putItem(catalogue, { ...counter, seenOn: counter.seenOn + 1 });
  });
}

export function addCounter(store: CatalogueStore): void {
  const catalogue = new Catalogue(store, { now: () => 1 });
  putBot(catalogue, SHARED);
  catalogue.recordCreated(SHARED.key, COUNTER, { name: COUNTER, type: TAG });
}

export function countedNumber(store: CatalogueStore): number | undefined {
  return store.item(SHARED.key, COUNTER)?.seenOn;
}

/** Returns all data of a series in the store. */
export function stateOf(store: CatalogueStore, series: string): unknown {
  const { key } = botOf(series);
  const items = store.items(key).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { bot: store.bots().find((bot) => bot.key === key), items, scan: store.scan(key) };
}

function seenAt(index: number) {
  return Array.from({ length: 20 }, (_, step) => {
    return {
      id: `item-${(index + step * 3) % 60}`,
      name: `seen ${index}`,
      timestamp: index - step,
    };
  });
}

function scanAt({ key }: Bot, index: number): Scan {
  const counts = { pages: index, customers: index * 100, tags: index };
  return scanOf({
    bot: key,
    next: `key-${index}`,
    budget: 5,
    ...counts,
    started: 0,
    updated: index,
  });
}
