import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Bot } from '../../base/model.ts';
import type { CompleteChoice } from '../input/inputColumns.ts';
import type { Tagging } from '../../base/plan.ts';
import { askBot, onlyBot } from '../../catalogue/ui/askBot.ts';
import { botByReference, type CommandContext } from '../../catalogue/ui/handler.ts';
import { askPick } from '../../base/ui/askPick.ts';
import {
  BACK,
  runSteps,
  step,
  type Back,
  type Step,
  type StepPosition,
  requireAnswer,
} from '../../base/ui/steps.ts';
import { titleAt } from '../../catalogue/ui/botLooks.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { askOpenFile } from '../../base/ui/window.ts';
import { askSource, type AskSourceNeeds } from '../../customers/ui/askSource.ts';
import type { CustomerSource, RowSource, ServiceSource } from '../../customers/ui/chosenRows.ts';
import { pathOf } from '../../base/ui/filePaths.ts';
import { columnSteps } from './askColumns.ts';
import { type Changes, stepsOfTags } from './askTags.ts';
import type { PlanServices } from './planServices.ts';
import {
  type ChosenInput,
  type CustomersAnswer,
  type Job,
  JOBS,
  type PlanDraft,
} from './planSource.ts';

export type PlanCustomers =
  | CustomerSource
  | ({ readonly kind: 'file' } & ChosenInput)
  /** Attaches the tag to the customers that match, and detaches the tag from all others. */
  | { readonly kind: 'match'; readonly source: ServiceSource };

export interface PlanAnswers extends Changes {
  readonly bot: Bot;
  readonly customers: PlanCustomers;
}

export type AskPlanNeeds = AskSourceNeeds & Pick<PlanServices, 'tagIndex' | 'planTexts' | 'memory'>;

/** Answers that are known from the selected rows of a panel. */
interface RowSelection {
  readonly action: Tagging;
  readonly bot: Bot;
  readonly source: RowSource;
}

/**
 * Prompts for the action, the bot, the customers and the tags of a plan, but not for its file.
 * @param selection answers from selected rows: prompts only for the tags
 */
export async function askPlan(
  services: AskPlanNeeds,
  context: CommandContext,
  selection?: RowSelection,
): Promise<PlanAnswers> {
  const catalogue = await services.catalogue();
  const contextBot = selection?.bot ?? (await botOf(services, catalogue, context));
  const draft: PlanDraft = {
    job: selection?.action ?? 'attach',
    bot: contextBot,
    customers: { source: selection?.source },
  };
  const columnQuestions = columnSteps(draft, services.panels);
  const tagSteps = stepsOfTags(draft, services, catalogue);
  const withTitle = (plainStep: Step, tagging?: Tagging): Step => ({
    ...plainStep,
    ask: (position) => {
      const { job, bot } = draft;
      const title = jobName(job === 'match' ? job : (tagging ?? job));
      return plainStep.ask({ ...position, title: titleAt(bot, title) });
    },
  });
  const jobStep = step(selection === undefined, askJob, (answer) => (draft.job = answer));
  const botStep = step(
    contextBot === undefined,
    (position) => askBot(catalogue, position),
    (answer) => (draft.bot = answer),
  );
  const customersStep = step(
    selection === undefined,
    (position) => {
      const ask = draft.job === 'match' ? askMatch : askSourceOrFile;
      return ask(services, requireAnswer(draft.bot), position);
    },
    (answer) => (draft.customers = answer),
  );
  const steps = [
    withTitle(botStep),
    withTitle(customersStep),
    ...columnQuestions.steps.map((columnStep) => withTitle(columnStep)),
    withTitle(tagSteps.attach, 'attach'),
    withTitle(tagSteps.detach, 'detach'),
  ];
  await runSteps(vscode.l10n.t('Tag Customers'), [jobStep, ...steps]);
  const customers = customersOf(draft, columnQuestions.choice);
  return { bot: requireAnswer(draft.bot), customers, ...tagSteps.changes() };
}

async function botOf(
  { panels }: AskPlanNeeds,
  catalogue: Catalogue,
  { nodes }: CommandContext,
): Promise<Bot | undefined> {
  const node = nodes[0];
  if (node !== undefined) return botByReference(catalogue, node.bot);
  const panel = panels.active();
  return panel === undefined ? onlyBot(catalogue) : panel.bot;
}

function jobName(job: Job): string {
  const { l10n } = vscode;
  switch (job) {
    case 'attach':
      return l10n.t('Attach Tags');
    case 'detach':
      return l10n.t('Detach Tags');
    case 'attach and detach':
      return l10n.t('Attach and Detach Tags');
    case 'match':
      return l10n.t('Attach to Customers Who Match a Search, Detach from All Others');
  }
}

async function askJob(position: StepPosition): Promise<Job | Back> {
  const { l10n } = vscode;
  const detail = l10n.t(
    'Attach the tag to customers who match the search, and detach the tag from all other customers',
  );
  const items = JOBS.map((job) => ({
    label: jobName(job),
    ...(job === 'match' ? { detail } : {}),
    job,
  }));
  const placeholder = l10n.t('What should the plan do?');
  const picked = await askPick({ placeholder, items }, position);
  return picked === BACK ? BACK : picked.job;
}

async function askMatch(
  services: AskPlanNeeds,
  bot: Bot,
  position: StepPosition,
): Promise<CustomersAnswer | Back> {
  const source = await askSource(services, { bot, onlyService: true }, position);
  return source === BACK ? BACK : { source };
}

function customersOf(
  { job, customers: { source, opened } }: PlanDraft,
  choice: () => CompleteChoice,
): PlanCustomers {
  if (opened !== undefined) return { kind: 'file', ...opened, choice: choice() };
  const chosen = requireAnswer(source);
  const isMatch = job === 'match' && chosen.kind === 'service';
  return isMatch ? { kind: 'match', source: chosen } : chosen;
}

async function askSourceOrFile(
  services: AskPlanNeeds,
  bot: Bot,
  position: StepPosition,
): Promise<CustomersAnswer | Back> {
  const label = vscode.l10n.t('From File…');
  const detail = vscode.l10n.t('User IDs in a CSV, JSON or NDJSON file');
  const others = [{ label, detail, answer: 'file' as const }];
  for (;;) {
    const source = await askSource(services, { bot, others }, position);
    if (source === BACK) return BACK;
    if (source !== 'file') return { source };
    const filters = {
      [vscode.l10n.t('Customers')]: ['csv', 'tsv', 'txt', 'json', 'ndjson', 'jsonl'],
    };
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const chosen = await askOpenFile(detail, filters, folder);
    // A user who closes the dialog may want another entry, so the list is shown again.
    if (chosen === undefined) continue;
    const file = pathOf(chosen);
    const files = await services.planTexts();
    const input = await withProgress(
      { title: vscode.l10n.t('Reading the file…'), location: 'notification', isDelayed: true },
      ({ signal }) => files.openInput(file, signal),
    );
    return { opened: { file, input } };
  }
}
