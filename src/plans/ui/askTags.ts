import * as vscode from 'vscode';
import { type Bot, TAG } from '../../base/model.ts';
import type { PlanAction, PlanTag, Tagging } from '../../base/plan.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import {
  type Back,
  BACK,
  requireAnswer,
  step,
  type Step,
  type StepPosition,
} from '../../base/ui/steps.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { LiveItems } from '../../catalogue/liveItems.ts';
import type { IndexedItem, TagIndex } from '../../catalogue/tagIndex.ts';
import { type MatchEntry, pickFromSearch, TagFinder } from '../../catalogue/ui/pickFromSearch.ts';
import { pickManyFromSearch } from '../../catalogue/ui/pickManyFromSearch.ts';
import { customerOfRow, type CustomerSource } from '../../customers/ui/chosenRows.ts';
import type { Job, PlanDraft } from './planSource.ts';
import type { PlanServices } from './planServices.ts';

export interface Changes {
  readonly action: Exclude<PlanAction, 'delete'>;
  readonly tags: readonly PlanTag[];
}

type ChosenTags = Readonly<Record<Tagging, readonly PlanTag[]>>;

export function changesOf(job: Job, { attach, detach }: ChosenTags): Changes {
  if (job === 'attach') return { action: job, tags: attach };
  if (job === 'detach') return { action: job, tags: detach };
  const detached = job === 'match' ? attach : detach;
  return {
    action: 'attach and detach',
    tags: [
      ...attach.map((tag): PlanTag => ({ ...tag, action: 'attach' })),
      ...detached.map((tag): PlanTag => ({ ...tag, action: 'detach' })),
    ],
  };
}

export function stepsOfTags(
  draft: PlanDraft,
  { tagIndex, memory }: Pick<PlanServices, 'tagIndex' | 'memory'>,
  catalogue: Catalogue,
) {
  const tags: Record<Tagging, readonly PlanTag[]> = { attach: [], detach: [] };
  const ask = async (tagging: Tagging, position: StepPosition) => {
    const index = await tagIndex();
    const bot = requireAnswer(draft.bot);
    const firstTags =
      tagging === 'detach'
        ? tagsOfRows(draft.customers.source)
        : recentTag(catalogue, bot, memory.lastTag(bot.key));
    if (draft.job === 'match') return askOneTag(index, { bot, firstTags }, position);
    // The tags to attach were chosen in the step before.
    const isSecond = tagging === 'detach' && draft.job !== 'detach';
    const without = isSecond ? tags.attach : [];
    return askTags(index, { bot, firstTags, without }, position);
  };
  const stepOf = (tagging: Tagging): Step => ({
    ...step(
      true,
      (position) => ask(tagging, position),
      (answer) => (tags[tagging] = answer),
    ),
    isAsked: () => taggingsOf(draft.job).includes(tagging),
  });
  return {
    attach: stepOf('attach'),
    detach: stepOf('detach'),
    changes: () => changesOf(draft.job, tags),
  };
}

/** Returns the taggings for which the user chooses tags. A plan that matches a search uses one tag for both. */
function taggingsOf(job: Job): readonly Tagging[] {
  if (job === 'attach and detach') return ['attach', 'detach'];
  return [job === 'detach' ? 'detach' : 'attach'];
}

/** Tag to list first, with the reason as a text for the user. */
interface FirstTag extends PlanTag {
  readonly reason: string;
}

function tagsOfRows(source: CustomerSource | undefined): readonly FirstTag[] {
  if (source?.kind !== 'rows') return [];
  const found = new Map<string, { id: string; name: string; customers: number }>();
  for (const row of source.chosen.rows) {
    for (const { id, name } of customerOfRow(source.chosen, row)?.tags ?? []) {
      const tag = found.get(id) ?? { id, name, customers: 0 };
      tag.customers++;
      found.set(id, tag);
    }
  }
  return [...found.values()]
    .toSorted((a, b) => b.customers - a.customers)
    .map(({ id, name, customers }) => {
      return {
        id,
        name,
        reason: vscode.l10n.t('Attached to {0} of these customers', numberText(customers)),
      };
    });
}

/** @param id ID of the tag that was created or used last */
function recentTag(catalogue: Catalogue, { key }: Bot, id = ''): readonly FirstTag[] {
  const item = catalogue.item(key, id);
  if (item?.type !== TAG || item.state === 'gone') return [];
  return [{ id, name: item.name, reason: vscode.l10n.t('recent') }];
}

interface TagsQuestion {
  readonly bot: Bot;
  readonly firstTags: readonly FirstTag[];
  /** Tags that are already chosen. */
  readonly without: readonly PlanTag[];
}

async function askTags(
  index: LiveItems<TagIndex>,
  { bot, firstTags, without }: TagsQuestion,
  position: StepPosition,
): Promise<readonly PlanTag[] | Back> {
  const { key } = bot;
  const leftOutIds = new Set(without.map(({ id }) => id));
  const listedFirst = firstTags.filter(({ id }) => !leftOutIds.has(id));
  const excludedIds = new Set([...leftOutIds, ...listedFirst.map(({ id }) => id)]);
  const finder = new TagFinder(index, (item) => isTagOf(key, item) && !excludedIds.has(item.id));
  const question = {
    onlyTags: true,
    first: { entries: listedFirst.map((tag) => entryOf(key, tag)), picked: [] },
    noneMessage: vscode.l10n.t('Select at least one item.'),
  };
  const answer = await pickManyFromSearch(finder, question, position);
  return answer === BACK ? BACK : answer.map(({ id, name }) => ({ id, name }));
}

async function askOneTag(
  index: LiveItems<TagIndex>,
  { bot: { key }, firstTags }: Omit<TagsQuestion, 'without'>,
  position: StepPosition,
): Promise<readonly PlanTag[] | Back> {
  const finder = new TagFinder(index, (item) => isTagOf(key, item));
  const first = firstTags.map(({ id, reason }) => ({ bot: key, id, note: reason }));
  const answer = await pickFromSearch(finder, { onlyTags: true, first }, position);
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
