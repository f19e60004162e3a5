import { l10n } from 'vscode';
import { comma, exportCountText, runCountText, scanCountText } from '../../base/ui/localeTexts.ts';
import type { ResumableCounts } from './storedSummary.ts';

export function resumableCount(counts: ResumableCounts): number {
  return counts.run + counts.export + counts.scan;
}

/** Returns a text such as "1 run, 2 exports paused: Resume…". */
export function resumableText(counts: ResumableCounts): string {
  const jobCounts = [
    counts.run > 0 ? runCountText(counts.run) : '',
    counts.export > 0 ? exportCountText(counts.export) : '',
    counts.scan > 0 ? scanCountText(counts.scan) : '',
  ];
  return l10n.t('{0} paused: Resume…', jobCounts.filter((text) => text !== '').join(comma()));
}
