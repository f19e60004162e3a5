import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import type { PlanTag } from '../../base/plan.ts';
import { sentences } from '../../base/text.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { fileOf } from '../../base/ui/filePaths.ts';
import {
  comma,
  customerCountText,
  lineCountText,
  pageCountText,
} from '../../base/ui/localeTexts.ts';
import { limitReports, runCancellable, withProgress } from '../../base/ui/progress.ts';
import { runStep } from '../../base/ui/steps.ts';
import { showWarning } from '../../base/ui/window.ts';
import { botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import type { ArgumentOf } from '../../commands/commands.ts';
import type { PlannedFiles } from '../../commands/results.ts';
import { namedSource, requireSegment } from '../../customers/ui/namedSource.ts';
import { filterText } from '../../search/filterText.ts';
import { joinedSearches } from '../../search/textParts.ts';
import { fileExists } from '../../workspaceFile/ui/readFile.ts';
import { askPlan, type AskPlanNeeds, type PlanAnswers, type PlanCustomers } from './askPlan.ts';
import { customersSource, fileSource, matchSource, type CandidateSource } from './planSource.ts';
import { type CreatedPlan, makePlan, type MakerNeeds, type MakingProgress } from './makePlan.ts';
import { choiceOf } from './askColumns.ts';
import { askPlanFile, openPlan, planName } from './planFiles.ts';
import { asPlanFile, nameIn, requireFree } from './planTarget.ts';
import { changesOf } from './askTags.ts';
import type { PlanServices } from './planServices.ts';

type Needs = AskPlanNeeds & MakerNeeds & Pick<PlanServices, 'botServices'>;

type PlanArgument = ArgumentOf<'botTags.attachTags'>;

/** Prompts for a file, writes a plan, and opens it. */
export async function writeNewPlan(services: Needs, answers: PlanAnswers): Promise<void> {
  const { action, bot, tags } = answers;
  const names = tags.map(({ name }) => name);
  const title = vscode.l10n.t('Create Plan');
  const file = await askPlanFile(
    title,
    planName(action.replaceAll(' ', '-'), [...new Set(names)], services.clock.now()),
  );
  const withNames = canHaveNames(answers) && (await askNames(title, file));
  const source = sourceOf(services, answers, file);
  const { files, warnings } = await withProgress(
    { title, location: 'notification' },
    ({ signal, report }) => {
      const newPlan = { bot, action, tags, source, file, withNames };
      const onProgress = limitReports((progress: MakingProgress) => report(progressText(progress)));
      return makePlan(services, newPlan, signal, onProgress);
    },
  );
  await openPlan(files);
  if (warnings.length > 0) void showWarning(sentences(warnings));
}

function progressText({ pages, customers, lines }: MakingProgress): string {
  const pagesText = pages === 0 ? [] : [pageCountText(pages)];
  return [...pagesText, customerCountText(customers), lineCountText(lines)].join(comma());
}

/** Writes a plan. Sends no request that changes data. */
export function tagMany(services: Needs): Handler<'botTags.attachTags'> {
  return {
    interactive: async (context) => writeNewPlan(services, await askPlan(services, context)),
    withArguments: async ({ cancellation, ...argument }) =>
      runCancellable(cancellation, async (signal) =>
        resultOf(await makePlanFromArguments(services, argument, signal)),
      ),
  };
}

function canHaveNames({ customers }: PlanAnswers): boolean {
  return customers.kind !== 'file' || customers.choice.name !== undefined;
}

/** @param plan file of the plan */
function sourceOf(
  { botServices }: Needs,
  { bot, customers, tags }: PlanAnswers,
  plan: vscode.Uri,
): CandidateSource {
  const sourceOptions = { bot, botServices };
  switch (customers.kind) {
    case 'file':
      return fileSource({ ...customers, file: relativeName(customers.file, plan) });
    case 'match':
      // A match attaches and detaches one and the same tag.
      return matchSource(sourceOptions, customers.source, tags[0]?.id ?? '');
    default:
      return customersSource(sourceOptions, customers);
  }
}

/** Returns the file name for a file in the plan's folder (both may be moved together), otherwise its path. */
function relativeName(file: string, plan: vscode.Uri): string {
  const uri = vscode.Uri.file(file);
  const folder = vscode.Uri.joinPath(uri, '..').toString();
  const isInSameFolder =
    plan.scheme === 'file' && vscode.Uri.joinPath(plan, '..').toString() === folder;
  return isInSameFolder ? nameIn(uri) : file;
}

async function makePlanFromArguments(
  services: Needs,
  argument: PlanArgument,
  signal: AbortSignal,
): Promise<CreatedPlan> {
  const { action = 'attach', detach = [] } = argument;
  const job = action === 'attach' && detach.length > 0 ? 'attach and detach' : action;
  const catalogue = await services.catalogue();
  const bot = botByReference(catalogue, argument.bot);
  const file = asPlanFile(vscode.Uri.file(fileOf(argument.file)));
  if (argument.overwrite !== true) await requireFree(file);
  const tagsOf = (ids: readonly string[]): readonly PlanTag[] =>
    [...new Set(ids)].map((id) => ({ id, name: catalogue.item(bot.key, id)?.name ?? id }));
  const tags = tagsOf(argument.tags);
  // `match` needs only the tag to attach: `changesOf` detaches it from all other customers.
  const changes = changesOf(job, {
    attach: job === 'detach' ? [] : tags,
    detach: job === 'detach' ? tags : tagsOf(detach),
  });
  const customers = await customersOf(services, bot, argument, signal);
  const source = sourceOf(services, { bot, customers, ...changes }, file);
  const withNames = argument.names ?? false;
  return makePlan(services, { bot, ...changes, source, file, withNames }, signal);
}

async function customersOf(
  services: Needs,
  bot: Bot,
  argument: PlanArgument,
  signal: AbortSignal,
): Promise<PlanCustomers> {
  const { action, from, segment } = argument;
  if (typeof from === 'string') {
    const source = await namedSource(services, bot, { scope: from, segment: searchOf(argument) });
    const isMatch = action === 'match' && source.kind === 'service';
    return isMatch ? { kind: 'match', source } : source;
  }
  if (segment !== undefined) {
    throw new UserError(
      vscode.l10n.t(
        'A segment cannot be used with a file, because the file does not contain the tags of the customers. Leave out "segment", or choose customers of the service.',
      ),
    );
  }
  const file = fileOf(from.file);
  const input = await (await services.planTexts()).openInput(file, signal);
  return { kind: 'file', input, choice: choiceOf(input, from), file };
}

/** Returns the segment, combined with the filter, which applies only to the customers of the service. */
function searchOf({ from, filter, segment }: PlanArgument): string | undefined {
  for (const text of [segment, filter?.segment]) if (text !== undefined) requireSegment(text);
  if (filter === undefined || from !== 'service') return segment;
  return joinedSearches([filterText(filter), segment ?? ''].filter((text) => text !== ''));
}

function resultOf({ files, totals }: CreatedPlan): PlannedFiles {
  return { files: files.map((file) => file.toString()), totals };
}

/** The default is yes, except in a Git repository, where a committed name would stay in the history. */
async function askNames(title: string, plan: vscode.Uri): Promise<boolean> {
  const { l10n } = vscode;
  const isInGit = await isInRepository(plan);
  const answers = [
    { label: l10n.t('With Names'), withNames: true },
    { label: l10n.t('Without Names'), withNames: false },
  ];
  const placeholder = l10n.t('Write the names of the customers into the plan?');
  const items = isInGit ? answers.toReversed() : answers;
  const { withNames } = await runStep(title, (position) =>
    askPick({ placeholder, items }, position),
  );
  return withNames;
}

/** Returns whether a folder above the file has a `.git`, which is a folder, or a file in a worktree. */
async function isInRepository(file: vscode.Uri): Promise<boolean> {
  for (let folder = vscode.Uri.joinPath(file, '..'); ;) {
    // A folder that cannot be read counts as one without a repository.
    const hasGit = await fileExists(vscode.Uri.joinPath(folder, '.git')).catch(() => false);
    if (hasGit) return true;
    const above = vscode.Uri.joinPath(folder, '..');
    if (above.path === folder.path) return false;
    folder = above;
  }
}
