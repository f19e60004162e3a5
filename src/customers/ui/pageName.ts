import { l10n } from 'vscode';
import { clockText } from '../../base/clockText.ts';

/**
 * Returns the name of a tab that shows a page of customers.
 * @param number from 1
 * @param time when the service sent the page, ms
 */
export function pageName(botLabel: string, number: number, time: number): string {
  // Hours and minutes of `2026-11-22 05:48:32`.
  const clock = clockText(time)?.slice(-8, -3) ?? String(time);
  return l10n.t('{0} page {1}, {2}', botLabel, number, clock);
}
