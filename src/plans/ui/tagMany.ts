import * as vscode from 'vscode';
import type { Bot } from '../../base/model.ts';
import type { InputFiles } from '../input/inputFiles.ts';
import type { PlanTexts } from '../planTexts.ts';
import type { Lazy } from '../../base/lazy.ts';
import { UserError } from '../../base/errors.ts';
import type { PlanTag } from '../../base/plan.ts';
import { sentences } from '../../base/sentences.ts';
import type { ArgumentOf } from '../../commands/commands.ts';
import type { PlannedFiles } from '../../commands/results.ts';
import { botNamed, type Handler } from '../../catalogue/ui/handler.ts';
import { fileOf } from '../../base/ui/filePath.ts';
import { untilCancelled } from '../../base/ui/progress.ts';
import { showWarning } from '../../base/ui/window.ts';
import type { BotServices } from '../../catalogue/ui/services.ts';
import { askPlan, type AskPlanNeeds, type PlanAnswers } from './askPlan.ts';
import { askNames } from './askNames.ts';
import { askPlanFile, planName } from './askPlanFile.ts';
import { fileSource } from './fileSource.ts';
import { makePlan, type MadePlan, type MakerNeeds } from './makePlan.ts';
import { choiceOf } from './namedColumns.ts';
import { openPlan } from './openPlan.ts';
import type { PlanSource } from './planSource.ts';
import { changesOf } from './stepsOfTags.ts';
import { asPlanFile, requireFree } from './planTarget.ts';
import { namedSource } from '../../customers/ui/namedSource.ts';
import { customersSource, matchSource } from './customersSource.ts';
import { whileMaking } from './whileMaking.ts';

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
