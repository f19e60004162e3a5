import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors.ts';
import type { UnfinishedExport } from '../../core/exports/exportPlan.ts';
import { askPick } from '../input/askPick.ts';
import type { Handler } from '../input/handler.ts';
import { runSteps, step } from '../input/steps.ts';
import { customerCount } from '../kit/counts.ts';
import { fileOf, pathOf } from '../input/filePath.ts';
import { numberText } from '../kit/numberText.ts';
import { askOpenFile, showInformation } from '../kit/window.ts';
import type { ExportJobs } from './exportJobs.ts';
import { resumeByPerson } from './resumeByPerson.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

interface Needs {
  readonly exports: ExportJobs;
}

interface RunPick extends vscode.QuickPickItem {
  /** `undefined`: the person looks for it. */
  readonly file: string | undefined;
}

export function resumeExport({ exports }: Needs): Handler<'botTags.resumeExport'> {
  return {
    byPerson: async () => {
      let picked: RunPick | undefined;
      const all = await exports.allUnfinished();
      const unfinished = all.filter(({ isRunning }) => isRunning !== true);
      const items = entriesOf(unfinished);
      const placeholder = vscode.l10n.t('Which export do you want to resume?');
      if (unfinished.length === 0) await confirmNone();
      await runSteps(vscode.l10n.t('Resume Export'), [
        step(
          items.length > 1,
          (position) => askPick<RunPick>({ placeholder, items }, position),
          (answer) => (picked = answer),
        ),
      ]);
      await resumeByPerson(exports, picked?.file ?? (await askCheckpoint()));
    },
    byProgram: ({ file, ...change }) =>
      exports.resume(fileOf(file), { controller: new AbortController() }, change),
  };
}

function entriesOf(unfinished: readonly UnfinishedExport[]): readonly RunPick[] {
  const entries = unfinished.map(({ file, plan, records, pages }) => ({
    label: file,
    description: SHOWN_FORMATS[plan.format].name,
    detail: vscode.l10n.t('{0} so far, page {1}', customerCount(records), numberText(pages)),
    file,
  }));
  return [...entries, { label: vscode.l10n.t('Choose a checkpoint file…'), file: undefined }];
}

/** One that was begun on another machine, or by an earlier version, is known by its file only. */
async function confirmNone(): Promise<void> {
  const choose = vscode.l10n.t('Choose Checkpoint File…');
  const text = vscode.l10n.t('There is no unfinished export to resume.');
  if ((await showInformation(text, choose)) !== choose) throw new Cancelled();
}

async function askCheckpoint(): Promise<string> {
  const filters = { [vscode.l10n.t('Checkpoints')]: ['checkpoint'] };
  const uri = await askOpenFile(vscode.l10n.t('Checkpoint of the export'), filters);
  if (uri === undefined) throw new Cancelled();
  return pathOf(uri).replace(/\.checkpoint$/, '');
}
