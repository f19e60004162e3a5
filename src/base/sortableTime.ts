/** Returns a local time such as `2026-11-22 05:48:32`, which every spreadsheet parses, if the year has four digits. */
export function sortableTime(time: number): string | undefined {
  const date = new Date(time);
  const year = date.getFullYear();
  if (!(year >= 1000 && year <= 9999)) return undefined;
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return `${dayText(year, date.getMonth() + 1, date.getDate())} ${joinPadded(clock, ':')}`;
}

/** Returns a day such as `2026-11-22`. Months are counted from 1. */
export function dayText(year: number, month: number, day: number): string {
  return joinPadded([year, month, day], '-');
}

function joinPadded(numbers: readonly number[], separator: string): string {
  return numbers.map((number) => String(number).padStart(2, '0')).join(separator);
}

/** Formats a time (ms since 1970) as a value for a `datetime-local` input: local time, to the second. */
export function localTime(time: number): string {
  return sortableTime(time)?.replace(' ', 'T') ?? '';
}
