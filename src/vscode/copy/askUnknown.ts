import { l10n } from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { ItemActions } from '../../core/catalogue/itemActions.ts';
import type { CopyItem } from '../../core/copy/copyItems.ts';
import type { CopyState } from '../../core/copy/copyState.ts';
import type { Bot } from '../../core/model.ts';
import { describeError } from '../errors/describeError.ts';
import { askPick } from '../input/askPick.ts';
import { askText } from '../input/askText.ts';
import { BACK, runSteps, type Back, type Step, type StepPosition } from '../input/steps.ts';
import type { Answers } from './copyJobs.ts';

interface Needs {
  /** That it is copied to. */
  readonly bot: Bot;
  readonly items: Lazy<ItemActions>;
}

/** Asks for each item whether it was created; who leaves one for later is asked again. Throws `Cancelled`. */
export async function askUnknown(
  needs: Needs,
  { items, from }: CopyState,
  unknown: readonly number[],
): Promise<Answers> {
  const answers = new Map<number, string | null>();
  const steps = unknown.flatMap((index): Step[] => {
    const item = items[index];
    if (item === undefined) return [];
    const ask = async (position: StepPosition): Promise<void | Back> => {
      const answer = await askOne(needs, item, position);
      if (answer === BACK) return BACK;
      if (answer === undefined) answers.delete(index);
      else answers.set(index, answer);
    };
    return [{ isNeeded: true, ask }];
  });
  await runSteps(l10n.t('Copy tags from "{0}"', from.label), steps);
  return answers;
}

/** @returns its ID; `null`: it is to be created once more; `undefined`: later */
async function askOne(
  needs: Needs,
  item: CopyItem,
  position: StepPosition,
): Promise<string | null | undefined | Back> {
  const add = l10n.t('Add by ID…');
  const again = l10n.t('Create Anyway');
  const entries = [
    { label: add },
    { label: again, detail: l10n.t('If it is there already, there will be two.') },
    { label: l10n.t('Decide Later') },
  ];
  const placeholder = l10n.t('Was "{0}" created? The service did not say.', item.name);
  const picked = await askPick({ placeholder, items: entries }, position);
  if (picked === BACK) return BACK;
  if (picked.label === again) return null;
  return picked.label === add ? askId(needs, item, position) : undefined;
}

/** Puts the item on the list. */
async function askId(
  { bot, items }: Needs,
  { name, type }: CopyItem,
  position: StepPosition,
): Promise<string | Back> {
  const accept = async (id: string) => {
    const other = l10n.t('Something else has this ID. Enter the ID of "{0}".', name);
    try {
      const added = await (await items()).addExisting(bot, id, new AbortController().signal);
      return added.type === type && added.name === name ? undefined : { message: other };
    } catch (error) {
      return { message: describeError(error) };
    }
  };
  return askText({ prompt: l10n.t('ID of "{0}"', name), accept }, position);
}
