import * as vscode from 'vscode';

/** A point in time as this person reads it. @param time ms since 1970 */
export function timeText(time: number): string {
  if (Number.isNaN(new Date(time).getTime())) return String(time);
  return new Date(time).toLocaleString(vscode.env.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}
