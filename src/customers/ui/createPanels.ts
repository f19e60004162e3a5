import type * as gridMessages from '../gridMessages.ts';
import type { Disposable, Event } from '../../base/emitter.ts';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { recordLoadedTags, tagsOnPage } from '../../catalogue/seenTags.ts';
import { vocabularyOf } from './narrowing.ts';
import type { CustomerPanel } from './customerPanel.ts';
import { CustomerPanels } from './customerPanels.ts';
import type { CustomerServices } from './customerServices.ts';
import { type PanelSegments, type SharedParts, ViewStore } from './panelParts.ts';
import { GRID_COMMANDS } from './rowCommands.ts';
import { askAndRemove, askAndSave } from './saveSegment.ts';

type Needs = Omit<CustomerServices, 'panels'> & {
  readonly openPanels: Map<string, CustomerPanel>;
  readonly validators: Lazy<
    Pick<typeof gridMessages, 'parseGridMessage' | 'parseGridState' | 'parseView'>
  >;
};

export function createPanels(services: Needs): CustomerPanels {
  const { context, catalogue, bots, botServices, tags, validators, loaded, steps } = services;
  const { errors, commands, openPanels } = services;
  tags.onDidList(({ bot, lists }) => {
    const listedTags = lists.flatMap((list) => list.tags);
    void recordLoadedTags(services, bot, listedTags);
  });
  const views = new ViewStore(context.workspaceState, validators);
  const parts: SharedParts = {
    extensionUri: context.extensionUri,
    serviceOf: botServices.of,
    validators,
    tags,
    views,
    segments: panelSegments(services),
    onPage: (bot, page) => {
      loaded.recordLoadTime(page);
      void recordLoadedTags(services, bot, tagsOnPage(page));
      steps.markDone('botTags.didLoadCustomers');
    },
    onAction: async (action, row) => {
      const commandContext = { nodes: [], ...(row === undefined ? {} : { row }) };
      await commands.handlerOf(GRID_COMMANDS[action]).interactive(commandContext);
    },
    onError: (error, bot) => errors.show(error, bot.key),
  };
  const panels = new CustomerPanels(catalogue, parts, openPanels);
  bots.onDidChange((bot) => panels.update(bot));
  bots.onDidRemove((key) => {
    panels.close(key);
    void views.remove(key);
  });
  return panels;
}

function panelSegments(services: Needs): PanelSegments {
  const { catalogue, segments, zone } = services;
  return {
    savedOf: (bot) => segments.segmentsOf(bot),
    onDidChange: segments.onDidChange,
    vocabularyOf: async (bot) => vocabularyOf(await catalogue(), bot.key),
    onDidChangeNames: createNamesEvent(catalogue),
    reportZone: (zoneName) => zone.report(zoneName),
    save: (bot, text) => askAndSave(services, bot, text),
    remove: (bot, segment) => askAndRemove(services, bot, segment),
  };
}

/** Creates an event that fires when names of a bot's tags and folders have changed, with the key of the bot. */
function createNamesEvent(catalogue: Lazy<Catalogue>): Event<string> {
  return (listener) => {
    let subscription: Disposable | undefined;
    let isDisposed = false;
    const listen = async (): Promise<void> => {
      const openCatalogue = await catalogue();
      if (isDisposed) return;
      subscription = openCatalogue.onDidChange((changes) => {
        for (const botKey of new Set(changes.map((change) => change.bot))) {
          if (botKey !== undefined) listener(botKey);
        }
      });
    };
    // If the catalogue cannot be opened, the tree view shows the error.
    listen().catch(() => undefined);
    return {
      dispose: () => {
        isDisposed = true;
        subscription?.dispose();
      },
    };
  };
}
