import type { Bot, CustomerPage } from '../base/model.ts';
import type { SandboxItem } from '../base/ports.ts';
import { saveInitialSample } from './seenTags.ts';
import { placeFields } from './places.ts';
import { change } from './change.ts';
import type { CatalogueWriter } from './writer.ts';

/**
 * Adds a bot. If a bot with the same base URL and bot ID exists, changes nothing.
 * @returns the existing bot; `undefined` if the bot was added
 */
export const addBot = change(
  (writer: CatalogueWriter, bot: Bot, firstPage?: CustomerPage): Bot | undefined => {
    // Another window may have added the bot in the meantime.
    const existingBot = writer.botAt(bot);
    if (existingBot !== undefined) return existingBot;
    writer.saveBot(bot);
    if (firstPage !== undefined) saveInitialSample(writer, bot.key, firstPage);
    return undefined;
  },
);

/** Adds a sandbox bot with all its items to the catalogue. Unlike a service, the sandbox can list its items. */
export const addSandboxBot = change(
  (writer: CatalogueWriter, bot: Bot, items: readonly SandboxItem[]): void => {
    writer.saveBot(bot);
    for (const { parentId, ...item } of items) {
      writer.saveNew({
        ...item,
        ...placeFields(parentId, 'service'),
        bot: bot.key,
        source: 'sandbox',
      });
    }
    for (const { id } of items) writer.keepVisible(bot.key, id);
  },
);

/** Renames a bot. Does nothing if another window has removed the bot. */
export const renameBot = change((writer: CatalogueWriter, key: string, label: string): void => {
  const bot = writer.bot(key);
  if (bot !== undefined) writer.saveBot({ ...bot, label });
});

/** Records that the user confirmed a base URL from a file. Returns `false` if the bot no longer has this base URL. */
export const confirmBot = change(
  (writer: CatalogueWriter, { key, baseUrl }: Pick<Bot, 'key' | 'baseUrl'>): boolean => {
    const bot = writer.bot(key);
    if (bot?.baseUrl !== baseUrl) return false;
    if (!bot.isConfirmed) writer.saveBot({ ...bot, isConfirmed: true });
    return true;
  },
);

/** Sets the environment; `''` for none. Returns the changed bot, or `undefined` if another window has removed it. */
export const setEnvironment = change(
  (writer: CatalogueWriter, key: string, environment: string): Bot | undefined => {
    const bot = writer.bot(key);
    if (bot === undefined) return undefined;
    const changedBot = { ...bot, environment };
    writer.saveBot(changedBot);
    return changedBot;
  },
);

export const lockBot = change((writer: CatalogueWriter, key: string): void => {
  const bot = writer.bot(key);
  if (bot !== undefined && !bot.isReadOnly) writer.saveBot({ ...bot, isReadOnly: true });
});

/** Removes the user's lock, and those of deleted workspace files. A file that is read again locks the bot again. */
export const unlockBot = change(
  (writer: CatalogueWriter, key: string, goneFiles: readonly string[]): void => {
    const lockingFiles = goneFiles.filter((file) => writer.filesMakingReadOnly(key).includes(file));
    // An entry without `makesReadOnly` replaces the one that locks the bot.
    for (const file of lockingFiles) writer.addListed(file, [{ bot: key, item: null }]);
    const bot = writer.bot(key);
    if (bot?.isReadOnly === true) writer.saveBot({ ...bot, isReadOnly: false });
  },
);
