import * as vscode from 'vscode';
import { displayLocale } from './localeTexts.ts';

/** Cached, because creating the format takes far longer than using it. */
let dateTimeFormat: Intl.DateTimeFormat | undefined;

/**
 * Formats a point in time in the user's locale.
 * @param time ms since 1970
 */
export function timeText(time: number): string {
  if (Number.isNaN(new Date(time).getTime())) return String(time);
  dateTimeFormat ??= new Intl.DateTimeFormat(displayLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return dateTimeFormat.format(time);
}

let dateFormat: Intl.DateTimeFormat | undefined;

/**
 * Formats the date of a point in time.
 * @param time ms since 1970
 */
export function dateText(time: number): string {
  if (Number.isNaN(new Date(time).getTime())) return String(time);
  dateFormat ??= new Intl.DateTimeFormat(displayLocale(), { dateStyle: 'medium' });
  return dateFormat.format(time);
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

/**
 * Formats the time of day of a point in time.
 * @param time ms since 1970
 */
export function hourText(time: number): string {
  if (Number.isNaN(new Date(time).getTime())) return String(time);
  clockFormat ??= new Intl.DateTimeFormat(displayLocale(), { timeStyle: 'short' });
  return clockFormat.format(time);
}
