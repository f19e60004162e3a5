import * as vscode from 'vscode';
import { Cancelled, UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import type { PlanTag } from '../../base/plan.ts';
import type { Lazy } from '../../base/promises.ts';
import { sentences } from '../../base/text.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { fileOf } from '../../base/ui/filePath.ts';
import { comma, customerCount, lineCount, pageCount } from '../../base/ui/localeTexts.ts';
import { untilCancelled, whileSaying } from '../../base/ui/progress.ts';
import { BACK } from '../../base/ui/steps.ts';
import { showWarning } from '../../base/ui/window.ts';
import { botNamed, type Handler } from '../../catalogue/ui/handler.ts';
import type { BotServices } from '../../catalogue/ui/services.ts';
import type { ArgumentOf } from '../../commands/commands.ts';
import type { PlannedFiles } from '../../commands/results.ts';
import { namedSource } from '../../customers/ui/namedSource.ts';
import type { InputFiles } from '../input/inputFiles.ts';
import type { PlanTexts } from '../planTexts.ts';
import { askPlan, type AskPlanNeeds, type PlanAnswers } from './askPlan.ts';
import { customersSource, fileSource, matchSource, type PlanSource } from './planSource.ts';
import { type MadePlan, makePlan, type MakerNeeds, type MakingProgress } from './makePlan.ts';
import { choiceOf } from './namedColumns.ts';
import { askPlanFile, openPlan, planName } from './planFiles.ts';
import { asPlanFile, requireFree } from './planTarget.ts';
import { changesOf } from './stepsOfTags.ts';

/** Not for every customer: nobody reads that fast. */
const EVERY_MS = 200;

/** Progress with pages, customers and lines, and a Cancel button. */
function whileMaking<T>(
  title: string,
  work: (signal: AbortSignal, onProgress: (progress: MakingProgress) => void) => Promise<T>,
): Thenable<T> {
  return whileSaying(title, (signal, say) => {
    let last = 0;
    return work(signal, ({ pages, customers, lines }) => {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      const read = pages === 0 ? [] : [pageCount(pages)];
      say([...read, customerCount(customers), lineCount(lines)].join(comma()));
    });
  });
}

interface Needs extends Omit<AskPlanNeeds & MakerNeeds, 'planTexts'> {
  readonly planTexts: Lazy<PlanTexts & InputFiles>;
  readonly services: BotServices;
}

type TagMany = Handler<'botTags.attachTags'> & {
  readonly make: (answers: PlanAnswers) => Promise<void>;
};

type PlanArgument = ArgumentOf<'botTags.attachTags'>;

/** "Tag Customers…": writes a plan, and sends nothing that changes anything. */
export function tagMany(parts: Needs): TagMany {
  const make = async (answers: PlanAnswers): Promise<void> => {
    const { action, bot, tags } = answers;
    const names = tags.map(({ name }) => name);
    const title = vscode.l10n.t('Create Plan');
    const file = await askPlanFile(
      title,
      planName(action.replaceAll(' ', '-'), [...new Set(names)], parts.clock.now()),
    );
    const withNames = mayHaveNames(answers) && (await askNames(title, file));
    const source = sourceOf(parts, answers, { file, withNames });
    const made = await whileMaking(title, (signal, onProgress) =>
      makePlan(parts, { bot, action, tags, source, file }, signal, onProgress),
    );
    await openPlan(made);
    const { warnings } = made;
    if (warnings.length > 0) void showWarning(sentences(warnings));
  };
  return {
    byPerson: async (hand) => make(await askPlan(parts, hand)),
    make,
    byProgram: async ({ cancellation, ...argument }) =>
      untilCancelled(cancellation, async (signal) =>
        resultOf(await makeForProgram(parts, argument, signal)),
      ),
  };
}

function mayHaveNames({ whom }: PlanAnswers): boolean {
  return whom.kind !== 'file' || whom.choice.name !== undefined;
}

interface Wanted {
  /** The plan. */
  readonly file: vscode.Uri;
  readonly withNames: boolean;
}

function sourceOf(parts: Needs, answers: PlanAnswers, { file, withNames }: Wanted): PlanSource {
  const { bot, whom, tags } = answers;
  if (whom.kind === 'match') {
    return matchSource(walkOf(parts, bot), whom.source, tags[0]?.id ?? '', withNames);
  }
  if (whom.kind !== 'file') return customersSource(walkOf(parts, bot), whom, withNames);
  return fileSource({ ...whom, file: nameBeside(whom.file, file) }, withNames);
}

function walkOf({ services }: Needs, bot: Bot) {
  return { bot, serviceOf: services.of };
}

/** Its name when it lies beside the plan: both may be moved together. Else its path. */
function nameBeside(file: string, plan: vscode.Uri): string {
  const uri = vscode.Uri.file(file);
  const folder = vscode.Uri.joinPath(uri, '..').toString();
  const isBeside = plan.scheme === 'file' && vscode.Uri.joinPath(plan, '..').toString() === folder;
  return isBeside ? uri.path.slice(uri.path.lastIndexOf('/') + 1) : file;
}

async function makeForProgram(
  parts: Needs,
  argument: PlanArgument,
  signal: AbortSignal,
): Promise<MadePlan> {
  const { action = 'attach', detach = [] } = argument;
  const job = action === 'attach' && detach.length > 0 ? 'attach and detach' : action;
  const catalogue = await parts.catalogue();
  const bot = botNamed(catalogue, argument.bot);
  const file = asPlanFile(vscode.Uri.file(fileOf(argument.file)));
  if (argument.overwrite !== true) await requireFree(file);
  const tagsOf = (ids: readonly string[]): readonly PlanTag[] =>
    [...new Set(ids)].map((id) => ({ id, name: catalogue.item(bot.key, id)?.name ?? id }));
  const listed = tagsOf(argument.tags);
  const changes = changesOf(job, {
    attach: job === 'detach' ? [] : listed,
    detach: job === 'detach' ? listed : tagsOf(detach),
  });
  const source = await planSourceOf(parts, bot, argument, file);
  return makePlan(parts, { bot, ...changes, source, file }, signal);
}

async function planSourceOf(
  parts: Needs,
  bot: Bot,
  argument: PlanArgument,
  plan: vscode.Uri,
): Promise<PlanSource> {
  const { from, filter, segment, names: withNames = false } = argument;
  if (typeof from === 'string') {
    const source = await namedSource(parts, bot, { scope: from, filter, segment });
    if (argument.action === 'match' && source.kind === 'service') {
      return matchSource(walkOf(parts, bot), source, argument.tags[0] ?? '', withNames);
    }
    return customersSource(walkOf(parts, bot), source, withNames);
  }
  if (segment !== undefined) {
    throw new UserError(
      vscode.l10n.t(
        'A segment cannot be used with a file, because the file does not contain the tags of the customers. Leave out "segment", or choose customers of the service.',
      ),
    );
  }
  const { signal } = new AbortController();
  const path = fileOf(from.file);
  const input = await (await parts.planTexts()).openInput(path, signal);
  const choice = choiceOf(input, from);
  return fileSource({ input, choice, file: nameBeside(path, plan) }, withNames);
}

function resultOf({ files, totals }: MadePlan): PlannedFiles {
  return { files: files.map((file) => file.toString()), totals };
}

/**
 * Asks whether names of customers are written into a plan. The default is yes, except in a repository, where a name
 * that was committed stays. Throws `Cancelled`.
 */
async function askNames(title: string, plan: vscode.Uri): Promise<boolean> {
  const { l10n } = vscode;
  const isTracked = await isInRepository(plan);
  const answers = [
    { label: l10n.t('With Names'), isOn: true },
    { label: l10n.t('Without Names'), isOn: false },
  ];
  const placeholder = l10n.t('Write the names of the customers into the plan?');
  const items = isTracked ? answers.toReversed() : answers;
  const position = { title, step: 1, totalSteps: 1, canGoBack: false };
  const answer = await askPick({ placeholder, items }, position);
  if (answer === BACK) throw new Cancelled();
  return answer.isOn;
}

/** Whether a folder above the file has a `.git`, which is a file in a worktree. */
async function isInRepository(file: vscode.Uri): Promise<boolean> {
  for (let folder = vscode.Uri.joinPath(file, '..'); ;) {
    if (await exists(vscode.Uri.joinPath(folder, '.git'))) return true;
    const above = vscode.Uri.joinPath(folder, '..');
    if (above.path === folder.path) return false;
    folder = above;
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
