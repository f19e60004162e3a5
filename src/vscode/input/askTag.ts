import * as vscode from 'vscode';
import type { LiveItems } from '../../core/liveItems.ts';
import { FOLDER, type Bot, type UserTagList } from '../../core/model.ts';
import type { IndexedItem, TagIndex } from '../../core/tagIndex.ts';
import { tagCount } from '../counts.ts';
import { timeText } from '../timeText.ts';
import { askFound } from './askFound.ts';
import { askPick } from './askPick.ts';
import { askText } from './askText.ts';
import { BACK, type Back, type StepPosition } from './steps.ts';

/** A tag to attach or detach, with its name where it is known. */
export interface TagChoice {
  readonly id: string;
  readonly name: string;
}

interface TagEntry extends vscode.QuickPickItem {
  /** Absent: "Enter an ID…". */
  readonly tag?: TagChoice;
}

/** Asks for one of the bot's tags in the catalogue, by name, ID or folder; or for an ID. */
export function askTag(
  index: LiveItems<TagIndex>,
  bot: Bot,
  position: StepPosition,
): Promise<TagChoice | Back> {
  const question = {
    placeholder: searchText,
    index,
    accepts: (item: IndexedItem) => item.bot === bot.key && item.type !== FOLDER,
    other: enterId(),
  };
  return askOrEnter(() => askFound(question, position), position);
}

function searchText(count: number): string {
  return count === 0
    ? vscode.l10n.t('No tags are known yet')
    : vscode.l10n.t('Search {0} by name, ID or folder', tagCount(count));
}

/** Asks for one of the tags that the service says are on the user; or for an ID. */
export function askUserTag(
  lists: Promise<readonly UserTagList[]>,
  position: StepPosition,
): Promise<TagChoice | Back> {
  const items = lists.then((all): TagEntry[] => {
    const tags = tagsOf(all).map(userTagEntry);
    const none = { ...enterId(), detail: noTagsText() };
    return tags.length === 0 ? [none] : [...tags, enterId()];
  });
  return askOrEnter(async () => {
    const placeholder = vscode.l10n.t("Pick one of the user's tags");
    const picked = await askPick({ placeholder, items }, position);
    return picked === BACK ? BACK : picked.tag;
  }, position);
}

export function noTagsText(): string {
  return vscode.l10n.t('The user has no tags.');
}

export function tagsOf(lists: readonly UserTagList[]) {
  return lists.flatMap((list) => list.tags);
}

export function userTagEntry(tag: ReturnType<typeof tagsOf>[number]) {
  return {
    label: tag.name,
    description: tag.id,
    detail:
      tag.timestamp === undefined
        ? vscode.l10n.t('Attached at an unknown time')
        : vscode.l10n.t('Attached {0}', timeText(tag.timestamp)),
    iconPath: new vscode.ThemeIcon('tag'),
    tag: { id: tag.id, name: tag.name },
  };
}

function enterId(): vscode.QuickPickItem {
  return {
    label: vscode.l10n.t('Enter an ID…'),
    iconPath: new vscode.ThemeIcon('edit'),
    alwaysShow: true,
  };
}

/** @param ask gives `undefined` when an ID is to be entered instead */
async function askOrEnter(
  ask: () => Promise<TagChoice | undefined | Back>,
  position: StepPosition,
): Promise<TagChoice | Back> {
  let typed = '';
  for (;;) {
    const picked = await ask();
    if (picked !== undefined) return picked;
    const prompt = vscode.l10n.t('ID of the tag');
    const question = { prompt, placeholder: 'tag-…', value: typed };
    const onText = (text: string): void => void (typed = text);
    const id = await askText({ ...question, onText }, { ...position, canGoBack: true });
    if (id !== BACK) return { id, name: id };
  }
}
