import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { NoticeError } from '../../base/errors.ts';
import type { EarlierTaggings } from '../earlierTaggings.ts';
import type { PlanTotals } from '../../base/plan.ts';
import { askToTypeFolderNames, askToTypeText } from '../../catalogue/ui/typeToAgree.ts';
import { botLines, highestCustomerCount, mustTypeCount } from '../../catalogue/ui/writeGuard.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import { dateTimeText, numberText, quoted, requestCountText } from '../../base/ui/localeTexts.ts';
import { confirm } from '../../base/ui/window.ts';
import type { CheckedPlan } from './checkPlan.ts';
import type { PreviousRun } from './planRuns.ts';
import {
  checkFirstText,
  deletingText,
  skippedTexts,
  tagLines,
  totalsText,
  planActionText,
} from './planWords.ts';

const TRIAL_USERS = 10;

/** @throws {NoticeError} if every line is skipped */
export function requireChanges({ users }: PlanTotals): void {
  if (users > 0) return;
  throw new NoticeError(
    vscode.l10n.t('This plan makes no changes, so nothing was sent. Create a new plan.'),
  );
}

interface RunCircumstances {
  /** Latest run of the same plan text that was not undone. */
  readonly previousRun: PreviousRun | undefined;
  /** Writes since the plan was made. Because of them, the run reads each user's tags before it sends changes. */
  readonly earlierWrites: EarlierTaggings | undefined;
  readonly isUnsaved: boolean;
}

/** Prompts for confirmation. Returns the number of users to run, or `undefined` for all users. */
export async function agreeToRun(
  catalogue: Catalogue,
  checkedPlan: CheckedPlan,
  circumstances: RunCircumstances,
): Promise<number | undefined> {
  const { l10n } = vscode;
  const { users } = checkedPlan.totals;
  const [runAll, runFirst] = [l10n.t('Run'), l10n.t('Run First {0}…', TRIAL_USERS)];
  const message = totalsText(checkedPlan.plan, checkedPlan.totals);
  const buttons = users > TRIAL_USERS ? [runAll, runFirst] : [runAll];
  const choice = await confirm(
    { message, detail: detailOf(checkedPlan, circumstances) },
    ...buttons,
  );
  const limit = choice === runFirst ? TRIAL_USERS : undefined;
  await confirmByTyping(catalogue, checkedPlan, limit ?? users);
  return limit;
}

function detailOf(
  checkedPlan: CheckedPlan,
  { previousRun, earlierWrites, isUnsaved }: RunCircumstances,
): readonly string[] {
  const { plan } = checkedPlan;
  return [
    ...changeTexts(checkedPlan),
    vscode.l10n.t('Plan created: {0}', dateTimeText(plan.made)),
    ...(previousRun?.isUnfinished === true ? [resumedText(previousRun)] : []),
    ...(earlierWrites === undefined ? [] : [earlierText(earlierWrites)]),
    ...(plan.checkFirst ? [checkFirstText()] : []),
    ...(plan.action === 'delete' ? deletingTexts() : []),
    ...(isUnsaved ? [unsavedText()] : []),
  ];
}

/** Returns texts about the bot, the tags or items, and the lines that are skipped. */
export function changeTexts({ bot, plan, totals, misnamed }: CheckedPlan): readonly string[] {
  return [
    ...botLines(bot),
    ...misnamedTexts(misnamed),
    ...tagLines(plan, totals),
    ...skippedTexts(totals),
  ];
}

const MAX_LISTED = 5;

function misnamedTexts(misnamed: CheckedPlan['misnamed']): readonly string[] {
  const { l10n } = vscode;
  const texts = misnamed
    .slice(0, MAX_LISTED)
    .map((item) =>
      l10n.t(
        'The current name of {0} is "{1}", but the name in the plan is "{2}".',
        item.id,
        item.name,
        item.plannedName,
      ),
    );
  const omittedCount = misnamed.length - texts.length;
  return omittedCount > 0 ? [...texts, l10n.t('{0} more', numberText(omittedCount))] : texts;
}

function deletingTexts(): readonly string[] {
  const { l10n } = vscode;
  return [deletingText(), l10n.t('This cannot be undone.')];
}

function resumedText({ completedCount }: PreviousRun): string {
  return vscode.l10n.t(
    'An earlier run of this plan was paused after {0}. The new run will continue from there.',
    requestCountText(completedCount),
  );
}

function earlierText({ fileRunTime, latestTime }: EarlierTaggings): string {
  const { l10n } = vscode;
  return fileRunTime === undefined
    ? l10n.t(
        'After this plan was created, requests to attach or detach tags of the plan were sent, most recently at {0}. The plan might be out of date.',
        dateTimeText(latestTime),
      )
    : l10n.t('This plan file was already run on {0}.', dateTimeText(fileRunTime));
}

function unsavedText(): string {
  return vscode.l10n.t(
    'The plan has unsaved changes. The run uses the text in the editor. To be able to resume or undo the run later, save the plan now, before you edit it again.',
  );
}

/** Makes the user type the names of folders to delete, or `count` (users or items) if `mustTypeCount` requires it. */
export async function confirmByTyping(
  catalogue: Catalogue,
  { bot, plan, foldersToName }: CheckedPlan,
  count: number,
): Promise<void> {
  const { l10n } = vscode;
  const isDelete = plan.action === 'delete';
  const prompt = l10n.t('{0} (bot {1}).', planActionText(plan, count), quoted(nameOfBot(bot)));
  if (foldersToName.length > 0) {
    const about = [prompt, ...deletingTexts()];
    return askToTypeFolderNames({ title: l10n.t('Run Plan'), about }, foldersToName);
  }
  const itemIds = plan.items.map(({ id }) => id);
  const customerCount = isDelete ? highestCustomerCount(catalogue, bot.key, itemIds) : count;
  if (!mustTypeCount(catalogue, bot, customerCount)) return;
  const expectedText = String(count);
  const placeholder = isDelete
    ? l10n.t('To delete, type the number of tags and folders: {0}', expectedText)
    : l10n.t('Type the number of customers: {0}', expectedText);
  await askToTypeText({
    title: l10n.t('Run Plan'),
    about: [prompt],
    placeholder,
    expectedText,
  });
}
