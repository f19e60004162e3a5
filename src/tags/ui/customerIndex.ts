import { lazy, runInSlices } from '../../base/promises.ts';
import type { TaggingMemory } from '../../service/userMemory.ts';
import { TAG, type Bot, type UserRef } from '../../base/model.ts';
import { TagIndex, type IndexedItem } from '../../catalogue/tagIndex.ts';
import type { LoadedUsers } from '../../customers/ui/loadedUsers.ts';

export interface KnownCustomers {
  /** Customers of recent commands. */
  readonly memory: TaggingMemory;
  /** Customers in the Customers panels. */
  readonly loaded: LoadedUsers;
}

/** Facebook page or LINE official account of a bot. */
export interface ChannelPage {
  readonly channel: number;
  readonly pageId: string;
}

/** Facebook page or LINE account, and the kind of its user IDs. Encrypted and unencrypted IDs are kept apart. */
interface AccountPage extends ChannelPage {
  readonly bot: Bot;
  readonly isEncrypted: boolean;
}

/**
 * Index of the customers that this window knows, by name and user ID. Each dialog builds its own. Customers are stored
 * as tags of a `TagIndex`, with the key of their account page as `bot`.
 */
export class CustomerIndex {
  readonly #bots: readonly Bot[];
  readonly #knownCustomers: KnownCustomers;
  readonly #index = new TagIndex();
  /** Account pages by key. The key is the `bot` of an indexed item, because a user ID is unique only within a page. */
  readonly #pages = new Map<string, AccountPage>();

  constructor(bots: readonly Bot[], knownCustomers: KnownCustomers) {
    this.#bots = bots;
    this.#knownCustomers = knownCustomers;
  }

  /** Resolves when all customers are in the index. Does not block other work. */
  readonly open = lazy(async () => {
    await runInSlices(this.#read());
    return this.#index;
  });

  /** Returns the customers of recent commands, as items of the index. For each bot, the latest customer is first. */
  recent(): readonly Pick<IndexedItem, 'bot' | 'id'>[] {
    return this.#bots.flatMap((bot) =>
      this.#knownCustomers.memory.users(bot.key).map(({ user }) => ({
        bot: keyOf(pageOf(bot, user)),
        id: idOf(user),
      })),
    );
  }

  customerOf({ bot: key, id }: Pick<IndexedItem, 'bot' | 'id'>): { bot: Bot; user: UserRef } {
    const page = this.#pages.get(key);
    if (page === undefined) throw new Error('the item is of another index');
    const { bot, channel, pageId, isEncrypted } = page;
    return { bot, user: { ...(isEncrypted ? { uid: id } : { rawUid: id }), channel, pageId } };
  }

  pagesOf(bot: Bot): readonly ChannelPage[] {
    const pages = new Map<string, ChannelPage>();
    for (const { bot: pageBot, channel, pageId } of this.#pages.values()) {
      if (pageBot.key === bot.key) pages.set(`${channel} ${pageId}`, { channel, pageId });
    }
    return [...pages.values()];
  }

  /** Fills the index. Yields after each page, so that other work can run. */
  *#read(): Generator<void> {
    const { memory, loaded } = this.#knownCustomers;
    for (const bot of this.#bots) {
      // Here, a page is a page of customers from the service, not an account page.
      for (const loadedUsers of loaded.pagesOf(bot.key)) {
        for (const { user, name } of loadedUsers) this.#set(bot, user, name);
        yield;
      }
      for (const { user, name } of memory.users(bot.key)) this.#set(bot, user, name);
    }
  }

  #set(bot: Bot, user: UserRef, name: string | undefined): void {
    const page = pageOf(bot, user);
    const [key, id] = [keyOf(page), idOf(user)];
    const shownName = name ?? this.#index.find(key, id)?.item.name ?? id;
    this.#pages.set(key, page);
    this.#index.set({ bot: key, id, name: shownName, type: TAG, parentId: null, state: 'ok' });
  }
}

/** Returns the unencrypted ID, or the encrypted one if only that is known. */
function idOf({ rawUid, uid }: UserRef): string {
  return rawUid ?? uid ?? '';
}

function pageOf(bot: Bot, { channel, pageId, rawUid }: UserRef): AccountPage {
  return { bot, channel, pageId, isEncrypted: rawUid === undefined };
}

function keyOf({ bot, channel, pageId, isEncrypted }: AccountPage): string {
  return JSON.stringify([bot.key, channel, pageId, isEncrypted]);
}
