import { env, l10n } from 'vscode';
import { supportedLocale } from '../text.ts';

let locale: string | undefined;

/** Returns the locale for `Intl`, from the display language, which does not change while the window is open. */
export function displayLocale(): string {
  return (locale ??= supportedLocale(env.language));
}

/** Cached format, because creating it takes longer than drawing a row of the tree. */
let numberFormat: Intl.NumberFormat | undefined;

export function numberText(value: number): string {
  numberFormat ??= new Intl.NumberFormat(displayLocale());
  return numberFormat.format(value);
}

export function customerCountText(count: number): string {
  return count === 1 ? l10n.t('1 customer') : l10n.t('{0} customers', numberText(count));
}

export function runCountText(count: number): string {
  return count === 1 ? l10n.t('1 run') : l10n.t('{0} runs', numberText(count));
}

export function exportCountText(count: number): string {
  return count === 1 ? l10n.t('1 export') : l10n.t('{0} exports', numberText(count));
}

export function scanCountText(count: number): string {
  return count === 1 ? l10n.t('1 scan') : l10n.t('{0} scans', numberText(count));
}

export function lineCountText(count: number): string {
  return count === 1 ? l10n.t('1 line') : l10n.t('{0} lines', numberText(count));
}

export function pageCountText(count: number): string {
  return count === 1 ? l10n.t('1 page') : l10n.t('{0} pages', numberText(count));
}

export function requestCountText(count: number): string {
  return count === 1 ? l10n.t('1 request') : l10n.t('{0} requests', numberText(count));
}

export function botCountText(count: number): string {
  return count === 1 ? l10n.t('1 bot') : l10n.t('{0} bots', numberText(count));
}

export function tagCountText(count: number): string {
  return count === 1 ? l10n.t('1 tag') : l10n.t('{0} tags', numberText(count));
}

export function folderCountText(count: number): string {
  return count === 1 ? l10n.t('1 folder') : l10n.t('{0} folders', numberText(count));
}

export function itemCountText(count: number): string {
  return count === 1
    ? l10n.t('1 tag or folder')
    : l10n.t('{0} tags and folders', numberText(count));
}

export function userIdCountText(count: number): string {
  return count === 1 ? l10n.t('1 user ID') : l10n.t('{0} user IDs', numberText(count));
}

type CheckCounts = Readonly<Record<'renamed' | 'gone' | 'wrongBot' | 'failed', number>>;

/** Returns, for example, "24 tags checked. No changes were found." @param itemsText for example "24 tags" */
export function checkedText(
  itemsText: string,
  { renamed, gone, wrongBot, failed }: CheckCounts,
): string {
  const changes = [
    ...(renamed === 0 ? [] : [l10n.t('{0} renamed', numberText(renamed))]),
    ...(gone === 0 ? [] : [l10n.t('{0} gone', numberText(gone))]),
    ...(wrongBot === 0 ? [] : [l10n.t('{0} owned by another bot', numberText(wrongBot))]),
    ...(failed === 0 ? [] : [l10n.t('{0} could not be read', numberText(failed))]),
  ];
  return changes.length === 0
    ? l10n.t('{0} checked. No changes were found.', itemsText)
    : l10n.t('{0} checked: {1}.', itemsText, changes.join(comma()));
}

/** Returns a name in the quotation marks of the display language. */
export function quoted(name: string): string {
  return l10n.t('"{0}"', name);
}

export function labeled(label: string, text: string): string {
  return l10n.t('{0}: {1}', label, text);
}

/** Returns the list separator of the display language, which is not ", " everywhere. */
export function comma(): string {
  return l10n.t(', ');
}

/** Returns a validator of a whole number from 1 to `max`. The validator returns what is wrong with the text. */
export function wholeNumberValidator(max: number): (text: string) => string | undefined {
  return (text) => {
    const number = Number(text);
    const isValid = /^\d+$/.test(text.trim()) && number >= 1 && number <= max;
    return isValid ? undefined : l10n.t('Enter a whole number from 1 to {0}.', max);
  };
}

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
  if (whole < 90) return l10n.t('{0} s', whole);
  const minutes = Math.ceil(whole / 60);
  return minutes < 90 ? l10n.t('{0} min', minutes) : l10n.t('{0} h', Math.ceil(minutes / 60));
}
