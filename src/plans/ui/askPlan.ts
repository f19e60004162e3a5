import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TaggingMemory } from '../../service/taggingMemory.ts';
import type { Bot } from '../../base/model.ts';
import type { InputFiles, WholeChoice } from '../input/inputFiles.ts';
import type { Tagging } from '../../base/plan.ts';
import type { LiveItems } from '../../catalogue/liveItems.ts';
import type { TagIndex } from '../../catalogue/tagIndex.ts';
import { customerInRow } from '../../customers/ui/rows.ts';
import { askBot, onlyBot } from '../../catalogue/ui/askBot.ts';
import { botNamed, type Hand } from '../../catalogue/ui/handler.ts';
import { askPick } from '../../base/ui/askPick.ts';
import {
  BACK,
  runSteps,
  step,
  type Back,
  type Step,
  type StepPosition,
} from '../../base/ui/steps.ts';
import { titleAt } from '../../catalogue/ui/botLooks.ts';
import { whileSlow } from '../../base/ui/progress.ts';
import { askOpenFile } from '../../base/ui/window.ts';
import { askSource, type AskSourceNeeds } from '../../customers/ui/askSource.ts';
import { chosenRows } from '../../customers/ui/chosenRows.ts';
import type { CustomerSource, ServiceSource } from '../../customers/ui/customerSource.ts';
import { pathOf } from '../../base/ui/filePath.ts';
import { columnSteps } from './askColumns.ts';
import { askOneTag, askTags } from './askTags.ts';
import type { ChosenInput } from './planSource.ts';
import { JOBS, recentTag, stepsOfTags, tagsOn, type Changes, type Job } from './stepsOfTags.ts';

/** Whom a plan is for. */
export type Whom =
  | CustomerSource
  | ({ readonly kind: 'file' } & ChosenInput)
  /** The customers who match get the tag, and all others lose it. */
  | { readonly kind: 'match'; readonly source: ServiceSource };

export interface PlanAnswers extends Changes {
  readonly bot: Bot;
  readonly whom: Whom;
}

export interface AskPlanNeeds extends AskSourceNeeds {
  readonly tagIndex: Lazy<LiveItems<TagIndex>>;
  readonly planTexts: Lazy<InputFiles>;
  readonly memory: Pick<TaggingMemory, 'lastTag'>;
}

type Opened = Pick<ChosenInput, 'input' | 'file'>;

/**
 * Asks for all but the place of the plan: the action, the bot, whom, which tags. Throws `Cancelled`.
 * @param ofSelection action for the rows that are selected in the panel in front
 */
export async function askPlan(
  parts: AskPlanNeeds,
  hand: Hand,
  ofSelection?: Tagging,
): Promise<PlanAnswers> {
  const catalogue = await parts.catalogue();
  const clicked = ofSelection === undefined ? undefined : await selectionIn(parts, hand);
  let job: Job = ofSelection ?? 'attach';
  const inHand = clicked?.bot ?? (await botOf(parts, catalogue, hand));
  let bot = inHand;
  let source: CustomerSource | undefined = clicked?.source;
  let opened: Opened | undefined;
  const theBot = (): Bot => given(bot);
  const columns = columnSteps({
    input: () => opened?.input,
    pages: () => pagesOf(parts, theBot()),
  });
  const titled = (made: Step, title: () => string = () => jobName(job)): Step => ({
    ...made,
    ask: (position) => made.ask({ ...position, title: titleAt(bot, title()) }),
  });
  const jobStep = step(ofSelection === undefined, askJob, (answer) => (job = answer));
  const botStep = step(
    inHand === undefined,
    (position) => askBot(catalogue, position),
    (answer) => (bot = answer),
  );
  const whomStep = step(
    clicked === undefined,
    (position) =>
      job === 'match'
        ? askMatch(parts, theBot(), position)
        : askSourceOrFile(parts, theBot(), position),
    (answer) => ({ source, opened } = answer),
  );
  const tagSteps = stepsOfTags({
    job: () => job,
    ask: async (tagging, without, position) => {
      const index = await parts.tagIndex();
      const first =
        tagging === 'detach'
          ? tagsOn(source)
          : recentTag(catalogue, theBot(), parts.memory.lastTag(theBot().key));
      const question = { bot: theBot(), first, without };
      return job === 'match'
        ? askOneTag(index, question, position)
        : askTags(index, question, position);
    },
  });
  const steps = [
    titled(botStep),
    titled(whomStep),
    ...columns.steps.map((one) => titled(one)),
    titled(tagSteps.attach, () => jobName(job === 'match' ? job : 'attach')),
    titled(tagSteps.detach, () => jobName('detach')),
  ];
  await runSteps(vscode.l10n.t('Tag Customers'), [jobStep, ...steps]);
  const whom = whomOf(job, { source, opened }, columns.choice);
  return { bot: theBot(), whom, ...tagSteps.changes() };
}

