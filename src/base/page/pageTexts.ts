import { sortableTime } from '../sortableTime.ts';
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
  return sortableTime(time)?.replace(' ', 'T') ?? '';
}
