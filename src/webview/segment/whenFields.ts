import type { Comparison, When } from '../../segments/segment.ts';
import type { SegmentStrings } from '../../surface/segmentStrings.ts';
import { COMPARISONS, ORDER } from './conditionKinds.ts';
import { input, select } from './controls.ts';
import { labelled } from '../base/labelled.ts';

/** Longer ages nobody means. */
const MOST_AMOUNT = 999_999;

/**
 * A comparison, and an age or a day.
 * @param onWhen `isOther`: other fields are needed now
 */
export function whenFields(
  strings: SegmentStrings,
  label: string,
  when: When,
  onWhen: (when: When, isOther: boolean) => void,
): readonly HTMLElement[] {
  let { comparison, than } = when;
  const tell = (isOther = false): void => onWhen({ comparison, than }, isOther);
  const unit = select(
    labelled(strings, label, strings.unit),
    Object.entries(strings.units),
    than.kind === 'day' ? 'day' : than.unit,
    (chosen) => {
      const before = than.kind;
      than = thanOf(chosen, than);
      if (than.kind === 'age' && !ORDER.includes(comparison)) comparison = '<';
      tell(than.kind !== before);
    },
  );
  unit.dataset['key'] = 'unit';
  const isDay = than.kind === 'day';
  const words = isDay ? strings.dayComparisons : strings.comparisons;
  const compared = select(
    labelled(strings, label, strings.comparison),
    (isDay ? COMPARISONS : ORDER).map((one) => [one, words[one] ?? one] as const),
    comparison,
    (chosen) => {
      comparison = chosen as Comparison;
      tell();
    },
  );
  const kind = isDay ? { type: 'date' } : { type: 'number', min: '0', max: String(MOST_AMOUNT) };
  const text = than.kind === 'day' ? than.day : String(than.amount);
  const value = input(labelled(strings, label, strings.value), kind, text, (typed) => {
    const read = withValue(typed, than);
    if (read === undefined) return;
    than = read;
    tell();
  });
  value.classList.toggle('number', !isDay);
  return [compared, value, unit];
}

function thanOf(unit: string, than: When['than']): When['than'] {
  if (unit === 'day') return than.kind === 'day' ? than : { kind: 'day', day: today() };
  const amount = than.kind === 'age' ? than.amount : 30;
  return { kind: 'age', amount, unit: unit === 'h' || unit === 'w' ? unit : 'd' };
}

/** @returns `undefined` for what is half typed */
function withValue(typed: string, than: When['than']): When['than'] | undefined {
  if (than.kind === 'day') {
    return /^\d{4}-\d{2}-\d{2}$/.test(typed) ? { kind: 'day', day: typed } : undefined;
  }
  return /^\d{1,6}$/.test(typed) ? { ...than, amount: Number(typed) } : undefined;
}

/** In local time, as days in segments are. */
function today(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
