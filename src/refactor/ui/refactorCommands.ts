import * as vscode from 'vscode';
import { Cancelled, UserError } from '../../base/errors.ts';
import { type Bot, type CatalogueItem, TAG } from '../../base/model.ts';
import { BACK, type Back, runSteps, step, type StepPosition } from '../../base/ui/steps.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { LiveItems } from '../../catalogue/liveItems.ts';
import type { IndexedItem, TagIndex } from '../../catalogue/tagIndex.ts';
import { askBot, onlyBot } from '../../catalogue/ui/askBot.ts';
import { pickFromSearch, TagFinder } from '../../catalogue/ui/pickFromSearch.ts';
import { pickManyFromSearch } from '../../catalogue/ui/pickManyFromSearch.ts';
import { botByReference, type CommandContext } from '../../catalogue/ui/handler.ts';
import { notListedText } from '../../catalogue/ui/itemEntries.ts';
import { itemsOf } from '../../catalogue/ui/askItems.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import {
  MAX_OLD_TAGS,
  type RefactorKind,
  type RefactorState,
  type RefactorTarget,
} from '../../runs/refactorState.ts';
import type { RefactorServices } from './refactorServices.ts';

export type CommandNeeds = ListNeeds & Pick<RefactorServices, 'refactors' | 'refactorDialogs'>;

/** @throws {UserError} if there are too many old tags */
export function newState(
  kind: RefactorKind,
  [first, ...others]: readonly [CatalogueItem, ...CatalogueItem[]],
  target: RefactorTarget,
): RefactorState {
  if (others.length >= MAX_OLD_TAGS) {
    throw new UserError(
      vscode.l10n.t(
        'No more than {0} tags can be merged at the same time. Nothing was changed. Select fewer tags.',
        MAX_OLD_TAGS,
      ),
    );
  }
  const oldTag = ({ id, name }: CatalogueItem) => ({ id, name });
  const old = [oldTag(first), ...others.map(oldTag)] as const;
  return { kind, old, target, phase: 'scanning', start: 0, hasDeleted: false };
}

/** @throws {UserError} if the catalogue has no such bot or tag, or the item cannot be refactored */
export async function tagById(
  services: ListNeeds,
  reference: string,
  id: string,
): Promise<{ readonly bot: Bot; readonly tag: CatalogueItem }> {
  const catalogue = await services.catalogue();
  const bot = botByReference(catalogue, reference);
  const tag = catalogue.item(bot.key, id);
  if (tag === undefined) {
    throw new UserError(notListedText(id));
  }
  requireTag(tag);
  return { bot, tag };
}

type ListNeeds = Pick<CatalogueServices, 'catalogue' | 'tagIndex'>;

interface SelectedTags {
  readonly bot: Bot;
  readonly tags: readonly [CatalogueItem, ...CatalogueItem[]];
}

interface TagQuestion {
  readonly title: string;
  readonly allowsSeveral: boolean;
}

/**
 * Returns the tags of the clicked nodes, or else the tags that the user picks.
 * @throws {UserError} if an item is not an existing tag, or the tags belong to several bots
 */
export async function tagsOfContext(
  services: ListNeeds,
  context: CommandContext,
  question: TagQuestion,
): Promise<SelectedTags> {
  const catalogue = await services.catalogue();
  if (context.nodes.length === 0) return askTags(services, question);
  const items = itemsOf(catalogue, context.nodes);
  return tagsOfOneBot(catalogue, question.allowsSeveral ? items : items.slice(0, 1));
}

/** @throws {UserError} if the items are not existing tags of the same bot, or there is no item */
function tagsOfOneBot(catalogue: Catalogue, items: readonly CatalogueItem[]): SelectedTags {
  const [first, ...others] = items;
  if (first === undefined) {
    throw new UserError(onlyTagsText());
  }
  for (const item of items) requireTag(item);
  if (others.some(({ bot }) => bot !== first.bot)) {
    throw severalBots();
  }
  return { bot: botByReference(catalogue, first.bot), tags: [first, ...others] };
}

export function onlyTagsText(): string {
  return vscode.l10n.t('This command works only on tags. Select a tag.');
}

export function severalBots(): UserError {
  return new UserError(vscode.l10n.t('Select tags and folders of one bot only.'));
}

/** @throws {UserError} for a folder, which the service cannot rename, and for a tag that could not be read last time */
function requireTag({ type, state, name }: CatalogueItem): void {
  const { l10n } = vscode;
  if (type !== TAG) {
    throw new UserError(onlyTagsText());
  }
  if (state === 'ok') return;
  throw new UserError(
    l10n.t(
      'The last attempt to read "{0}" from the service failed. Use "Refresh" on the tag first.',
      name,
    ),
  );
}

export function askOneTag(
  index: LiveItems<TagIndex>,
  { key }: Bot,
  { placeholder, isLeftOut }: { placeholder?: string; isLeftOut?: (id: string) => boolean },
  position: StepPosition,
): Promise<IndexedItem | undefined | Back> {
  const finder = new TagFinder(
    index,
    (item) => isUsable(item, key) && isLeftOut?.(item.id) !== true,
  );
  return pickFromSearch(finder, { placeholder, onlyTags: true }, position);
}

async function askTags(
  services: ListNeeds,
  { title, allowsSeveral }: TagQuestion,
): Promise<SelectedTags> {
  const catalogue = await services.catalogue();
  const index = await services.tagIndex();
  const onlyListedBot = onlyBot(catalogue);
  let bot = onlyListedBot;
  let picked: readonly IndexedItem[] = [];
  const ask = async (position: StepPosition): Promise<readonly IndexedItem[] | Back> => {
    if (bot === undefined) return BACK;
    if (allowsSeveral) return askMany(index, bot, position);
    const tag = await askOneTag(index, bot, {}, position);
    return tag === BACK ? BACK : tag === undefined ? [] : [tag];
  };
  await runSteps(title, [
    step(
      onlyListedBot === undefined,
      (position) => askBot(catalogue, position),
      (answer) => (bot = answer),
    ),
    step(true, ask, (answer) => (picked = answer)),
  ]);
  // A tag may have been removed in another window while the user was choosing.
  const tags = picked.flatMap((item) => catalogue.item(item.bot, item.id) ?? []);
  if (tags.length === 0) throw new Cancelled();
  return tagsOfOneBot(catalogue, tags);
}

function askMany(
  index: LiveItems<TagIndex>,
  { key }: Bot,
  position: StepPosition,
): Promise<readonly IndexedItem[] | Back> {
  const finder = new TagFinder(index, (item) => isUsable(item, key));
  const noneMessage = vscode.l10n.t('Select at least one item.');
  return pickManyFromSearch(finder, { onlyTags: true, noneMessage }, position);
}

function isUsable({ bot, type, state }: IndexedItem, botKey: string): boolean {
  return bot === botKey && type === TAG && state === 'ok';
}
