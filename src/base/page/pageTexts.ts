import { fill } from '../text.ts';

/** Joins a label and a text: "Segment: tag:VIP". Both may contain any characters, including placeholders. */
export function labeled(
  strings: { readonly labeled: string },
  label: string,
  text: string,
): string {
  return fill(strings.labeled, label, text);
}

/** Formats a time (ms since 1970) as a value for a `datetime-local` input: local time, to the second. */
export function localTime(time: number): string {
  const date = new Date(time);
  const day = [padded(date.getFullYear(), 4), padded(date.getMonth() + 1), padded(date.getDate())];
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return `${day.join('-')}T${clock.map((value) => padded(value)).join(':')}`;
}

function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}
