import * as vscode from 'vscode';

/** "45 s", "3 min", "2 h" */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 90) return vscode.l10n.t('{0} s', whole);
  const minutes = Math.ceil(whole / 60);
  return minutes < 90
    ? vscode.l10n.t('{0} min', minutes)
    : vscode.l10n.t('{0} h', Math.ceil(minutes / 60));
}
