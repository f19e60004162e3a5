import * as vscode from 'vscode';
import type { ExportProgress, ExportSummary, PlanChange } from '../../base/exportPlan.ts';
import { comma, customerCount, numberText } from '../../base/ui/localeTexts.ts';
import { whileControlled } from '../../base/ui/progress.ts';
import { durationText } from '../../base/ui/timeText.ts';
import type { ExportJobs, JobRun } from './exportJobs.ts';
import { sayExported } from './sayExported.ts';

/** Progress with records, pages, rate and time left, and a Cancel button. */
export function whileExporting(
  title: string,
  work: (run: JobRun) => Promise<ExportSummary>,
): Thenable<ExportSummary> {
  return whileControlled(title, (controller, say) => {
    const shown = new Shown(say);
    return work({ controller, onProgress: (now) => shown.update(now) });
  });
}

/** Not for every page: nobody reads that fast, and each report crosses to another process. */
const EVERY_MS = 200;

class Shown {
  readonly #say: (message: string, increment: number) => void;
  #last: { readonly at: number; readonly stage: string } | undefined;
  #share = 0;

  constructor(say: (message: string, increment: number) => void) {
    this.#say = say;
  }

  update(now: ExportProgress): void {
    if (this.#last?.stage === now.stage && now.ms - this.#last.at < EVERY_MS) return;
    this.#last = { at: now.ms, stage: now.stage };
    const share = now.total === undefined || now.total === 0 ? 0 : done(now) / now.total;
    const increment = Math.max(0, Math.min(1, share) * 100 - this.#share);
    this.#share += increment;
    this.#say(progressText(now), increment);
  }
}

function progressText(now: ExportProgress): string {
  const { l10n } = vscode;
  const rate = now.ms > 0 ? (now.done * 1000) / now.ms : 0;
  const records = customerCount(done(now));
  const what =
    now.stage === 'read'
      ? l10n.t('{0}, page {1}', records, numberText(now.pages))
      : l10n.t('Writing the file: {0}', records);
  const parts = [what];
  if (rate > 0) parts.push(l10n.t('{0} per second', numberText(Math.round(rate))));
  const left = now.total === undefined ? 0 : now.total - done(now);
  if (left > 0 && rate > 0) parts.push(l10n.t('about {0} left', durationText(left / rate)));
  return parts.join(comma());
}

/** Records of this stage, those of earlier runs included. */
function done({ stage, records, done: now }: ExportProgress): number {
  return stage === 'read' ? records : now;
}

export async function resumeByPerson(
  exports: ExportJobs,
  file: string,
  change?: PlanChange,
): Promise<void> {
  const title = vscode.l10n.t('Exporting to "{0}"', file);
  sayExported(await whileExporting(title, (run) => exports.resume(file, run, change)));
}
