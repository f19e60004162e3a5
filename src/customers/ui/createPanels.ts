import type * as gridMessages from '../gridMessages.ts';
import type { Lazy } from '../../base/promises.ts';
import { recordLoadedTags, tagsOnPage } from '../../catalogue/seenTags.ts';
import type { CustomerPanel } from './customerPanel.ts';
import { CustomerPanels } from './customerPanels.ts';
import type { CustomerServices } from './customerServices.ts';
import { type SharedParts, ViewStore } from './panelParts.ts';
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
  const { errors, commands, openPanels, segments, zone } = services;
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
    segments,
    saveSegment: (bot, text) => askAndSave(services, bot, text),
    removeSegment: (bot, segment) => askAndRemove(services, bot, segment),
    reportZone: (zoneName) => zone.report(zoneName),
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
