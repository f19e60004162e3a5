import type { CustomerChoice } from '../../catalogue/scanCounts.ts';
import type { ValueChart } from '../overviewMessages.ts';
import { dayRange, type Segment } from '../../search/segment.ts';
import { segmentText } from '../../search/segmentText.ts';
import { STATUS_NAMES } from '../../search/words.ts';
import { DAY_MS } from '../../base/numbers.ts';
import { dayText } from '../../base/sortableTime.ts';

/**
 * Returns the search for the customers that a bar of a chart counts.
 * @param value value of the bar. In the charts `first` and `last`, a month (`2026-11`) or a year (`2026`).
 */
export function valueSegment(chart: ValueChart, value: string): string {
  switch (chart) {
    case 'last':
      return segmentText(timeSegment('active', value));
    case 'first':
      return segmentText(timeSegment('first', value));
    case 'status':
      return segmentText({
        kind: 'field',
        field: 'status',
        comparison: '=',
        value: statusName(value),
      });
    default:
      return segmentText({ kind: 'field', field: chart, comparison: '=', value });
  }
}

/** Returns the query that loads the counted customers. `from` is a time in ms. */
export function queryFor(choice: CustomerChoice, now: number): { readonly from?: number } {
  if (choice.kind === 'everybody') return {};
  return { from: choice.kind === 'days' ? now - choice.days * DAY_MS : choice.from };
}

function timeSegment(field: 'active' | 'first', value: string): Segment {
  const [year = 0, month] = value.split('-').map(Number);
  const firstDay = month === undefined ? `${year}-01-01` : dayText(year, month, 1);
  const dayAfter =
    month === undefined || month === 12 ? `${year + 1}-01-01` : dayText(year, month + 1, 1);
  return dayRange(field, firstDay, dayAfter);
}

/** Returns the name of a status, as it is written in a search. */
function statusName(status: string): string {
  return STATUS_NAMES[Number(status) - 1] ?? status;
}
