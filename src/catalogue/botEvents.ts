import type { Bot } from '../base/model.ts';
import { type CatalogueChange, Emitter, type Event } from '../base/ports.ts';
import { lazy, type Lazy } from '../base/promises.ts';
import type { Catalogue } from './catalogue.ts';

/** Changes of the bots in the catalogue, by this window or another window. */
export interface BotEvents {
  /** Fires when the catalogue is opened for the first time in this window. */
  readonly onDidOpen: Event<void>;
  /** Fires when the label, environment or read-only state of a bot may have changed. */
  readonly onDidChange: Event<Bot>;
  /** Fires when a bot was removed from the catalogue. The event value is the key of the bot. */
  readonly onDidRemove: Event<string>;
}

/** Checks whether bots themselves may have changed, and not only their items. */
export function mayChangeBots(changes: readonly CatalogueChange[]): boolean {
  return changes.some(({ item, childrenOf }) => item === undefined && childrenOf === undefined);
}

/** Returns the events of the bots, and the catalogue to use. The events fire only after this catalogue is opened. */
export function followBots(opening: Lazy<Catalogue>): {
  readonly catalogue: Lazy<Catalogue>;
  readonly bots: BotEvents;
} {
  const opened = new Emitter<void>();
  const changed = new Emitter<Bot>();
  const removed = new Emitter<string>();
  const follow = (catalogue: Catalogue): void => {
    let keys = catalogue.bots().map(({ key }) => key);
    catalogue.onDidChange((changes) => {
      if (!mayChangeBots(changes)) return;
      const bots = catalogue.bots();
      const previousKeys = keys;
      keys = bots.map(({ key }) => key);
      const keySet = new Set(keys);
      for (const key of previousKeys) if (!keySet.has(key)) removed.fire(key);
      for (const bot of bots) changed.fire(bot);
    });
    opened.fire();
  };
  return {
    catalogue: lazy(async () => {
      const catalogue = await opening();
      follow(catalogue);
      return catalogue;
    }),
    bots: { onDidOpen: opened.event, onDidChange: changed.event, onDidRemove: removed.event },
  };
}
