import { l10n } from 'vscode';
import { clockText } from '../../core/clockText.ts';

/** What a document shows as it was at one time. */
export interface Snapshot {
  /** Without the time: two of the same are two moments of one thing. */
  readonly subject: string;
  /** When the service sent it, ms; `undefined`: not known, as of a file. */
  readonly time?: number | undefined;
  /** The extension of its file's name; absent: `json`. */
  readonly language?: 'txt' | undefined;
}

/** What stands on the tab, without `.json`. */
export function snapshotName({ subject, time }: Snapshot): string {
  return time === undefined ? subject : l10n.t('{0}, {1}', subject, timeName(time));
}

/** For the tab of a comparison: what two moments have in common is said once. */
export function comparisonName(earlier: Snapshot, later: Snapshot): string {
  const isSame = earlier.subject === later.subject;
  if (!isSame || earlier.time === undefined || later.time === undefined) {
    return l10n.t('{0} ↔ {1}', snapshotName(earlier), snapshotName(later));
  }
  return l10n.t('{0}: {1} ↔ {2}', earlier.subject, timeName(earlier.time), timeName(later.time));
}

/** With seconds: one may compare right after a change. */
export function timeName(time: number): string {
  return clockText(time) ?? String(time);
}
