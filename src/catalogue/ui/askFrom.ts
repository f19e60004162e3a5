import * as vscode from 'vscode';
import { DAY_MS } from '../../base/numbers.ts';
import { dayText } from '../../base/text.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';

/** Customers to include, by the time of their last interaction. */
interface SinceChoice {
  /** Time (ms since 1970) that is before the last interaction of these customers; `undefined` for all customers. */
  readonly from: number | undefined;
  /** Number of days, if the time was chosen in days. */
  readonly days: number | undefined;
}

/** Asks which customers to include, by the time of their last interaction. */
export async function askFrom(now: number, position: StepPosition): Promise<SinceChoice | Back> {
  const { l10n } = vscode;
  const dayEntries = [1, 7, 30, 90].map((count) => ({
    label: count === 1 ? l10n.t('The last 24 hours') : l10n.t('The last {0} days', count),
    from: now - count * DAY_MS,
    days: count,
  }));
  const allCustomers = { label: l10n.t('All customers'), from: undefined, days: undefined };
  // `from: null` means that the next prompt is for the date.
  const dateEntry = { label: l10n.t('Since a date…'), from: null, days: undefined };
  const items = [allCustomers, ...dayEntries, dateEntry];
  const placeholder = l10n.t('Select customers by last interaction');
  const picked = await askPick<(typeof items)[number]>({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  if (picked.from !== null) return { from: picked.from, days: picked.days };
  const prompt = l10n.t(
    'Enter a date such as 2026-01-31, or a date and time such as 2026-01-31 08:00 (local time).',
  );
  const text = await askText(
    {
      prompt,
      validate: (typed) => (timeOf(typed) === undefined ? prompt : undefined),
    },
    { ...position, canGoBack: true },
  );
  return text === BACK ? askFrom(now, position) : { from: timeOf(text), days: undefined };
}

/** Parses a local time in ms since 1970. A date alone means the start of that day. */
function timeOf(text: string): number | undefined {
  const [, day, clock = '00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/.exec(text.trim()) ?? [];
  const time = Date.parse(`${day}T${clock}`);
  // `Date.parse` also accepts a day that does not exist, such as February 31, as a day of the next month.
  const date = new Date(`${day}T00:00`);
  if (dayText(date.getFullYear(), date.getMonth() + 1, date.getDate()) !== day) return undefined;
  // The service accepts only times of 13 digits (docs/service-interface.md): the years 2001 to 2286.
  return /^\d{13}$/.test(String(time)) ? time : undefined;
}
