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
    input.value = this.#ends().get(comparison) ?? '';
    input.addEventListener('change', () => {
      const ends = new Map(this.#ends());
      if (input.value === '') ends.delete(comparison);
      else ends.set(comparison, input.value);
      const parts = (['>=', '<='] as const).flatMap((end) => {
        const time = ends.get(end);
        return time === undefined
          ? []
          : [activeAt({ comparison: end, than: { kind: 'time', time } })];
      });
      this.#parts.onSet('active', parts.length > 1 ? [{ kind: 'and', parts }] : parts);
    });
    return element('label', { class: 'time' }, element('span', {}, label), input);
  }

  /** As the fields have them: local, to the minute. */
  #ends(): ReadonlyMap<When['comparison'], string> {
    const [only, other] = this.#chosen();
    if (only === undefined || other !== undefined) return new Map();
    const all = only.kind === 'and' ? only.parts : [only];
    return new Map(all.flatMap(endOf));
  }
}

function activeAt(when: When): Segment {
  return { kind: 'time', field: 'active', when };
}

function endOf(part: Segment): [When['comparison'], string][] {
  if (part.kind !== 'time') return [];
  const { comparison, than } = part.when;
  if (than.kind === 'day') {
    const time = comparison === '>=' ? '00:00' : '23:59';
    return comparison === '>=' || comparison === '<=' ? [[comparison, `${than.day}T${time}`]] : [];
  }
  if (than.kind !== 'time' || (comparison !== '>=' && comparison !== '<=')) return [];
  const text = than.time.endsWith('Z') ? localTime(new Date(than.time).getTime()) : than.time;
  return [[comparison, text.slice(0, 16)]];
}
