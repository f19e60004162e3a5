import { lazy, type Lazy } from '../base/promises.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Bot } from '../base/model.ts';

interface Followers {
  /** A bot's label or environment may be another one, or it may be read-only. */
  readonly changed: (bot: Bot) => void;
  /** A bot has left the list. */
  readonly removed: (key: string) => void;
  /** The catalogue is open, for the first time in this window. */
  readonly opened: () => void;
}

/** The catalogue, which from its opening on tells what becomes of its bots, in this window or in another one. */
export function followBots(
  opening: Lazy<Catalogue>,
  { changed, removed, opened }: Followers,
): Lazy<Catalogue> {
  return lazy(async () => {
    const catalogue = await opening();
    let keys = catalogue.bots().map(({ key }) => key);
    catalogue.onDidChange((changes) => {
      const isAboutBots = changes.some(
        ({ item, childrenOf }) => (item ?? childrenOf) === undefined,
      );
      if (!isAboutBots) return;
      const bots = catalogue.bots();
      const before = keys;
      keys = bots.map(({ key }) => key);
      const left = new Set(keys);
      for (const key of before) if (!left.has(key)) removed(key);
      for (const bot of bots) changed(bot);
    });
    opened();
    return catalogue;
  });
}