/** That of the clicked node, else the one whose customers are in front, else the only one. */
async function botOf(
  { panels }: AskPlanNeeds,
  catalogue: Catalogue,
  { nodes }: Hand,
): Promise<Bot | undefined> {
  const node = nodes[0];
  if (node !== undefined) return botNamed(catalogue, node.bot);
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
      return l10n.t('Give a Tag Only to Customers Who Match a Search');
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
  parts: AskPlanNeeds,
  bot: Bot,
  position: StepPosition,
): Promise<Asked | Back> {
  const source = await askSource(parts, { bot, isWhole: true }, position);
  return source === BACK ? BACK : { source };
}

/** The selection of the panel in front. Throws when the clicked row was loaded again since. */
async function selectionIn(
  { panels }: AskPlanNeeds,
  { row }: Hand,
): Promise<{ readonly bot: Bot; readonly source: CustomerSource }> {
  const panel = panels.inFront();
  if (row !== undefined) panel.checkRow(row);
  const chosen = await chosenRows(panel, 'selected');
  return { bot: panel.bot, source: { kind: 'rows', chosen } };
}

function whomOf(job: Job, { source, opened }: Asked, choice: () => WholeChoice): Whom {
  if (opened !== undefined) return { kind: 'file', ...opened, choice: choice() };
  const chosen = given(source);
  const isMatch = job === 'match' && chosen.kind === 'service';
  return isMatch ? { kind: 'match', source: chosen } : chosen;
}

interface Asked {
  readonly source?: CustomerSource | undefined;
  readonly opened?: Opened | undefined;
}

async function askSourceOrFile(
  parts: AskPlanNeeds,
  bot: Bot,
  position: StepPosition,
): Promise<Asked | Back> {
  const label = vscode.l10n.t('From File…');
  const detail = vscode.l10n.t('User IDs in a CSV, JSON or NDJSON file');
  const others = [{ label, detail, answer: 'file' as const }];
  for (;;) {
    const source = await askSource(parts, { bot, others }, position);
    if (source === BACK) return BACK;
    if (source !== 'file') return { source };
    const filters = {
      [vscode.l10n.t('Customers')]: ['csv', 'tsv', 'txt', 'json', 'ndjson', 'jsonl'],
    };
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const chosen = await askOpenFile(detail, filters, folder);
    // Whoever closes that dialog may have meant another entry.
    if (chosen === undefined) continue;
    const file = pathOf(chosen);
    const files = await parts.planTexts();
    const input = await whileSlow(vscode.l10n.t('Reading the file…'), (signal) =>
      files.openInput(file, signal),
    );
    return { opened: { file, input } };
  }
}

/** IDs of the pages of the customers that are loaded. */
function pagesOf({ panels }: AskPlanNeeds, bot: Bot): readonly string[] {
  const pager = panels.find(bot.key)?.pager;
  const pages = new Set<string>();
  for (let row = 0; row < (pager?.rows ?? 0) && pages.size < MOST_PAGES; row++) {
    const page = pager && customerInRow(pager, row)?.pageId;
    if (page !== undefined && page !== '') pages.add(page);
  }
  return [...pages];
}

const MOST_PAGES = 10;

function given<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error('a step left no answer');
  return answer;
}
