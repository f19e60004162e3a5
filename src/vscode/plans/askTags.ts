import * as vscode from 'vscode';
import { TAG, type Bot } from '../../core/model.ts';
import type { PlanTag } from '../../core/plans/plan.ts';
import type { LiveItems } from '../../core/search/liveItems.ts';
import type { TagIndex } from '../../core/search/tagIndex.ts';
import { askFoundMany } from '../input/askFoundMany.ts';
import { searchTagsText } from '../input/askTag.ts';
import { BACK, type Back, type StepPosition } from '../input/steps.ts';
import type { FoundEntry } from '../input/tagFinder.ts';

/** A tag to list first, with the reason in words. */
export interface FirstTag extends PlanTag {
  readonly why: string;
}

export interface TagsQuestion {
  readonly bot: Bot;
  readonly first: readonly FirstTag[];
}

/** Asks for at least one of the bot's tags. Throws `Cancelled`. */
export async function askTags(
  index: LiveItems<TagIndex>,
  { bot, first }: TagsQuestion,
  position: StepPosition,
): Promise<readonly PlanTag[] | Back> {
  const { key } = bot;
  const isFirst = new Set(first.map(({ id }) => id));
  const answer = await askFoundMany(
    {
      placeholder: searchTagsText,
      index,
      accepts: ({ bot: owner, type, state, id }) =>
        owner === key && type === TAG && state !== 'gone' && !isFirst.has(id),
      first: { entries: first.map((tag) => entryOf(key, tag)), picked: [] },
      none: vscode.l10n.t('Pick at least one.'),
    },
    position,
  );
  return answer === BACK ? BACK : answer.map(({ id, name }) => ({ id, name }));
}

function entryOf(bot: string, { id, name, why }: FirstTag): FoundEntry {
  return {
    label: name,
    description: id,
    detail: why,
    iconPath: new vscode.ThemeIcon('tag'),
    alwaysShow: true,
    item: { bot, id, name, type: TAG, parentId: null, state: 'ok' },
  };
}
