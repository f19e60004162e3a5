import { l10n } from 'vscode';
import type { ResumableCounts } from './keptSummary.ts';

/** Number of all paused and interrupted jobs. */
export function resumableCount(counts: ResumableCounts): number {
  return counts.run + counts.export + counts.scan;
}

/** "1 run, 2 exports paused: Resume…" */
export function resumableText({ run, export: exports, scan }: ResumableCounts): string {
  const parts = [
    ...(run === 0 ? [] : [run === 1 ? l10n.t('1 run') : l10n.t('{0} runs', run)]),
    ...(exports === 0 ? [] : [exports === 1 ? l10n.t('1 export') : l10n.t('{0} exports', exports)]),
    ...(scan === 0 ? [] : [scan === 1 ? l10n.t('1 scan') : l10n.t('{0} scans', scan)]),
  ];
  return l10n.t('{0} paused: Resume…', parts.join(l10n.t(', ')));
}
