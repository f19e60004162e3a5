import * as vscode from 'vscode';
import { TAG, type Bot } from '../../base/model.ts';
import type { PlanTag } from '../../base/plan.ts';
import type { LiveItems } from '../../catalogue/liveItems.ts';
import type { IndexedItem, TagIndex } from '../../catalogue/tagIndex.ts';
import { pickFromSearch, type MatchEntry } from '../../catalogue/ui/pickFromSearch.ts';
import { pickManyFromSearch } from '../../catalogue/ui/pickManyFromSearch.ts';
import { searchTagsText } from '../../catalogue/ui/askTag.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';

/** Tag to list first, with the reason as a text for the user. */
export interface FirstTag extends PlanTag {
  readonly reason: string;
}

export interface TagsQuestion {
  readonly bot: Bot;
  readonly first: readonly FirstTag[];
  /** Tags to leave out of the list. */
  readonly without: readonly PlanTag[];
}

/**
 * Prompts for one or more tags of the bot.
 * @throws {Cancelled} if the user cancels
 */
export async function askTags(
  index: LiveItems<TagIndex>,
  { bot, first: firstTags, without }: TagsQuestion,
  position: StepPosition,
): Promise<readonly PlanTag[] | Back> {
  const { key } = bot;
  const leftOutIds = new Set(without.map(({ id }) => id));
  const first = firstTags.filter(({ id }) => !leftOutIds.has(id));
  const excludedIds = new Set([...leftOutIds, ...first.map(({ id }) => id)]);
  const answer = await pickManyFromSearch(
    {
      placeholder: searchTagsText,
      index,
      accepts: (item) => isTagOf(key, item) && !excludedIds.has(item.id),
      first: { entries: first.map((tag) => entryOf(key, tag)), picked: [] },
      none: vscode.l10n.t('Select at least one item.'),
    },
    position,
  );
  return answer === BACK ? BACK : answer.map(({ id, name }) => ({ id, name }));
}

/**
 * Prompts for one tag of the bot.
 * @throws {Cancelled} if the user cancels
 */
export async function askOneTag(
  index: LiveItems<TagIndex>,
  { bot: { key }, first }: TagsQuestion,
  position: StepPosition,
): Promise<readonly PlanTag[] | Back> {
  const answer = await pickFromSearch(
    {
      placeholder: searchTagsText,
      index,
      accepts: (item) => isTagOf(key, item),
      first: first.map(({ id, reason }) => ({ bot: key, id, note: reason })),
    },
    position,
  );
  if (answer === BACK) return BACK;
  return answer === undefined ? [] : [{ id: answer.id, name: answer.name }];
}

function isTagOf(key: string, { bot, type, state }: IndexedItem): boolean {
  return bot === key && type === TAG && state !== 'gone';
}

function entryOf(bot: string, { id, name, reason }: FirstTag): MatchEntry {
  return {
    label: name,
    description: id,
    detail: reason,
    iconPath: new vscode.ThemeIcon('tag'),
    alwaysShow: true,
    item: { bot, id, name, type: TAG, parentId: null, state: 'ok' },
  };
}
