import * as vscode from 'vscode';
import type { TaggingMemory } from '../../service/userMemory.ts';
import { FOLDER, type Bot, type UserTag, type UserTagList } from '../../base/model.ts';
import type { LiveItems } from '../liveItems.ts';
import type { TagIndex } from '../tagIndex.ts';
import { dateTimeText, tagCountText } from '../../base/ui/localeTexts.ts';
import { pickFromSearch, TagFinder } from './pickFromSearch.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { enterIdEntry } from './itemEntries.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';

/** Tag to attach or detach. The name is the ID if the name is unknown. */
export interface TagChoice {
  readonly id: string;
  readonly name: string;
}

/** Tag ID that was last used or typed for a bot, to be offered again. */
type TagHints = Pick<TaggingMemory, 'lastTag' | 'typedTag' | 'noteTypedTag'>;

interface TagEntry extends vscode.QuickPickItem {
  /** Absent for the entry "Enter an ID…". */
  readonly tag?: TagChoice;
  readonly isActive?: boolean;
}

/** Asks for one of the bot's tags in the catalogue, or for any ID. The most recently used tag is listed first. */
export function askTag(
  index: LiveItems<TagIndex>,
  { key }: Bot,
  hints: TagHints,
  position: StepPosition,
): Promise<TagChoice | Back> {
  const lastTagId = hints.lastTag(key);
  const finder = new TagFinder(index, (item) => item.bot === key && item.type !== FOLDER);
  const question = {
    onlyTags: true,
    first:
      lastTagId === undefined ? [] : [{ bot: key, id: lastTagId, note: vscode.l10n.t('recent') }],
    otherEntries: [enterIdEntry()],
  };
  return askOrEnter(() => pickFromSearch(finder, question, position), { hints, key }, position);
}

/** Asks for one of the tags that the customer has in the service, or for any ID. */
export function askUserTag(
  lists: Promise<readonly UserTagList[]>,
  { key }: Bot,
  hints: TagHints,
  position: StepPosition,
): Promise<TagChoice | Back> {
  const ask = async (): Promise<TagChoice | undefined | Back> => {
    const lastTagId = hints.lastTag(key);
    const items = lists.then((loadedLists): readonly TagEntry[] => {
      const tags = tagsOf(loadedLists).map((tag) => {
        return { ...userTagEntry(tag), isActive: tag.id === lastTagId };
      });
      const emptyEntry = { ...enterIdEntry(), detail: noTagsText() };
      return tags.length === 0 ? [emptyEntry] : [...tags, enterIdEntry()];
    });
    const placeholder = vscode.l10n.t('Select a tag of the customer');
    const loadedPlaceholder = lists.then((loadedLists) =>
      vscode.l10n.t('{0} · {1}', placeholder, tagCountText(tagsOf(loadedLists).length)),
    );
    const picked = await askPick({ placeholder, items, loadedPlaceholder }, position);
    return picked === BACK ? BACK : picked.tag;
  };
  return askOrEnter(ask, { hints, key }, position);
}

export function noTagsText(): string {
  return vscode.l10n.t('The customer has no tags.');
}

export function tagsOf(lists: readonly UserTagList[]) {
  return lists.flatMap((list) => list.tags);
}

export function userTagEntry(tag: UserTag) {
  return {
    label: tag.name,
    description: tag.id,
    detail: attachedText(tag),
    iconPath: new vscode.ThemeIcon('tag'),
    tag: { id: tag.id, name: tag.name },
  };
}

export function attachedText({ timestamp }: UserTag): string {
  const time = timestamp === undefined ? vscode.l10n.t('Unknown') : dateTimeText(timestamp);
  return vscode.l10n.t('Attached: {0}', time);
}

/** @param ask returns `undefined` if the user wants to enter an ID. Going back from the ID asks again. */
async function askOrEnter(
  ask: () => Promise<TagChoice | undefined | Back>,
  { hints, key }: { readonly hints: TagHints; readonly key: string },
  position: StepPosition,
): Promise<TagChoice | Back> {
  for (;;) {
    const picked = await ask();
    if (picked !== undefined) return picked;
    const prompt = vscode.l10n.t('ID of the tag');
    const question = { prompt, placeholder: 'tag-…', value: hints.typedTag(key) };
    const onText = (text: string): void => hints.noteTypedTag(key, text);
    const id = await askText({ ...question, onText }, { ...position, canGoBack: true });
    if (id !== BACK) return { id, name: id };
  }
}
