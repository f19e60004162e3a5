import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TaggingMemory } from '../../service/userMemory.ts';
import type { Bot } from '../../base/model.ts';
import type { CompleteChoice } from '../input/inputFiles.ts';
import type { Tagging } from '../../base/plan.ts';
import type { LiveItems } from '../../catalogue/liveItems.ts';
import type { TagIndex } from '../../catalogue/tagIndex.ts';
import { customerInRow } from '../../customers/ui/rows.ts';
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
import {
  askOneTag,
  askTags,
  type Changes,
  type Job,
  JOBS,
  recentTag,
  stepsOfTags,
  tagsOfRows,
} from './askTags.ts';
import type { PlanServices } from './planServices.ts';
import type { ChosenInput } from './planSource.ts';

export type PlanCustomers =
  | CustomerSource
  | ({ readonly kind: 'file' } & ChosenInput)
  /** Attaches the tag to the customers that match, and detaches the tag from all others. */
  | { readonly kind: 'match'; readonly source: ServiceSource };

export interface PlanAnswers extends Changes {
  readonly bot: Bot;
  readonly customers: PlanCustomers;
}

export interface AskPlanNeeds extends AskSourceNeeds {
  readonly tagIndex: Lazy<LiveItems<TagIndex>>;
  readonly planTexts: PlanServices['planTexts'];
  readonly memory: Pick<TaggingMemory, 'lastTag'>;
}

type OpenedFile = Pick<ChosenInput, 'input' | 'file'>;

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
  let job: Job = selection?.action ?? 'attach';
  const contextBot = selection?.bot ?? (await botOf(services, catalogue, context));
  let bot = contextBot;
  let source: CustomerSource | undefined = selection?.source;
  let opened: OpenedFile | undefined;
  const requireBot = (): Bot => requireAnswer(bot);
  const columnQuestions = columnSteps({
    input: () => opened?.input,
    pageIds: () => suggestedPageIds(services, requireBot()),
  });
  const withTitle = (plainStep: Step, title: () => string = () => jobName(job)): Step => ({
    ...plainStep,
    ask: (position) => plainStep.ask({ ...position, title: titleAt(bot, title()) }),
  });
  const jobStep = step(selection === undefined, askJob, (answer) => (job = answer));
  const botStep = step(
    contextBot === undefined,
    (position) => askBot(catalogue, position),
    (answer) => (bot = answer),
  );
  const customersStep = step(
    selection === undefined,
    (position) =>
      job === 'match'
        ? askMatch(services, requireBot(), position)
        : askSourceOrFile(services, requireBot(), position),
    (answer) => ({ source, opened } = answer),
  );
  const tagSteps = stepsOfTags({
    job: () => job,
    ask: async (tagging, without, position) => {
      const index = await services.tagIndex();
      const firstTags =
        tagging === 'detach'
          ? tagsOfRows(source)
          : recentTag(catalogue, requireBot(), services.memory.lastTag(requireBot().key));
      const question = { bot: requireBot(), firstTags, without };
      return job === 'match'
        ? askOneTag(index, question, position)
        : askTags(index, question, position);
    },
  });
  const steps = [
    withTitle(botStep),
    withTitle(customersStep),
    ...columnQuestions.steps.map((columnStep) => withTitle(columnStep)),
    withTitle(tagSteps.attach, () => jobName(job === 'match' ? job : 'attach')),
    withTitle(tagSteps.detach, () => jobName('detach')),
  ];
  await runSteps(vscode.l10n.t('Tag Customers'), [jobStep, ...steps]);
  const customers = customersOf(job, { source, opened }, columnQuestions.choice);
  return { bot: requireBot(), customers, ...tagSteps.changes() };
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
  job: Job,
  { source, opened }: CustomersAnswer,
  choice: () => CompleteChoice,
): PlanCustomers {
  if (opened !== undefined) return { kind: 'file', ...opened, choice: choice() };
  const chosen = requireAnswer(source);
  const isMatch = job === 'match' && chosen.kind === 'service';
  return isMatch ? { kind: 'match', source: chosen } : chosen;
}

/** Chosen customers: one of the two fields is set. */
interface CustomersAnswer {
  readonly source?: CustomerSource | undefined;
  readonly opened?: OpenedFile | undefined;
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

/** Returns the page IDs of the loaded customers (Facebook pages or LINE official accounts), as suggestions. */
function suggestedPageIds({ panels }: AskPlanNeeds, bot: Bot): readonly string[] {
  const pager = panels.find(bot.key)?.pager;
  const pageIds = new Set<string>();
  for (let row = 0; row < (pager?.rowCount ?? 0) && pageIds.size < MAX_PAGE_SUGGESTIONS; row++) {
    const pageId = pager && customerInRow(pager, row)?.pageId;
    if (pageId !== undefined && pageId !== '') pageIds.add(pageId);
  }
  return [...pageIds];
}

const MAX_PAGE_SUGGESTIONS = 10;
