import * as vscode from 'vscode';
import { displayLocale } from './localeTexts.ts';

export const dateTimeText = timeFormatter({ dateStyle: 'medium', timeStyle: 'short' });
export const dateText = timeFormatter({ dateStyle: 'medium' });
export const timeOfDayText = timeFormatter({ timeStyle: 'short' });

/** Returns a function that formats times in ms since 1970. A time beyond the range of dates is shown as a number. */
function timeFormatter(options: Intl.DateTimeFormatOptions): (time: number) => string {
  // Cached, because creating the format takes far longer than using it.
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= new Intl.DateTimeFormat(displayLocale(), options);
    return Number.isNaN(new Date(time).getTime()) ? String(time) : format.format(time);
  };
}

/** Formats a duration, rounded up to a sensible unit: "40 s", "2 min", "3 h". */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 90) return vscode.l10n.t('{0} s', whole);
  const minutes = Math.ceil(whole / 60);
  return minutes < 90
    ? vscode.l10n.t('{0} min', minutes)
    : vscode.l10n.t('{0} h', Math.ceil(minutes / 60));
}
