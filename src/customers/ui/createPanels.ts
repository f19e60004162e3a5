import type * as gridMessages from '../gridMessages.ts';
import type { Disposable, Event } from '../../base/emitter.ts';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { SeenRecorder } from '../../catalogue/seenRecorder.ts';
import { vocabularyOf } from '../../catalogue/ui/vocabularyOf.ts';
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

/** Creates the Customers panels, which delegate actions to commands. */
export function createPanels(needs: Needs): CustomerPanels {
  const { context, catalogue, bots, services, tags, log, validators, loaded, steps } = needs;
  const { errors, commands, openPanels } = needs;
  const seen = new SeenRecorder(catalogue, log);
  tags.onDidList(({ bot, lists }) => seen.lists(bot, lists));
  const views = new ViewStore(context.workspaceState, async (kept) =>
    (await validators()).parseView(kept),
  );
  const parts: SharedParts = {
    extensionUri: context.extensionUri,
    serviceOf: services.of,
    validators,
    tags,
    views,
    segments: panelSegments(needs),
    onPage: (bot, page) => {
      loaded.note(page);
      seen.page(bot, page);
      steps.done('botTags.didLoadCustomers');
    },
    onVerb: async (verb, row) => {
      const selection = { nodes: [], ...(row === undefined ? {} : { row }) };
      await commands.handlerOf(GRID_COMMANDS[verb]).interactive(selection);
    },
    onError: (error, bot) => errors.show(error, bot.key),
  };
  const panels = new CustomerPanels(catalogue, parts, openPanels);
  bots.onDidChange((bot) => panels.update(bot));
  bots.onDidRemove((key) => panels.close(key));
  return panels;
}

function panelSegments(needs: Needs): PanelSegments {
  const { catalogue, segments, zone } = needs;
  return {
    savedOf: (bot) => segments.segmentsOf(bot),
    onDidChange: segments.onDidChange,
    vocabularyOf: async (bot) => vocabularyOf(await catalogue(), bot.key),
    onDidChangeNames: namesOf(catalogue),
    sayZone: (zoneName) => zone.say(zoneName),
    save: (bot, text) => askAndSave(needs, bot, text),
    remove: (bot, name, from) => askAndRemove(needs, bot, { name, from }),
  };
}

function namesOf(catalogue: Lazy<Catalogue>): Event<string> {
  return (listener) => {
    let listening: Disposable | undefined;
    let isOver = false;
    const listen = async (): Promise<void> => {
      const open = await catalogue();
      if (isOver) return;
      listening = open.onDidChange((changes) => {
        for (const bot of new Set(changes.map((change) => change.bot))) {
          if (bot !== undefined) listener(bot);
        }
      });
    };
    // Errors of opening the list are shown where the list is shown.
    listen().catch(() => undefined);
    return {
      dispose: () => {
        isOver = true;
        listening?.dispose();
      },
    };
  };
}
