import * as vscode from 'vscode';
import { type Bot, type CatalogueItem, FOLDER, TAG } from '../../base/model.ts';
import { lazy } from '../../base/promises.ts';
import { askText, type Refusal } from '../../base/ui/askText.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { runStep } from '../../base/ui/steps.ts';
import { sayDone } from '../../base/ui/window.ts';
import type { TagIndex } from '../../catalogue/tagIndex.ts';
import { foldText } from '../../catalogue/textMatch.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { itemsOf } from '../../catalogue/ui/askItems.ts';
import { botByReference, botOfContext, type Handler } from '../../catalogue/ui/handler.ts';
import {
  agreeInProduction,
  requireAllowed,
  requireUnlocked,
} from '../../catalogue/ui/writeGuard.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { offerUndo, type UndoNeeds } from '../../runs/ui/undoWrite.ts';
import type { TaggingMemory } from '../../service/userMemory.ts';

interface Needs extends UndoNeeds, Pick<CatalogueServices, 'tagIndex' | 'tree' | 'steps'> {
  /** Memory of recent tags. After the creation, lists offer the new tag first. */
  readonly memory: TaggingMemory;
}
type CreateHandler = Handler<'botTags.createTag'> & Handler<'botTags.createFolder'>;

export function createItem(services: Needs, type: typeof TAG | typeof FOLDER): CreateHandler {
  const create = async (bot: Bot, name: string, parentId: string | undefined): Promise<string> => {
    const items = await services.items();
    const title = vscode.l10n.t('Creating "{0}"…', name);
    const id = await withProgress({ title, location: 'status' }, ({ signal }) =>
      items.create(bot, { name, type, parentId }, signal),
    );
    if (type === TAG) {
      services.memory.noteTag(bot.key, id);
      services.steps.markDone('botTags.didCreateTag');
    }
    return id;
  };
  return {
    interactive: async (context) => {
      const title = type === TAG ? vscode.l10n.t('New Tag') : vscode.l10n.t('New Folder');
      const catalogue = await services.catalogue();
      const bot = await botOfContext(catalogue, context, title);
      const [item] = itemsOf(catalogue, context.nodes);
      const folder = item?.type === FOLDER ? item : undefined;
      requireUnlocked(catalogue, bot, 'createItem', folder === undefined ? [] : [folder.id]);
      const containerName = folder === undefined ? nameOfBot(bot) : folder.name;
      const prompt = vscode.l10n.t('Name of the new item in "{0}"', containerName);
      const idsByName = lazy(async () =>
        idsByFoldedName(await (await services.tagIndex()).open(), bot),
      );
      const warn = async (typed: string): Promise<string | undefined> => {
        const ids = (await idsByName()).get(foldText(typed)) ?? [];
        const sameNameItems = ids.flatMap((id) => catalogue.item(bot.key, id) ?? []);
        return duplicateWarning(sameNameItems, folder, typed);
      };
      const name = await runStep(title, (position) => askText({ prompt, warn }, position));
      await agreeInProduction(catalogue, bot, {
        message: vscode.l10n.t('Create "{0}"?', name),
        yes: vscode.l10n.t('Create'),
      });
      const recordedWrites = services.recorder.collectIds(
        (write) => write.kind === 'create' && write.bot === bot.key && write.itemName === name,
      );
      try {
        const id = await create(bot, name, folder?.id);
        await services.tree.reveal(bot.key, id, { focus: context.isFromTree });
      } finally {
        recordedWrites.dispose();
      }
      await offerUndo(services, vscode.l10n.t('"{0}" created.', name), recordedWrites.ids);
    },
    withArguments: async ({ bot: reference, name, parentId, confirmed }) => {
      const catalogue = await services.catalogue();
      const bot = botByReference(catalogue, reference);
      requireAllowed(catalogue, bot, { endpoint: 'createItem', confirmed });
      return create(bot, name, parentId);
    },
  };
}

/** Returns IDs by folded name. Called once per dialog, not on every keystroke. */
function idsByFoldedName({ entries }: TagIndex, bot: Bot): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const entry of entries) {
    if (entry?.item.bot !== bot.key) continue;
    const ids = names.get(entry.name);
    if (ids === undefined) names.set(entry.name, [entry.item.id]);
    else ids.push(entry.item.id);
  }
  return names;
}

/** Warns if an item with this name is in the folder of the new item, or may be there because its folder is unknown. */
function duplicateWarning(
  sameNameItems: readonly CatalogueItem[],
  folder: CatalogueItem | undefined,
  name: string,
): string | undefined {
  const newParentId = folder?.id ?? null;
  const mayBeThere = ({ folderSource, parentId }: CatalogueItem): boolean =>
    folderSource === 'no' || parentId === newParentId;
  if (!sameNameItems.some(mayBeThere)) return undefined;
  return vscode.l10n.t(
    '"{0}" is already in the list. Press Enter to create another item with this name.',
    name,
  );
}

/** Reads a tag or folder from the service by its ID, and adds it to the catalogue. */
export function addExisting(
  services: Pick<CatalogueServices, 'catalogue' | 'items' | 'tree'>,
): Handler<'botTags.addExisting'> {
  const add = async (bot: Bot, id: string) => {
    const items = await services.items();
    const title = vscode.l10n.t('Reading {0}…', id);
    return withProgress({ title, location: 'status' }, ({ signal }) =>
      items.addExisting(bot, id, signal),
    );
  };
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Add Existing Item by ID');
      const bot = await botOfContext(await services.catalogue(), context, title);
      // An ID that the service refuses is shown with the error, and can be corrected in the same dialog.
      const accept = async (id: string): Promise<Refusal | undefined> => {
        try {
          await add(bot, id);
          return undefined;
        } catch (error) {
          return { message: describeError(error) };
        }
      };
      const prompt = vscode.l10n.t('ID of a tag or folder in "{0}"', bot.label);
      const addedId = await runStep(title, (position) =>
        askText({ prompt, placeholder: 'tag-…', accept }, position),
      );
      await services.tree.reveal(bot.key, addedId, { focus: context.isFromTree });
      sayDone(vscode.l10n.t('{0} added.', addedId));
    },
    withArguments: async ({ bot, id }) => {
      const item = await add(botByReference(await services.catalogue(), bot), id);
      return item.name;
    },
  };
}
