import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { Cancelled, NoticeError, UserError } from '../../base/errors.ts';
import type { InputFiles } from '../input/inputFiles.ts';
import type { Tagging } from '../../base/plan.ts';
import type { PlanTexts } from '../planTexts.ts';
import { sentences } from '../../base/text.ts';
import type { Hand } from '../../catalogue/ui/handler.ts';
import { botLines, requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import { customerCount } from '../../base/ui/localeTexts.ts';
import { whileSlow } from '../../base/ui/progress.ts';
import { ask } from '../../base/ui/window.ts';
import type { RowSource } from '../../customers/ui/customerSource.ts';
import { askPlan, type AskPlanNeeds, type PlanAnswers } from './askPlan.ts';
import { customersSource } from './planSource.ts';
import { planText, type MakerNeeds } from './makePlan.ts';
import { checkFirstText, skippedText, tagLines, tagsText } from './planWords.ts';
import { misnamedTexts, typeToRun } from './agreeToRun.ts';
import { checkPlan, type CheckedPlan, type CheckNeeds } from './checkPlan.ts';
import { ENDPOINTS, preparedRun, type RunNeeds } from './runPlan.ts';

interface Needs extends Omit<AskPlanNeeds & CheckNeeds & MakerNeeds & RunNeeds, 'planTexts'> {
  readonly planTexts: Lazy<PlanTexts & InputFiles>;
}

/** More customers are tagged by a plan, so that somebody can review whom it is about. */
const MOST_ROWS = 50;

/**
 * Attaches or detaches tags on the selected rows of the panel in front.
 * @param makePlan writes a plan to a file: for many rows, or if the person wants to review it
 */
export function tagRows(parts: Needs, makePlan: (answers: PlanAnswers) => Promise<void>) {
  return async (action: Tagging, hand: Hand): Promise<void> => {
    const answers = await askPlan(parts, hand, action);
    const { whom } = answers;
    const isFew = whom.kind === 'rows' && whom.chosen.rows.length <= MOST_ROWS;
    if (isFew && (await tagNow(parts, answers, whom))) return;
    await makePlan(answers);
  };
}

/** Runs a plan that is in no file. @returns `false` if the person wants to review it */
async function tagNow(parts: Needs, answers: PlanAnswers, source: RowSource): Promise<boolean> {
  const { bot, action } = answers;
  const endpoint = ENDPOINTS[action];
  const texts = await parts.planTexts();
  const users = customersSource({ bot, serviceOf: parts.services.of }, source, false);
  const { text, checked, faults } = await whileSlow(
    vscode.l10n.t('Checking the plan…'),
    async (signal) => {
      const made = await planText(parts, { ...answers, source: users }, signal);
      const found = await checkPlan(parts, made, signal, (all, until) => texts.read(all, until));
      return { text: made, ...found };
    },
  );
  if (checked === undefined) throw new UserError(sentences(faults.map(({ message }) => message)));
  const { totals } = checked;
  if (totals.users === 0) throw new NoticeError(nothingText(checked));
  requireUnlocked(await parts.catalogue(), bot, endpoint);
  const hash = await texts.hashOf(text);
  const uri = vscode.Uri.from({ scheme: 'untitled', path: tagsText(answers.tags) }).toString();
  const { plan } = await preparedRun(parts, checked, { uri, hash });
  if (!(await agree(await parts.catalogue(), { ...checked, plan }))) return false;
  await parts.planRuns.follow({ bot, plan, uri, hash, users: undefined, before: null });
  return true;
}

function nothingText({ totals }: CheckedPlan): string {
  const skipped = skippedText(totals);
  return sentences([
    vscode.l10n.t('Nothing was changed.'),
    ...(skipped === undefined ? [] : [skipped]),
  ]);
}

/** Throws `Cancelled`. @returns `false` if the person wants to review it as a plan */
async function agree(catalogue: Catalogue, checked: CheckedPlan): Promise<boolean> {
  const { l10n } = vscode;
  const { bot, plan, totals, misnamed } = checked;
  const [what, who] = [tagsText(plan.tags), customerCount(totals.users)];
  const isAttach = plan.action === 'attach';
  const message = isAttach
    ? l10n.t('Attach {0} to {1}?', what, who)
    : l10n.t('Detach {0} from {1}?', what, who);
  const skipped = skippedText(totals);
  const detail = [
    ...botLines(bot),
    ...misnamedTexts(misnamed),
    ...tagLines(plan, totals),
    ...(skipped === undefined ? [] : [skipped]),
    ...(plan.checkFirst ? [checkFirstText()] : []),
  ];
  const yes = isAttach ? l10n.t('Attach') : l10n.t('Detach');
  const choice = await ask({ message, detail }, yes, l10n.t('Review as Plan…'));
  if (choice === undefined) throw new Cancelled();
  if (choice !== yes) return false;
  await typeToRun(catalogue, checked, totals.users);
  return true;
}
