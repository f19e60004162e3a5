import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { Cancelled, NoticeError } from '../../base/errors.ts';
import type { EarlierTaggings } from '../earlierTaggings.ts';
import type { PlanTotals } from '../../base/plan.ts';
import { typeFolderNames, typeToAgree } from '../../catalogue/ui/typeToAgree.ts';
import { botLines, needsNumber } from '../../catalogue/ui/writeGuard.ts';
import { customersWith } from '../../catalogue/ui/itemsOf.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import { numberText, quoted, requestCount } from '../../base/ui/localeTexts.ts';
import { timeText } from '../../base/ui/timeText.ts';
import { ask } from '../../base/ui/window.ts';
import type { CheckedPlan } from './checkPlan.ts';
import type { RunBefore } from './planRuns.ts';
import {
  checkFirstText,
  deletingText,
  skippedText,
  tagLines,
  totalsText,
  whatText,
} from './planWords.ts';

/** Who wants to see how it goes tries it with so many. */
const FIRST = 10;

/** Throws `UserError` when every line of it is skipped. */
export function requireSomething({ users }: PlanTotals): void {
  if (users > 0) return;
  throw new NoticeError(
    vscode.l10n.t('This plan makes no changes, so nothing was sent. Create a new plan.'),
  );
}

interface Circumstances {
  readonly before: RunBefore | undefined;
  /** Why each user's tags are read first, beside what the plan itself says. */
  readonly earlier: EarlierTaggings | undefined;
  /** What is run is not what the file has. */
  readonly isUnsaved: boolean;
}

/**
 * Asks once before a plan is run, with all that it does. Throws `Cancelled`.
 * @returns how many users are to be done; `undefined`: all of them
 */
export async function agreeToRun(
  catalogue: Catalogue,
  checked: CheckedPlan,
  circumstances: Circumstances,
): Promise<number | undefined> {
  const { l10n } = vscode;
  const { users } = checked.totals;
  const [all, first] = [l10n.t('Run'), l10n.t('Run First {0}…', FIRST)];
  const message = totalsText(checked.plan, checked.totals);
  const buttons = users > FIRST ? [all, first] : [all];
  const choice = await ask({ message, detail: detailOf(checked, circumstances) }, ...buttons);
  if (choice === undefined) throw new Cancelled();
  const wanted = choice === first ? FIRST : undefined;
  await typeToRun(catalogue, checked, wanted ?? users);
  return wanted;
}

function detailOf(
  { bot, plan, totals, misnamed }: CheckedPlan,
  { before, earlier, isUnsaved }: Circumstances,
): readonly string[] {
  const { l10n } = vscode;
  const skipped = skippedText(totals);
  return [
    ...botLines(bot),
    ...misnamedTexts(misnamed),
    ...tagLines(plan, totals),
    ...(skipped === undefined ? [] : [skipped]),
    l10n.t('Plan created: {0}', timeText(plan.made)),
    ...(before?.isUnfinished === true ? [resumedText(before)] : []),
    ...(earlier === undefined ? [] : [earlierText(earlier)]),
    ...(plan.checkFirst ? [checkFirstText()] : []),
    ...(plan.action === 'delete' ? deletingTexts() : []),
    ...(isUnsaved ? [unsavedText()] : []),
  ];
}

/** Named one by one; of more, the dialog says how many there are. */
const MOST_NAMED = 5;

export function misnamedTexts(misnamed: CheckedPlan['misnamed']): readonly string[] {
  const { l10n } = vscode;
  const said = misnamed
    .slice(0, MOST_NAMED)
    .map((one) =>
      l10n.t(
        'The current name of {0} is "{1}", but the name in the plan is "{2}".',
        one.id,
        one.name,
        one.said,
      ),
    );
  const left = misnamed.length - said.length;
  return left > 0 ? [...said, l10n.t('{0} more', numberText(left))] : said;
}

function deletingTexts(): readonly string[] {
  const { l10n } = vscode;
  return [deletingText(), l10n.t('This cannot be undone.')];
}

function resumedText({ through }: RunBefore): string {
  return vscode.l10n.t(
    'An earlier run of this plan was paused after {0}. The new run will continue from there.',
    requestCount(through),
  );
}

function earlierText({ fileRun, latest }: EarlierTaggings): string {
  const { l10n } = vscode;
  return fileRun === undefined
    ? l10n.t(
        'After this plan was created, requests to attach or detach tags of the plan were sent, most recently at {0}. The plan might be out of date.',
        timeText(latest),
      )
    : l10n.t('This plan file was already run on {0}.', timeText(fileRun));
}

function unsavedText(): string {
  return vscode.l10n.t(
    'The plan has unsaved changes. The run uses the text in the editor. To be able to resume or undo the run later, save the plan now, before you edit it again.',
  );
}

/**
 * Asks for the names of folders that are deleted, or for the number of customers; see `needsNumber`. Throws `Cancelled`.
 * @param count of users or items that are to be done
 */
export async function typeToRun(
  catalogue: Catalogue,
  { bot, plan, foldersToName }: CheckedPlan,
  count: number,
): Promise<void> {
  const { l10n } = vscode;
  const isDelete = plan.action === 'delete';
  const prompt = l10n.t('{0} (bot {1}).', whatText(plan, count), quoted(nameOfBot(bot)));
  if (foldersToName.length > 0) {
    const about = [prompt, ...deletingTexts()];
    return typeFolderNames({ title: l10n.t('Run Plan'), about }, foldersToName);
  }
  const customers = isDelete ? customersWith(catalogue, bot.key, idsOf(plan)) : count;
  if (!needsNumber(catalogue, bot, customers)) return;
  const wanted = String(count);
  const placeholder = isDelete
    ? l10n.t('To delete, type the number of tags and folders: {0}', wanted)
    : l10n.t('Type the number of customers: {0}', wanted);
  await typeToAgree({ title: l10n.t('Run Plan'), about: [prompt], placeholder, wanted });
}

function idsOf({ items }: CheckedPlan['plan']): readonly string[] {
  return items.map(({ id }) => id);
}
