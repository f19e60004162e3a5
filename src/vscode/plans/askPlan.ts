import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { TaggingMemory } from '../../core/customers/taggingMemory.ts';
import { TAG, type Bot } from '../../core/model.ts';
import type { InputFiles } from '../../core/plans/inputFiles.ts';
import type { PlanTag } from '../../core/plans/plan.ts';
import type { LiveItems } from '../../core/search/liveItems.ts';
import type { TagIndex } from '../../core/search/tagIndex.ts';
import { customerInRow } from '../customers/panel/rows.ts';
import { askBot, onlyBot } from '../input/askBot.ts';
import { botNamed, type Hand } from '../input/handler.ts';
import { askPick } from '../input/askPick.ts';
import { BACK, runSteps, step, type Back, type Step, type StepPosition } from '../input/steps.ts';
import { titleAt } from '../kit/botLooks.ts';
import { customerCount } from '../kit/counts.ts';
import { whileSlow } from '../kit/progress.ts';
import { askOpenFile } from '../kit/window.ts';
import { askSource, type AskSourceNeeds } from '../sources/askSource.ts';
import { chosenRows, customerOfRow } from '../sources/chosenRows.ts';
import type { CustomerSource } from '../sources/customerSource.ts';
import { pathOf } from '../input/filePath.ts';
import { columnSteps } from './askColumns.ts';
import { askTags, type FirstTag } from './askTags.ts';
import type { ChosenInput } from './fileSource.ts';

export type Verb = 'attach' | 'detach';

/** Whom a plan is for. */
export type Whom = CustomerSource | ({ readonly kind: 'file' } & ChosenInput);

export interface PlanAnswers {
  readonly action: Verb;
  readonly bot: Bot;
  readonly whom: Whom;
  readonly tags: readonly PlanTag[];
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
  ofSelection?: Verb,
): Promise<PlanAnswers> {
  const catalogue = await parts.catalogue();
  const clicked = ofSelection === undefined ? undefined : await selectionIn(parts, hand);
  let action: Verb = ofSelection ?? 'attach';
  const inHand = clicked?.bot ?? (await botOf(parts, catalogue, hand));
  let bot = inHand;
  let source: CustomerSource | undefined = clicked?.source;
  let opened: Opened | undefined;
  let tags: readonly PlanTag[] = [];
  const theBot = (): Bot => given(bot);
  const columns = columnSteps({
    input: () => opened?.input,
    pages: () => pagesOf(parts, theBot()),
  });
  const titled = (made: Step): Step => ({
    ...made,
    ask: (position) => made.ask({ ...position, title: titleAt(bot, actionName(action)) }),
  });
  const actionStep = step(ofSelection === undefined, askAction, (answer) => (action = answer));
  const botStep = step(
    inHand === undefined,
    (position) => askBot(catalogue, position),
    (answer) => (bot = answer),
  );
  const whomStep = step(
    clicked === undefined,
    (position) => askSourceOrFile(parts, theBot(), position),
    (answer) => ({ source, opened } = answer),
  );
  const tagStep = step(
    true,
    async (position) => {
      const first =
        action === 'detach'
          ? tagsOn(source)
          : recentTag(catalogue, theBot(), parts.memory.lastTag(theBot().key));
      return askTags(await parts.tagIndex(), { bot: theBot(), first }, position);
    },
    (answer) => (tags = answer),
  );
  const others = [botStep, whomStep, ...columns.steps, tagStep].map(titled);
  await runSteps(vscode.l10n.t('Tag Customers'), [actionStep, ...others]);
  const whom: Whom =
    opened === undefined ? given(source) : { kind: 'file', ...opened, choice: columns.choice() };
  return { action, bot: theBot(), whom, tags };
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

export function actionName(action: Verb): string {
  return action === 'attach' ? vscode.l10n.t('Attach Tags') : vscode.l10n.t('Detach Tags');
}

async function askAction(position: StepPosition): Promise<Verb | Back> {
  const items = (['attach', 'detach'] as const).map((action) => ({
    label: actionName(action),
    action,
  }));
  const placeholder = vscode.l10n.t('What is the plan to do?');
  const picked = await askPick({ placeholder, items }, position);
  return picked === BACK ? BACK : picked.action;
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

interface Asked {
  readonly source?: CustomerSource;
  readonly opened?: Opened;
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
    const title = vscode.l10n.t('File with Customers');
    const filters = {
      [vscode.l10n.t('Customers')]: ['csv', 'tsv', 'txt', 'json', 'ndjson', 'jsonl'],
    };
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const chosen = await askOpenFile(title, filters, folder);
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

/** The tags that stand on the rows, those on most of them first. */
function tagsOn(source: CustomerSource | undefined): readonly FirstTag[] {
  if (source?.kind !== 'rows') return [];
  const found = new Map<string, { id: string; name: string; customers: number }>();
  for (const row of source.chosen.rows) {
    for (const { id, name } of customerOfRow(source.chosen, row)?.tags ?? []) {
      const tag = found.get(id) ?? { id, name, customers: 0 };
      tag.customers++;
      found.set(id, tag);
    }
  }
  return [...found.values()]
    .toSorted((one, other) => other.customers - one.customers)
    .map(({ id, name, customers }) => {
      return { id, name, why: vscode.l10n.t('On {0} of these', customerCount(customers)) };
    });
}

/** The tag that was created or used last. */
function recentTag(catalogue: Catalogue, { key }: Bot, id = ''): readonly FirstTag[] {
  const item = catalogue.item(key, id);
  if (item?.type !== TAG || item.state === 'gone') return [];
  return [{ id, name: item.name, why: vscode.l10n.t('recent') }];
}

function given<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Error('a step left no answer');
  return answer;
}
