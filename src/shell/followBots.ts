import { lazy, type Lazy } from '../base/promises.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Bot } from '../base/model.ts';

interface Followers {
  /** Called when the label, environment or read-only state of a bot may have changed. */
  readonly changed: (bot: Bot) => void;
  /** Called when a bot was removed from the list. */
  readonly removed: (key: string) => void;
  /** Called when the catalogue is opened for the first time in this window. */
  readonly opened: () => void;
}

/** Returns the catalogue, which after opening reports changes of its bots by this window or another window. */
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
