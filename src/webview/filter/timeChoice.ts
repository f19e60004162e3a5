import type { Filter } from '../../surface/gridMessages.ts';
import type { GridStrings } from '../../surface/gridStrings.ts';
import { element } from '../base/dom.ts';
import type { Format } from '../base/format.ts';
import { localTime } from './query.ts';

const DAY = 86_400_000;
const PRESETS = [1, 7, 30, 90];

/** Both ends of a time, and the last days as buttons. */
export function timeChoice(
  { strings, format }: { readonly strings: GridStrings; readonly format: Format },
  { after, before }: Filter,
  onChange: (times: Partial<Pick<Filter, 'after' | 'before'>>, isPreset: boolean) => void,
): readonly HTMLElement[] {
  const presets = PRESETS.map((days) => {
    const text = format.count(days === 1 ? strings.lastDay : strings.lastDays, days);
    const button = element('button', { type: 'button', class: 'secondary' }, text);
    button.addEventListener('click', () =>
      onChange({ after: Date.now() - days * DAY, before: null }, true),
    );
    return button;
  });
  return [
    timeField(strings.after, after, (time) => onChange({ after: time }, false)),
    timeField(strings.before, before, (time) =>
      // The minute that was chosen belongs to it.
      onChange({ before: time === null ? null : time + 59_999 }, false),
    ),
    element('div', { class: 'presets' }, ...presets),
  ];
}

function timeField(
  label: string,
  time: number | null,
  onTime: (time: number | null) => void,
): HTMLElement {
  const input = element('input', { type: 'datetime-local' });
  input.value = time === null ? '' : localTime(time).slice(0, 16);
  input.addEventListener('change', () => {
    const chosen = input.value === '' ? null : new Date(input.value).getTime();
    if (chosen === null || Number.isFinite(chosen)) onTime(chosen);
  });
  return element('label', { class: 'time' }, element('span', {}, label), input);
}
