import type { CustomerPager } from '../customers/customerPager.ts';
import { KnownTags } from '../service/userMemory.ts';
import { TagActions } from '../service/tagActions.ts';
import { TaggingMemory } from '../service/taggingMemory.ts';
import type { Bot } from '../base/model.ts';
import type { BotService, Clock } from '../base/ports.ts';
import { steadyClock } from '../base/steadyClock.ts';
import { LoadedUsers } from '../customers/ui/loadedUsers.ts';

interface Needs {
  readonly clock: Clock;
  readonly serviceOf: (bot: Bot) => Promise<BotService>;
  /** Returns the pager of the bot's open Customers panel. */
  readonly pagerOf: (bot: string) => CustomerPager | undefined;
}

export interface Tagging {
  readonly parts: {
    readonly tags: TagActions;
    readonly memory: TaggingMemory;
    readonly known: KnownTags;
    readonly loaded: LoadedUsers;
  };
  /** Forgets the customers of a bot. */
  forget(bot: string): void;
}

/** Creates the actions on a customer's tags, and the caches of what this window learns from them. */
export function createTagging({ clock, serviceOf, pagerOf }: Needs): Tagging {
  const memory = new TaggingMemory();
  const loaded = new LoadedUsers(clock, pagerOf);
  // Uses a monotonic clock: after a clock change, stale data must not look fresh and enable an Undo.
  const known = new KnownTags(steadyClock, (bot, user) => {
    const loadedTags = loaded.tagsOf(bot, user);
    return loadedTags && { ...loadedTags, time: loadedTags.steady };
  });
  const tags = new TagActions(serviceOf, known);
  tags.onDidTag(({ bot, user }) => memory.noteUser(bot, user));
  tags.onDidList(({ bot, user }) => memory.noteUser(bot, user));
  return {
    parts: { tags, memory, known, loaded },
    forget: (bot) => {
      for (const cache of [memory, known]) cache.forget(bot);
    },
  };
}
