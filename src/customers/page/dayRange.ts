import type { Segment } from '../../search/segment.ts';

interface Days {
  /** The first day of it, and the day after the last one: `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

interface Times {
  readonly from: number;
  readonly to: number;
}

/** `first >= … and first < …`; `undefined` for a year that has not four digits. */
export function rangeSegment(field: 'active' | 'first', times: Times): Segment | undefined {
  const [from, to] = [dayOf(times.from), dayOf(times.to)];
  if (from === undefined || to === undefined) return undefined;
  const bound = (comparison: '>=' | '<', day: string): Segment => {
    return { kind: 'time', field, when: { comparison, than: { kind: 'day', day } } };
  };
  return { kind: 'and', parts: [bound('>=', from), bound('<', to)] };
}

/** The days of what `rangeSegment` makes; `undefined` for anything else. */
export function daysOf(segment: Segment): Days | undefined {
  if (segment.kind !== 'and' || segment.parts.length !== 2) return undefined;
  const [from, to] = segment.parts.map(boundOf);
  if (from?.comparison !== '>=' || to?.comparison !== '<') return undefined;
  return { from: from.day, to: to.day };
}

export function isWithin(times: Times, days: Days | undefined): boolean {
  const [from, to] = [dayOf(times.from), dayOf(times.to)];
  if (days === undefined || from === undefined || to === undefined) return false;
  return days.from <= from && to <= days.to;
}

function boundOf(part: Segment): { comparison: string; day: string } | undefined {
  if (part.kind !== 'time' || part.when.than.kind !== 'day') {
    return undefined;
  }
  return { comparison: part.when.comparison, day: part.when.than.day };
}

/** In local time. */
function dayOf(time: number): string | undefined {
  const date = new Date(time);
  const year = date.getFullYear();
  if (!(year >= 1000 && year <= 9999)) return undefined;
  const parts = [date.getMonth() + 1, date.getDate()];
  return [String(year), ...parts.map((part) => String(part).padStart(2, '0'))].join('-');
}
