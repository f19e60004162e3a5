import * as vscode from 'vscode';
import { Cancelled } from '../base/errors.ts';
import { resumeWithProgress } from '../exports/ui/exportMessages.ts';
import { askPick } from '../base/ui/askPick.ts';
import { fileOf, pathOf } from '../base/ui/filePaths.ts';
import type { Handler } from '../catalogue/ui/handler.ts';
import { runStep } from '../base/ui/steps.ts';
import { dateTimeText } from '../base/ui/localeTexts.ts';
import { askOpenFile, showInformation } from '../base/ui/window.ts';
import { resumeRun, type RunNeeds } from '../runs/ui/runCommands.ts';
import { resumeScan, type ScanNeeds } from '../tags/ui/discoverTags.ts';
import type { Resumable } from './resumables.ts';
import type { Services } from './services.ts';

type Needs = RunNeeds & ScanNeeds & Pick<Services, 'resumables' | 'exports'>;

/** Resumes a run, an export or a scan: the clicked or named one, or else the one that the user picks. */
export function resume(services: Needs): Handler<'botTags.resume'> {
  return {
    interactive: async ({ run }) => {
      if (run !== undefined) return services.runDialogs.resume(run);
      const picked = await askResumable(await services.resumables.list());
      switch (picked?.kind) {
        case 'run':
          return services.runDialogs.resume(picked.id);
        case 'scan':
          return resumeScan(services, picked.id);
        // An export, or `undefined`: the user then chooses the file of an export.
        default:
          return resumeWithProgress(services.exports, picked?.id ?? (await askExportFile()));
      }
    },
    withArguments: async (argument) => {
      if ('run' in argument) return resumeRun(services, argument, { maxUsers: argument.users });
      const { file, ...change } = argument;
      return services.exports.resume(fileOf(file), change, new AbortController());
    },
  };
}

interface ResumePick extends vscode.QuickPickItem {
  /** `undefined` for the item that lets the user choose an export file. */
  readonly resumable: Resumable | undefined;
}

/** Returns `undefined` if the user wants to choose an unfinished export file, for example from another machine. */
async function askResumable(resumables: readonly Resumable[]): Promise<Resumable | undefined> {
  const { l10n } = vscode;
  const chooseFile = l10n.t('Choose an Unfinished Export…');
  if (resumables.length === 0) {
    const text = l10n.t('There is nothing to resume.');
    if ((await showInformation(text, chooseFile)) !== chooseFile) throw new Cancelled();
    return undefined;
  }
  const items: ResumePick[] = resumables.map((resumable) => ({
    label: resumable.label,
    description: l10n.t('{0} · {1}', resumable.botLabel, dateTimeText(resumable.updated)),
    detail: resumable.progress,
    resumable,
  }));
  items.push({ label: chooseFile, resumable: undefined });
  const placeholder = l10n.t('What do you want to resume?');
  const picked = await runStep(l10n.t('Resume'), (position) =>
    askPick({ placeholder, items }, position),
  );
  return picked.resumable;
}

/** Returns the path of the exported file, although the user picks its checkpoint. */
async function askExportFile(): Promise<string> {
  const { l10n } = vscode;
  const filters = { [l10n.t('Unfinished Exports')]: ['checkpoint'] };
  const uri = await askOpenFile(l10n.t('Unfinished Exports'), filters);
  if (uri === undefined) throw new Cancelled();
  return pathOf(uri).replace(/\.checkpoint$/, '');
}
