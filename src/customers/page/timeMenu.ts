import { isSame } from '../../search/choosable.ts';
import type { Segment, When } from '../../search/segment.ts';
import { alternativesOf } from '../../search/textParts.ts';
import { element } from '../../base/page/dom.ts';
import { localTime } from '../../base/page/localTime.ts';
import { menuButton, type MenuParts, type SearchMenu } from './menuButton.ts';

/** Presets of the last interaction, in days. */
const PRESETS = [1, 7, 30, 90];

/** Menu of the last interaction: a field for each bound, and a button for each preset. */
export class TimeMenu implements SearchMenu {
  readonly element: HTMLElement;
  readonly subject = 'active';
  readonly #parts: MenuParts;

  constructor(parts: MenuParts) {
    this.#parts = parts;
    const { active } = parts.strings.facets;
    this.element = menuButton(active, 'history', parts, (content) => this.#fill(content));
  }

  #chosen(): readonly Segment[] {
    return alternativesOf(this.#parts.read(), this.subject);
  }

  #fill(content: HTMLElement): void {
    const { strings } = this.#parts;
    const presets = PRESETS.map((days) => this.#createPreset(days, content));
    content.replaceChildren(
      this.#createField(strings.after, '>='),
      this.#createField(strings.before, '<='),
      element('div', { class: 'presets' }, ...presets),
    );
    content.querySelector('input')?.focus();
  }

  #createPreset(days: number, content: HTMLElement): HTMLElement {
    const { strings, format } = this.#parts;
    const text = format.count(days === 1 ? strings.lastDay : strings.lastDays, days);
    const than = { kind: 'age', amount: days, unit: 'd' } as const;
    const condition: Segment = activeAt({ comparison: '<', than });
    const isChosen = this.#chosen().some((chosen) => isSame(chosen, condition));
    const attributes = { type: 'button', class: 'secondary', 'aria-pressed': String(isChosen) };
    const button = element('button', attributes, text);
    button.addEventListener('click', () => {
      this.#parts.onSet(this.subject, isChosen ? [] : [condition]);
      this.#fill(content);
    });
    return button;
  }

  #createField(label: string, comparison: '>=' | '<='): HTMLElement {
    const input = element('input', { type: 'datetime-local' });
    const bound = this.#bounds().find(({ when }) => when.comparison === comparison);
    input.value = bound === undefined ? '' : fieldText(bound.when);
    input.addEventListener('change', () => {
      // The field replaces an age and its own bound. The other bound is kept as it is.
      const kept = this.#bounds().filter(
        ({ when }) => when.than.kind !== 'age' && when.comparison[0] !== comparison[0],
      );
      const time = input.value;
      const set = time === '' ? [] : [activeAt({ comparison, than: { kind: 'time', time } })];
      const parts = comparison === '>=' ? [...set, ...kept] : [...kept, ...set];
      this.#parts.onSet(this.subject, parts.length > 1 ? [{ kind: 'and', parts }] : parts);
    });
    return element('label', { class: 'time' }, element('span', {}, label), input);
  }

  /** Returns the bounds that must all hold. Empty if the search has alternatives. */
  #bounds(): readonly Time[] {
    const [first, second] = this.#chosen();
    if (first === undefined || second !== undefined) return [];
    const bounds = first.kind === 'and' ? first.parts : [first];
    return bounds.filter((bound) => bound.kind === 'time');
  }
}

type Time = Extract<Segment, { kind: 'time' }>;

function activeAt(when: When): Time {
  return { kind: 'time', field: 'active', when };
}

/** Returns the value of a `datetime-local` field: local time, to the minute. */
function fieldText({ comparison, than }: When): string {
  if (than.kind === 'age') return '';
  if (than.kind === 'day') return `${than.day}T${comparison === '>=' ? '00:00' : '23:59'}`;
  const isUtc = than.time.endsWith('Z');
  return (isUtc ? localTime(new Date(than.time).getTime()) : than.time).slice(0, 16);
}
