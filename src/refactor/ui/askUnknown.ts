import { l10n } from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { ItemActions } from '../../catalogue/itemActions.ts';
import type { CopyItem } from '../../runs/copyItems.ts';
import type { CopyState } from '../../runs/copyState.ts';
import { Cancelled } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { sentences } from '../../base/sentences.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { BACK, runSteps, type Back, type Step, type StepPosition } from '../../base/ui/steps.ts';
import { comma, itemCount } from '../../base/ui/counts.ts';
import { ask } from '../../base/ui/window.ts';
import type { Answers } from './copyJobs.ts';

interface Needs {
  /** Bot that the tags are created in. */
  readonly bot: Bot;
  readonly items: Lazy<ItemActions>;
}

/** Asks for each unknown item whether it was created. Items that the user skips stay unknown. Throws `Cancelled`. */
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

/** @returns the item's ID; `null` to create it again; `undefined` to decide later */
async function askOne(
  needs: Needs,
  item: CopyItem,
  position: StepPosition,
): Promise<string | null | undefined | Back> {
  const add = l10n.t('Enter an ID…');
  const again = l10n.t('Create Again');
  const entries = [
    { label: add },
    { label: again, detail: twiceText() },
    { label: l10n.t('Decide Later') },
  ];
  const placeholder = sentences([
    l10n.t('Was "{0}" created?', item.name),
    l10n.t('The service did not confirm the request.'),
  ]);
  const picked = await askPick({ placeholder, items: entries }, position);
  if (picked === BACK) return BACK;
  if (picked.label === again) return null;
  return picked.label === add ? askId(needs, item, position) : undefined;
}

/** Asks for the ID and puts the item in the list. */
async function askId(
  { bot, items }: Needs,
  { name, type }: CopyItem,
  position: StepPosition,
): Promise<string | Back> {
  const accept = async (id: string) => {
    const other = l10n.t('This ID belongs to another item. Enter the ID of "{0}".', name);
    try {
      const added = await (await items()).addExisting(bot, id, new AbortController().signal);
      return added.type === type && added.name === name ? undefined : { message: other };
    } catch (error) {
      return { message: describeError(error) };
    }
  };
  return askText({ prompt: l10n.t('ID of "{0}"', name), accept }, position);
}

/**
 * Asks once more before items are created that may exist: the questions follow each other, so a double click on one
 * could answer the next one, too. Throws `Cancelled`.
 */
export async function confirmAgain(
  bot: Bot,
  { items }: CopyState,
  answers: Answers,
): Promise<void> {
  const again = items.filter((_item, index) => answers.get(index) === null);
  if (again.length === 0) return;
  const message = l10n.t('Create {0} in "{1}"?', itemCount(again.length), bot.label);
  const detail = [again.map(({ name }) => name).join(comma()), twiceText()];
  const yes = l10n.t('Create');
  if ((await ask({ message, detail }, yes)) !== yes) throw new Cancelled();
}

function twiceText(): string {
  return l10n.t('If the item already exists, a duplicate will be created.');
}
