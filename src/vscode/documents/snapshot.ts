import { l10n } from 'vscode';
import { clockText } from '../../core/clockText.ts';

/** What a document shows as it was at one time. */
export interface Snapshot {
  /** Without the time: two of the same are two moments of one thing. */
  readonly subject: string;
  /** When the service sent it, ms; `undefined`: not known, as of a file. */
  readonly time?: number | undefined;
}

/** What stands on the tab, without `.json`. */
export function snapshotName({ subject, time }: Snapshot): string {
  return time === undefined ? subject : l10n.t('{0}, {1}', subject, timeName(time));
}

/** With seconds. */
function timeName(time: number): string {
  return clockText(time) ?? String(time);
}
