import * as vscode from 'vscode';
import { NoticeError, UserError } from '../../base/errors.ts';
import { PLAN_SUFFIX, type PlanAction } from '../../base/plan.ts';
import { preparePlanForRun } from '../earlierTaggings.ts';
import { sentences } from '../../base/text.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import { requireAllowed, requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { fileUri } from '../../base/ui/filePaths.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { showError } from '../../base/ui/window.ts';
import { agreeToRun, requireChanges } from './agreeToRun.ts';
import { checkPlan, type CheckedPlan, type CheckNeeds, type PlanFault } from './checkPlan.ts';
import { snapshotOf, isPlan } from './planEditors.ts';
import type { RunRequest } from './planRuns.ts';
import type { PlanServices } from './planServices.ts';

export type RunNeeds = Pick<PlanServices, 'planRuns' | 'clock'>;

type Needs = CheckNeeds & RunNeeds & Pick<PlanServices, 'planEditors'>;

/** Endpoint for which the permission to run a plan is checked. `attach and detach` is checked as attaching. */
export const ENDPOINTS = {
  attach: 'attachTag',
  detach: 'detachTag',
  'attach and detach': 'attachTag',
  delete: 'deleteItem',
} as const satisfies Record<PlanAction, string>;

/** Runs the text in the editor, saved or not. If any line has a problem, nothing is run. */
export function runPlan(services: Needs): Handler<'botTags.runPlan'> {
  return {
    interactive: async () => {
      const document = vscode.window.activeTextEditor?.document;
      if (document === undefined || !isPlan(document)) throw new NoticeError(noPlanText());
      const snapshot = snapshotOf(document);
      const { text, version } = snapshot;
      const { checked, faults } = await withProgress(
        { title: vscode.l10n.t('Checking the plan…'), location: 'notification', isDelayed: true },
        ({ signal }) =>
          checkPlan(services, text, signal, () =>
            services.planEditors.read(document, snapshot, signal),
          ),
      );
      // After an edit, the positions of the problems would be wrong.
      if (document.version === version) services.planEditors.show(document, faults);
      if (checked === undefined) return showFaults(document, faults);
      requireChanges(checked.totals);
      const { bot } = checked;
      const catalogue = await services.catalogue();
      requireUnlocked(catalogue, bot, ENDPOINTS[checked.plan.action]);
      const hash = await (await services.planTexts()).hashOf(text);
      const uri = document.uri.toString();
      const prepared = await prepareRun(services, checked, { uri, hash });
      const { plan, previousRun, earlierWrites } = prepared;
      const isUnsaved = document.isDirty || document.isUntitled;
      const circumstances = { previousRun, earlierWrites, isUnsaved };
      const maxUsers = await agreeToRun(catalogue, { ...checked, plan }, circumstances);
      await services.planRuns.startAndShow({
        bot,
        plan,
        uri,
        hash,
        maxUsers,
        previousRun: previousRun ?? null,
      });
    },
    withArguments: async ({ file, confirmed, users }) => {
      const target = fileUri(file);
      const text = await textOf(target);
      const { signal } = new AbortController();
      const { checked, faults } = await checkPlan(services, text, signal);
      if (checked === undefined) throw new UserError(faultsText(faults));
      requireChanges(checked.totals);
      const { bot } = checked;
      const endpoint = ENDPOINTS[checked.plan.action];
      requireAllowed(await services.catalogue(), bot, { endpoint, confirmed });
      const hash = await (await services.planTexts()).hashOf(text);
      const uri = target.toString();
      const { plan } = await prepareRun(services, checked, { uri, hash });
      return services.planRuns.runToEnd({ bot, plan, uri, hash, maxUsers: users });
    },
  };
}

/** Returns the plan as it should be run, the latest run of its text that was not undone, and other earlier writes. */
export async function prepareRun(
  { planRuns, clock }: RunNeeds,
  { bot, plan }: CheckedPlan,
  { uri, hash }: Pick<RunRequest, 'uri' | 'hash'>,
) {
  const previousRun = await planRuns.latestRun(bot.key, hash);
  const resumed = previousRun?.isUnfinished === true ? previousRun : undefined;
  const earlierWrites = await planRuns.earlierTaggings({ bot, plan, uri }, resumed?.id);
  const isOutdated = earlierWrites !== undefined || resumed?.checkFirst === true;
  const adjustedPlan = preparePlanForRun(plan, { now: clock.now(), isOutdated });
  return { plan: adjustedPlan, previousRun, earlierWrites };
}

async function showFaults(
  document: vscode.TextDocument,
  faults: readonly PlanFault[],
): Promise<void> {
  const [first, ...others] = faults;
  if (first === undefined) return;
  const { l10n } = vscode;
  const goToLine = l10n.t('Go to Line');
  const message = sentences([
    l10n.t('The plan was not run, and nothing was sent.'),
    l10n.t('Line {0}: {1}', first.line, first.message),
    ...(others.length === 0 ? [] : [l10n.t('More problems: {0}', numberText(others.length))]),
  ]);
  if ((await showError(message, goToLine)) !== goToLine) return;
  const start = document.positionAt(first.offset);
  const selection = new vscode.Range(start, document.positionAt(first.offset + first.length));
  await vscode.window.showTextDocument(document, { selection });
}

const MAX_FAULTS = 20;

/** Returns the error text for a command with arguments. Quotes no plan values, because VS Code logs the error. */
function faultsText(faults: readonly PlanFault[]): string {
  const { l10n } = vscode;
  const shown = faults
    .slice(0, MAX_FAULTS)
    .map(({ line, message, unquoted = message }) => l10n.t('Line {0}: {1}', line, unquoted));
  const unshownCount = faults.length - shown.length;
  const more = unshownCount > 0 ? [l10n.t('More problems: {0}', numberText(unshownCount))] : [];
  return sentences([l10n.t('The plan was not run, and nothing was sent.'), ...shown, ...more]);
}

async function textOf(uri: vscode.Uri): Promise<string> {
  const openDocument = vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === uri.toString(),
  );
  if (openDocument !== undefined) return openDocument.getText();
  const bytes = await vscode.workspace.fs.readFile(uri);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Lenient decoding could change characters in the IDs, and so tag other users.
    throw new UserError(vscode.l10n.t('The plan is not encoded in UTF-8. Save it as UTF-8.'));
  }
}

function noPlanText(): string {
  return vscode.l10n.t('Open a plan first: a file whose name ends in {0}.', PLAN_SUFFIX);
}
