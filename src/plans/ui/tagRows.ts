import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { NoticeError, UserError } from '../../base/errors.ts';
import type { Tagging } from '../../base/plan.ts';
import { sentences } from '../../base/text.ts';
import type { CommandContext } from '../../catalogue/ui/handler.ts';
import { requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import { customerCountText } from '../../base/ui/localeTexts.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { confirm } from '../../base/ui/window.ts';
import { chosenRows, type RowSource } from '../../customers/ui/chosenRows.ts';
import { askPlan, type AskPlanNeeds, type PlanAnswers } from './askPlan.ts';
import { customersSource } from './planSource.ts';
import { planText, type MakerNeeds } from './makePlan.ts';
import { checkFirstText, skippedTexts, tagsText } from './planWords.ts';
import { changeTexts, confirmByTyping } from './agreeToRun.ts';
import { checkPlan, type CheckedPlan, type CheckNeeds } from './checkPlan.ts';
import { ENDPOINTS, prepareRun, type RunNeeds } from './runPlan.ts';
import { writeNewPlan } from './tagMany.ts';

export type TagRowsNeeds = AskPlanNeeds & MakerNeeds & CheckNeeds & RunNeeds;

/** Maximum number of rows to tag directly. For more rows, a plan is created that the user can review. */
const MAX_ROWS = 50;

/** Tags the selected rows of the active panel. For many rows, or if the user wants to review, writes a plan. */
export async function tagRows(
  services: TagRowsNeeds,
  context: CommandContext,
  action: Tagging,
): Promise<void> {
  const panel = services.panels.inFront();
  if (context.row !== undefined) panel.checkRow(context.row);
  const source: RowSource = { kind: 'rows', chosen: await chosenRows(panel, 'selected') };
  const isFew = source.chosen.rows.length <= MAX_ROWS;
  // For a read-only bot, a plan of many rows may be written. Few rows are refused before the user chooses tags.
  if (isFew) requireUnlocked(await services.catalogue(), panel.bot, ENDPOINTS[action]);
  const answers = await askPlan(services, context, { action, bot: panel.bot, source });
  if (isFew && (await runDirectly(services, answers, source))) return;
  await writeNewPlan(services, answers);
}

/** Runs a plan without writing a file. Returns false if the user wants to review the plan. */
async function runDirectly(
  services: TagRowsNeeds,
  answers: PlanAnswers,
  source: RowSource,
): Promise<boolean> {
  const { bot, action } = answers;
  const catalogue = await services.catalogue();
  const planSource = customersSource({ bot, botServices: services.botServices }, source);
  const { text, checked, faults } = await withProgress(
    { title: vscode.l10n.t('Checking the plan…'), location: 'notification', isDelayed: true },
    async ({ signal }) => {
      const newPlan = { ...answers, source: planSource, withNames: false };
      const newText = await planText(services, newPlan, signal);
      return { text: newText, ...(await checkPlan(services, newText, signal)) };
    },
  );
  if (checked === undefined) throw new UserError(sentences(faults.map(({ message }) => message)));
  const { totals } = checked;
  if (totals.users === 0) throw new NoticeError(nothingText(checked));
  // The bot may have become read-only while the user chose tags.
  requireUnlocked(catalogue, bot, ENDPOINTS[action]);
  const hash = await (await services.planTexts()).hashOf(text);
  // `untitled` marks a plan without a file. The tags give the plan a name.
  const uri = vscode.Uri.from({ scheme: 'untitled', path: tagsText(answers.tags) }).toString();
  const { plan } = await prepareRun(services, checked, { uri, hash });
  if (!(await confirmTagging(catalogue, { ...checked, plan }))) return false;
  await services.planRuns.startAndShow({
    bot,
    plan,
    uri,
    hash,
    // The plan was created just now, so its text has not been run before.
    previousRun: null,
  });
  return true;
}

function nothingText({ totals }: CheckedPlan): string {
  return sentences([vscode.l10n.t('Nothing was changed.'), ...skippedTexts(totals)]);
}

/** Returns false if the user wants to review the plan. */
async function confirmTagging(catalogue: Catalogue, checked: CheckedPlan): Promise<boolean> {
  const { l10n } = vscode;
  const { plan, totals } = checked;
  const [tags, customers] = [tagsText(plan.tags), customerCountText(totals.users)];
  const isAttach = plan.action === 'attach';
  const message = isAttach
    ? l10n.t('Attach {0} to {1}?', tags, customers)
    : l10n.t('Detach {0} from {1}?', tags, customers);
  const detail = [...changeTexts(checked), ...(plan.checkFirst ? [checkFirstText()] : [])];
  const confirmButton = isAttach ? l10n.t('Attach') : l10n.t('Detach');
  const choice = await confirm({ message, detail }, confirmButton, l10n.t('Review as Plan…'));
  if (choice !== confirmButton) return false;
  await confirmByTyping(catalogue, checked, totals.users);
  return true;
}
