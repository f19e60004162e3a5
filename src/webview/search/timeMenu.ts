import { isSame } from '../../segments/choosable.ts';
import type { Segment, When } from '../../segments/segment.ts';
import { alternativesOf } from '../../segments/textParts.ts';
import { element } from '../base/dom.ts';
import { localTime } from '../base/localTime.ts';
import { menuButton, type MenuParts } from './valueMenu.ts';

/** Days. */
const PRESETS = [1, 7, 30, 90];

/** Both ends of the last interaction, and the last days as buttons. */
export class TimeMenu {
  readonly element: HTMLElement;
  readonly #parts: MenuParts;

  constructor(parts: MenuParts) {
    this.#parts = parts;
    this.element = menuButton(parts.strings.facets.active, parts, (content) => this.#fill(content));
  }

  /** The search says something else now. */
  mark(): void {
    this.element.classList.toggle('active', this.#chosen().length > 0);
  }

  #chosen(): readonly Segment[] {
    return alternativesOf(this.#parts.read(), 'active');
  }

  #fill(content: HTMLElement): void {
    const { strings } = this.#parts;
    const presets = PRESETS.map((days) => this.#preset(days, content));
    content.replaceChildren(
      this.#field(strings.after, '>='),
      this.#field(strings.before, '<='),
      element('div', { class: 'presets' }, ...presets),
    );
    content.querySelector('input')?.focus();
  }

  #preset(days: number, content: HTMLElement): HTMLElement {
    const { strings, format } = this.#parts;
    const text = format.count(days === 1 ? strings.lastDay : strings.lastDays, days);
    const than = { kind: 'age', amount: days, unit: 'd' } as const;
    const condition: Segment = activeAt({ comparison: '<', than });
    const isChosen = this.#chosen().some((one) => isSame(one, condition));
    const attributes = { type: 'button', class: 'secondary', 'aria-pressed': String(isChosen) };
    const button = element('button', attributes, text);
    button.addEventListener('click', () => {
      this.#parts.onSet('active', isChosen ? [] : [condition]);
      this.#fill(content);
    });
    return button;
  }

  #field(label: string, comparison: '>=' | '<='): HTMLElement {
    const input = element('input', { type: 'datetime-local' });
    const end = this.#times().find(({ when }) => when.comparison === comparison);
    input.value = end === undefined ? '' : fieldText(end.when);
    input.addEventListener('change', () => {
      // An age takes both ends; the other end stays as somebody wrote it.
      const others = this.#times().filter(
        ({ when }) => when.than.kind !== 'age' && when.comparison[0] !== comparison[0],
      );
      const time = input.value;
      const own = time === '' ? [] : [activeAt({ comparison, than: { kind: 'time', time } })];
      const parts = comparison === '>=' ? [...own, ...others] : [...others, ...own];
      this.#parts.onSet('active', parts.length > 1 ? [{ kind: 'and', parts }] : parts);
    });
    return element('label', { class: 'time' }, element('span', {}, label), input);
  }

  /** Those that must all be true; none of a choice. */
  #times(): readonly Time[] {
    const [only, other] = this.#chosen();
    if (only === undefined || other !== undefined) return [];
    const all = only.kind === 'and' ? only.parts : [only];
    return all.filter((part) => part.kind === 'time');
  }
}

type Time = Extract<Segment, { kind: 'time' }>;

function activeAt(when: When): Time {
  return { kind: 'time', field: 'active', when };
}

/** As the field has it: local, to the minute. */
function fieldText({ comparison, than }: When): string {
  if (than.kind === 'age') return '';
  if (than.kind === 'day') return `${than.day}T${comparison === '>=' ? '00:00' : '23:59'}`;
  const isUtc = than.time.endsWith('Z');
  return (isUtc ? localTime(new Date(than.time).getTime()) : than.time).slice(0, 16);
}
