import * as vscode from 'vscode';
import { type Bot, TAG, type UserTag, type UserTagList } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { BACK, type Back, runSteps, type StepPosition } from '../../base/ui/steps.ts';
import { copyLines, sayDone } from '../../base/ui/window.ts';
import type { LiveItems } from '../../catalogue/liveItems.ts';
import type { TagIndex } from '../../catalogue/tagIndex.ts';
import { type MatchEntry, TagFinder } from '../../catalogue/ui/pickFromSearch.ts';
import { pickManyFromSearch } from '../../catalogue/ui/pickManyFromSearch.ts';
import {
  attachedText,
  noTagsText,
  type TagChoice,
  tagsOf,
  userTagEntry,
} from '../../catalogue/ui/askTag.ts';
import { titleAt } from '../../catalogue/ui/botLooks.ts';
import { botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { itemEntry } from '../../catalogue/ui/itemEntries.ts';
import { type AskedUser, type AskTaggingNeeds, prepareUserSteps } from './askTagging.ts';
import { type ChangeNeeds, changeUserTags, type TickedTags } from './changeUserTags.ts';

type Needs = AskTaggingNeeds & ChangeNeeds;

/** Runs "Tags of Customer…", which shows the tags of a customer and changes them. */
export function listUserTags(services: Needs): Handler<'botTags.listUserTags'> {
  return {
    interactive: async (context) => {
      const userSteps = await prepareUserSteps(services, context);
      await runSteps(vscode.l10n.t('Tags of Customer'), [
        ...userSteps.steps,
        { isNeeded: true, ask: (position) => showAndChangeTags(services, userSteps, position) },
      ]);
    },
    withArguments: async ({ bot, user }) => {
      const knownBot = botByReference(await services.catalogue(), bot);
      return services.tags.list(knownBot, user, new AbortController().signal);
    },
  };
}

async function showAndChangeTags(
  services: Needs,
  userSteps: AskedUser,
  position: StepPosition,
): Promise<void | Back> {
  const customer = {
    bot: userSteps.bot(),
    user: userSteps.user(),
    customerLabel: userSteps.customerLabel(),
  };
  const { bot, user, customerLabel } = customer;
  services.memory.noteUser(bot.key, user);
  const titledPosition = {
    ...position,
    title: titleAt(bot, vscode.l10n.t('Tags of {0}', customerLabel)),
  };
  const [catalogue, index] = [await services.catalogue(), await services.tagIndex()];
  const lists = services.tags.list(bot, user, new AbortController().signal);
  if (catalogue.isReadOnly(bot.key)) return showTagsReadOnly(bot, lists, titledPosition);
  // Canceling a confirmation leads back to the list with the same ticks.
  let ticks: TickedTags | Promise<TickedTags> | undefined = lists.then((loadedLists) => {
    const tags = tagsOf(loadedLists);
    return { tags, ticked: tags };
  });
  while (ticks !== undefined) {
    const picked: TickedTags | Back = await askUserTags(index, bot, ticks, titledPosition);
    if (picked === BACK) return BACK;
    ticks = await changeUserTags(services, customer, picked);
  }
}

/** Lists the tags that the customer has, and other ticked tags, before the bot's other tags. */
export async function askUserTags(
  index: LiveItems<TagIndex>,
  { key }: Bot,
  initialTicks: TickedTags | Promise<TickedTags>,
  position: StepPosition,
): Promise<TickedTags | Back> {
  const firstEntries = new Map<string, MatchEntry>();
  let tags: readonly UserTag[] = [];
  const loadFirstEntries = async () => {
    const loaded = await initialTicks;
    ({ tags } = loaded);
    const openedIndex = await index.open();
    const entryOf = (tag: UserTag, attachedNote: readonly string[]): MatchEntry => {
      const indexEntry = openedIndex.find(key, tag.id);
      const path = indexEntry === undefined ? [] : openedIndex.foldersAbove(indexEntry);
      const item = {
        bot: key,
        id: tag.id,
        name: tag.name,
        type: TAG,
        parentId: null,
        state: 'ok',
      } as const;
      const detail = [...(path.length === 0 ? [] : [path.join(' / ')]), ...attachedNote].join(
        ' · ',
      );
      return { ...itemEntry(item, []), detail, alwaysShow: true, item };
    };
    for (const tag of tags) firstEntries.set(tag.id, entryOf(tag, [attachedText(tag)]));
    for (const tag of loaded.ticked)
      if (!firstEntries.has(tag.id)) firstEntries.set(tag.id, entryOf(tag, []));
    const pickedEntries = loaded.ticked.flatMap(({ id }) => firstEntries.get(id) ?? []);
    return { entries: [...firstEntries.values()], areCounted: true, picked: pickedEntries };
  };
  const finder = new TagFinder(
    index,
    ({ bot, type, state, id }) =>
      bot === key && type === TAG && state !== 'gone' && !firstEntries.has(id),
  );
  const question = { onlyTags: true, loading: loadingText(), first: loadFirstEntries() };
  const answer = await pickManyFromSearch(finder, question, position);
  return answer === BACK ? BACK : { tags, ticked: answer.map(({ id, name }) => ({ id, name })) };
}

interface TagEntry extends vscode.QuickPickItem {
  readonly tag?: TagChoice;
}

async function showTagsReadOnly(
  { label }: Bot,
  lists: Promise<readonly UserTagList[]>,
  position: StepPosition,
): Promise<void | Back> {
  const { l10n } = vscode;
  const items = lists.then((loadedLists): readonly TagEntry[] => {
    const tags = tagsOf(loadedLists);
    return tags.length === 0 ? [{ label: noTagsText() }] : tags.map(userTagEntry);
  });
  const loadedPlaceholder = l10n.t(
    '"{0}" is read-only, so tags cannot be changed. Press Enter to copy the ID of the selected tag',
    label,
  );
  const picked = await askPick({ placeholder: loadingText(), items, loadedPlaceholder }, position);
  if (picked === BACK) return BACK;
  if (picked.tag === undefined) return;
  await copyLines([picked.tag.id]);
  sayDone(l10n.t('{0} copied.', picked.tag.id));
}

function loadingText(): string {
  return vscode.l10n.t('Checking with the service…');
}
