import type { FacetList, FacetName, FacetValue } from '../../rowIndex/facets.ts';
import { valueChoice, type Choosable } from '../../segments/choosable.ts';
import type { ParsedSegment } from '../../segments/parseSegment.ts';
import type { Segment } from '../../segments/segment.ts';
import { alternativesOf, type Subject } from '../../segments/textParts.ts';
import { recordTexts } from '../../segments/words.ts';
import type { GridStrings } from '../../surface/gridStrings.ts';
import { element, icon } from '../base/dom.ts';
import type { Format } from '../base/format.ts';
import { checkbox, Popup } from '../controls/popup.ts';
import type { SearchNames } from './searchNames.ts';

/** More values than that are found by typing. */
const MOST_VALUES = 200;

const SUBJECTS = { status: 'status', platform: 'platform', tag: 'tags' } as const;

type Value = Pick<FacetValue, 'key' | 'count'>;

/** What menus beside the search work with. */
export interface MenuParts {
  readonly strings: GridStrings;
  readonly format: Format;
  readonly names: SearchNames;
  /** What the search says now. */
  readonly read: () => ParsedSegment;
  readonly values: () => Promise<Readonly<Record<FacetName, FacetList>>>;
  readonly onToggle: (subject: Subject, choice: Choosable) => void;
  /** In place of all that the search says of it; none: nothing more. */
  readonly onSet: (subject: Subject, conditions: readonly Segment[]) => void;
}

/** A button that shows something below itself, or that the search cannot be changed. */
export function menuButton(
  label: string,
  { strings, read }: Pick<MenuParts, 'strings' | 'read'>,
  onOpen: (content: HTMLElement) => void | Promise<void>,
): HTMLElement {
  const button = element(
    'button',
    { type: 'button', class: 'drop' },
    element('span', { class: 'text' }, label),
    icon('chevron-down'),
  );
  const popup = new Popup({
    ...{ label, button },
    onOpen: (content) => {
      if (read().problem === undefined) return onOpen(content);
      content.replaceChildren(element('p', {}, strings.unreadable));
    },
  });
  button.addEventListener('click', () => popup.toggle());
  return popup.element;
}

/** Lists the values that loaded customers have, ticked where the search asks for them. */
export class ValueMenu {
  readonly element: HTMLElement;
  readonly #name: FacetName;
  readonly #parts: MenuParts;

  constructor(name: FacetName, parts: MenuParts) {
    this.#name = name;
    this.#parts = parts;
    const label = parts.strings.facets[name];
    this.element = menuButton(label, parts, (content) => this.#fill(content));
  }

  /** The search says something else now. */
  mark(): void {
    this.element.classList.toggle('active', this.#chosen().length > 0);
  }

  #chosen(): readonly Segment[] {
    return alternativesOf(this.#parts.read(), SUBJECTS[this.#name]);
  }

  async #fill(content: HTMLElement): Promise<void> {
    const { names, values, strings, format } = this.#parts;
    await names.learn();
    const { values: loaded, beyond } = (await values())[this.#name];
    const all = [...this.#chosenBeside(loaded), ...loaded];
    const list = element('div', { class: 'values' });
    const fill = (typed: string): void => {
      const wanted = typed.trim().toLowerCase();
      const found = all.filter(({ key }) =>
        `${this.#labelOf(key)}\n${key}`.toLowerCase().includes(wanted),
      );
      const boxes = found.slice(0, MOST_VALUES).map((value) => this.#box(value));
      if (beyond > 0) boxes.push(element('p', {}, format.count(strings.beyond, beyond)));
      list.replaceChildren(...(boxes.length > 0 ? boxes : [strings.noValues]));
    };
    fill('');
    content.replaceChildren(...(this.#name === 'tag' ? [this.#finder(fill)] : []), list);
    content.querySelector('input')?.focus();
  }

  /** What is asked for and stands on no loaded row: it has to be there to be taken back. */
  #chosenBeside(loaded: readonly Value[]): readonly Value[] {
    const choices = loaded.map(({ key }) => this.#choice(key));
    return this.#chosen()
      .filter((one) => !choices.some(({ is }) => is(one)))
      .map((one) => ({ key: this.#keyOf(one), count: 0 }));
  }

  /** Of a value that no loaded customer has. */
  #keyOf(one: Segment): string {
    if (one.kind === 'field') return recordTexts(one.field, one.value).at(-1) ?? '';
    if (one.kind !== 'tag') return '';
    if (one.by === 'tagid') return one.value;
    const { tags } = this.#parts.names.choices;
    return tags.find(({ name }) => name === one.value)?.id ?? one.value;
  }

  #choice(key: string): Choosable {
    return this.#name === 'tag' ? this.#parts.names.tag(key) : valueChoice(this.#name, key);
  }

  #labelOf(key: string): string {
    const { strings, format, names } = this.#parts;
    if (key === '') return strings.noValue;
    if (this.#name === 'tag') return names.nameOf(key) ?? key;
    const number = Number(key);
    return format.text(this.#name, { [this.#name]: Number.isInteger(number) ? number : key });
  }

  #finder(onText: (text: string) => void): HTMLElement {
    const label = this.#parts.strings.findTag;
    const input = element('input', { type: 'search', placeholder: label, 'aria-label': label });
    input.addEventListener('input', () => onText(input.value));
    return input;
  }

  #box({ key, count }: Value): HTMLElement {
    const choice = this.#choice(key);
    const isChosen = this.#chosen().some((one) => choice.is(one));
    const box = checkbox(this.#labelOf(key), isChosen, () =>
      this.#parts.onToggle(SUBJECTS[this.#name], choice),
    );
    box.append(element('span', { class: 'count' }, this.#parts.format.count('{0}', count)));
    if (this.#name === 'tag') box.title = key;
    return box;
  }
}
