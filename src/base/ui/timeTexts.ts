import * as vscode from 'vscode';
import { displayLocale } from './localeTexts.ts';

/** Cached, because creating the format takes far longer than using it. */
let dateTimeFormat: Intl.DateTimeFormat | undefined;

/** @param time ms since 1970 */
export function dateTimeText(time: number): string {
  dateTimeFormat ??= new Intl.DateTimeFormat(displayLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return formatted(time, dateTimeFormat);
}

let dateFormat: Intl.DateTimeFormat | undefined;

/** @param time ms since 1970 */
export function dateText(time: number): string {
  dateFormat ??= new Intl.DateTimeFormat(displayLocale(), { dateStyle: 'medium' });
  return formatted(time, dateFormat);
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

let clockFormat: Intl.DateTimeFormat | undefined;

/** @param time ms since 1970 */
export function timeOfDayText(time: number): string {
  clockFormat ??= new Intl.DateTimeFormat(displayLocale(), { timeStyle: 'short' });
  return formatted(time, clockFormat);
}

/** A number beyond the range of dates is returned as a number. */
function formatted(time: number, format: Intl.DateTimeFormat): string {
  return Number.isNaN(new Date(time).getTime()) ? String(time) : format.format(time);
}
