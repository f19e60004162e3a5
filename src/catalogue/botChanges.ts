import type { Bot, CustomerPage } from '../base/model.ts';
import type { SandboxItem } from '../base/ports.ts';
import { saveFirstLook } from './seenTags.ts';
import { placed } from './places.ts';
import { change, type CatalogueWriter } from './writer.ts';

/**
 * Adds a bot of a service to the list.
 * @param firstPage of its customers, when they were asked for
 * @returns the one that is there already with the same address and bot ID, and stays as it is
 */
export const addBot = change(
  (writer: CatalogueWriter, bot: Bot, firstPage?: CustomerPage): Bot | undefined => {
    // Another window may have added it meanwhile.
    const known = writer.botAt(bot);
    if (known !== undefined) return known;
    writer.saveBot(bot);
    if (firstPage !== undefined) saveFirstLook(writer, bot.key, firstPage);
    return undefined;
  },
);

/** Adds a sandbox bot to the list with its items, because the sandbox can list them. */
export const addSandboxBot = change(
  (writer: CatalogueWriter, bot: Bot, items: readonly SandboxItem[]): void => {
    writer.saveBot(bot);
    for (const { parentId, ...item } of items) {
      writer.saveNew({ ...item, ...placed(parentId, 'service'), bot: bot.key, source: 'sandbox' });
    }
    for (const { id } of items) writer.keepVisible(bot.key, id);
  },
);

/** A bot that another window has removed meanwhile stays away. */
export const renameBot = change((writer: CatalogueWriter, key: string, label: string): void => {
  const bot = writer.bot(key);
  if (bot !== undefined) writer.saveBot({ ...bot, label });
});

/** Notes that somebody agreed to the address that a file gave. @returns whether the bot is there and still has it */
export const confirmBot = change(
  (writer: CatalogueWriter, { key, baseUrl }: Pick<Bot, 'key' | 'baseUrl'>): boolean => {
    const bot = writer.bot(key);
    if (bot?.baseUrl !== baseUrl) return false;
    if (!bot.isConfirmed) writer.saveBot({ ...bot, isConfirmed: true });
    return true;
  },
);

/** @param environment `''`: none. @returns the bot as it is then; `undefined`: another window has removed it */
export const setEnvironment = change(
  (writer: CatalogueWriter, key: string, environment: string): Bot | undefined => {
    const known = writer.bot(key);
    if (known === undefined) return undefined;
    const bot = { ...known, environment };
    writer.saveBot(bot);
    return bot;
  },
);

/** From then on nothing is written to the bot. */
export const lockBot = change((writer: CatalogueWriter, key: string): void => {
  const bot = writer.bot(key);
  if (bot !== undefined && !bot.isReadOnly) writer.saveBot({ ...bot, isReadOnly: true });
});

/** Takes back the person's lock, and that of workspace files that are gone. A file that is read again locks again. */
export const unlockBot = change(
  (writer: CatalogueWriter, key: string, goneFiles: readonly string[]): void => {
    const locking = goneFiles.filter((file) => writer.lockedBy(key).includes(file));
    for (const file of locking) writer.addListed(file, [{ bot: key, item: null }]);
    const bot = writer.bot(key);
    if (bot?.isReadOnly === true) writer.saveBot({ ...bot, isReadOnly: false });
  },
);
