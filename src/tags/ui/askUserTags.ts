import * as vscode from 'vscode';
import { TAG, type Bot, type UserTag, type UserTagList } from '../../base/model.ts';
import type { LiveItems } from '../../catalogue/liveItems.ts';
import type { TagIndex } from '../../catalogue/tagIndex.ts';
import { askFoundMany } from '../../catalogue/ui/askFoundMany.ts';
import { askPick } from '../../base/ui/askPick.ts';
import {
  attachedText,
  noTagsText,
  searchTagsText,
  tagsOf,
  userTagEntry,
  type TagChoice,
} from '../../catalogue/ui/askTag.ts';
import { itemEntry } from '../../catalogue/ui/itemEntry.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';
import type { FoundEntry } from '../../catalogue/ui/tagFinder.ts';
import { copyLines, sayDone } from '../../base/ui/window.ts';
import type { TickedTags } from './changeUserTags.ts';

/**
 * Asks which of the bot's tags the customer is to have: those of the customer, and those that are ticked already, come
 * first. Throws `Cancelled`.
 */
export async function askUserTags(
  index: LiveItems<TagIndex>,
  { key }: Bot,
  start: TickedTags | Promise<TickedTags>,
  position: StepPosition,
): Promise<TickedTags | Back> {
  const first = new Map<string, FoundEntry>();
  let tags: readonly UserTag[] = [];
  const begin = async () => {
    const begun = await start;
    ({ tags } = begun);
    const all = await index.open();
    const entryOf = (tag: UserTag, when: readonly string[]): FoundEntry => {
      const folder = all.find(key, tag.id)?.folder;
      const path = folder === undefined ? [] : all.pathOf(folder).names;
      const item = {
        bot: key,
        id: tag.id,
        name: tag.name,
        type: TAG,
        parentId: null,
        state: 'ok',
      } as const;
      const detail = [...(path.length === 0 ? [] : [path.join(' / ')]), ...when].join(' · ');
      return { ...itemEntry(item, []), detail, alwaysShow: true, item };
    };
    for (const tag of tags) first.set(tag.id, entryOf(tag, [attachedText(tag)]));
    for (const tag of begun.ticked) if (!first.has(tag.id)) first.set(tag.id, entryOf(tag, []));
    const picked = begun.ticked.flatMap(({ id }) => first.get(id) ?? []);
    return { entries: [...first.values()], picked };
  };
  const answer = await askFoundMany(
    {
      placeholder: (others) => searchTagsText(others + first.size),
      loading: loadingText(),
      index,
      accepts: ({ bot, type, state, id }) =>
        bot === key && type === TAG && state !== 'gone' && !first.has(id),
      first: begin(),
    },
    position,
  );
  return answer === BACK ? BACK : { tags, ticked: answer.map(({ id, name }) => ({ id, name })) };
}

interface TagEntry extends vscode.QuickPickItem {
  readonly tag?: TagChoice;
}

/** Shows the tags of a customer of a read-only bot. Enter copies the ID of one. Throws `Cancelled`. */
export async function showUserTags(
  { label }: Bot,
  lists: Promise<readonly UserTagList[]>,
  position: StepPosition,
): Promise<void | Back> {
  const { l10n } = vscode;
  const items = lists.then((all): readonly TagEntry[] => {
    const tags = tagsOf(all);
    return tags.length === 0 ? [{ label: noTagsText() }] : tags.map(userTagEntry);
  });
  const counted = (): string =>
    l10n.t(
      '"{0}" is read-only, so tags cannot be changed. Press Enter to copy the ID of the selected tag',
      label,
    );
  const picked = await askPick({ placeholder: loadingText(), items, counted }, position);
  if (picked === BACK) return BACK;
  if (picked.tag === undefined) return;
  await copyLines([picked.tag.id]);
  sayDone(l10n.t('{0} copied.', picked.tag.id));
}

function loadingText(): string {
  return vscode.l10n.t('Checking with the service…');
}
