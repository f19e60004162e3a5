import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { TAG, type Bot } from '../../base/model.ts';
import type { PlanAction, PlanTag, Tagging } from '../../base/plan.ts';
import { step, type Back, type Step, type StepPosition } from '../../base/ui/steps.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { customerOfRow } from '../../customers/ui/chosenRows.ts';
import type { CustomerSource } from '../../customers/ui/customerSource.ts';
import type { FirstTag } from './askTags.ts';

export const JOBS = ['attach', 'detach', 'attach and detach', 'match'] as const;
/** Purpose of a plan. `match` attaches a tag to the customers that match a search, and detaches it from all others. */
export type Job = (typeof JOBS)[number];

export interface Changes {
  readonly action: Exclude<PlanAction, 'delete'>;
  readonly tags: readonly PlanTag[];
}

type ChosenTags = Readonly<Record<Tagging, readonly PlanTag[]>>;

/** Returns the action of a plan, and its tags with the action of each. */
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

interface Questions {
  readonly job: () => Job;
  /** @param without tags that are already chosen */
  readonly ask: (
    tagging: Tagging,
    without: readonly PlanTag[],
    position: StepPosition,
  ) => Promise<readonly PlanTag[] | Back>;
}

/** Returns the steps that prompt for the tags to attach, the tags to detach, or both. */
export function stepsOfTags({ job, ask }: Questions) {
  const tags: Record<Tagging, readonly PlanTag[]> = { attach: [], detach: [] };
  const stepOf = (tagging: Tagging): Step => ({
    ...step(
      true,
      (position) => {
        const isSecond = tagging === 'detach' && job() !== 'detach';
        return ask(tagging, isSecond ? tags.attach : [], position);
      },
      (answer) => (tags[tagging] = answer),
    ),
    isAsked: () => taggingsOf(job()).includes(tagging),
  });
  return {
    attach: stepOf('attach'),
    detach: stepOf('detach'),
    changes: () => changesOf(job(), tags),
  };
}

function taggingsOf(job: Job): readonly Tagging[] {
  if (job === 'attach and detach') return ['attach', 'detach'];
  return [job === 'detach' ? 'detach' : 'attach'];
}

/** Returns the tags of the rows, the most frequent tags first. */
export function tagsOn(source: CustomerSource | undefined): readonly FirstTag[] {
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

/** Returns the tag that was created or used last. Empty if there is none. */
export function recentTag(catalogue: Catalogue, { key }: Bot, id = ''): readonly FirstTag[] {
  const item = catalogue.item(key, id);
  if (item?.type !== TAG || item.state === 'gone') return [];
  return [{ id, name: item.name, reason: vscode.l10n.t('recent') }];
}
