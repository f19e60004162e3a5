import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { ItemActions } from '../../../src/catalogue/itemActions.ts';
import { FOLDER, TAG, type Bot } from '../../../src/base/model.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import type { Switches } from '../../../src/sandbox/switches.ts';
import type { Sandbox } from '../../../src/sandbox/startSandbox.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { openSandboxClient, SIGNAL } from '../service/client.ts';
import { BOT, FakeClock } from './fakes.ts';
import { putBot } from './put.ts';

/** Catalogue with its actions. */
export interface Tree {
  readonly bot: Bot;
  readonly catalogue: Catalogue;
  readonly actions: ItemActions;
  /** Returns the sorted items as "name in folder", with the state if it is not "ok". */
  readonly list: () => readonly string[];
}

/** Creates a catalogue in memory with this bot, whose actions call this service. */
export function treeOver(service: BotService, bot: Bot): Tree {
  const catalogue = new Catalogue(new MemoryCatalogue(), new FakeClock());
  putBot(catalogue, bot);
  const list = (): readonly string[] =>
    catalogue
      .items(bot.key)
      .map((item) => {
        const folder =
          item.parentId === null
            ? item.folderSource === 'no'
              ? 'no known folder'
              : 'bot'
            : catalogue.item(bot.key, item.parentId)?.name;
        return `${item.name} in ${folder}${item.state === 'ok' ? '' : `: ${item.state}`}`;
      })
      .sort();
  const actions = new ItemActions(catalogue, () => Promise.resolve(service));
  return { bot, catalogue, actions, list };
}

type SandboxTree = Tree & { readonly sandbox: Sandbox; readonly ids: Record<string, string> };

/**
 * Opens a catalogue of a sandbox, and creates these items: the folder "outer" with the folder "inner" and the tag
 * "tag", the tag "deep" in "inner", and the tag "other" on the top level. `ids` has the IDs by name.
 */
export async function openTree(switches: Partial<Switches> = {}): Promise<SandboxTree> {
  const { service, sandbox } = await openSandboxClient(switches);
  const tree = treeOver(service, { ...BOT, botId: sandbox.botId });
  const ids: Record<string, string> = {};
  const rows = [
    ['outer', FOLDER, undefined],
    ['inner', FOLDER, 'outer'],
    ['deep', TAG, 'inner'],
    ['tag', TAG, 'outer'],
    ['other', TAG, undefined],
  ] as const;
  for (const [name, type, folder] of rows) {
    const parentId = folder && ids[folder];
    ids[name] = await tree.actions.create(tree.bot, { name, type, parentId }, SIGNAL);
  }
  return { ...tree, sandbox, ids };
}
