import type { FacetList, FacetName, FacetValue } from '../../search/index/facets.ts';
import { valueChoice, type Choosable } from '../../search/choosable.ts';
import type { Segment } from '../../search/segment.ts';
import { alternativesOf } from '../../search/textParts.ts';
import { recordValue } from '../../search/words.ts';
import { element } from '../../base/page/dom.ts';
import { checkbox } from '../../base/page/popup.ts';
import { menuButton, type MenuParts, type SearchMenu } from './menuButton.ts';

/** Maximum number of listed values. The finder reaches the others. */
const MAX_LISTED = 200;

const SUBJECTS = { status: 'status', platform: 'platform', tag: 'tags' } as const;
const SYMBOLS = { status: 'circle-filled', platform: 'comment', tag: 'tag' } as const;
const EMPTY: FacetList = { values: [], beyond: 0 };

type Value = Pick<FacetValue, 'key' | 'count'>;

/** Menu of the values of a field. The values that the search asks for are checked. */
export class ValueMenu implements SearchMenu {
  readonly element: HTMLElement;
  readonly subject: 'status' | 'platform' | 'tags';
  readonly #name: FacetName;
  readonly #parts: MenuParts;

  constructor(name: FacetName, parts: MenuParts) {
    this.#name = name;
    this.#parts = parts;
    this.subject = SUBJECTS[name];
    const label = parts.strings.facets[name];
    this.element = menuButton(label, SYMBOLS[name], parts, (content) => this.#fill(content));
  }

  #chosen(): readonly Segment[] {
    return alternativesOf(this.#parts.read(), this.subject);
  }

  async #fill(content: HTMLElement): Promise<void> {
    const { names, strings, format } = this.#parts;
    await names.load();
    const { values, beyond } = names.facets?.[this.#name] ?? EMPTY;
    const listed = [...this.#chosenBeside(values), ...values];
    const list = element('div', { class: 'values' });
    const fillList = (typed: string): void => {
      const wanted = typed.trim().toLowerCase();
      const found = listed.filter(({ key }) =>
        `${this.#labelOf(key)}\n${key}`.toLowerCase().includes(wanted),
      );
      const boxes = found.slice(0, MAX_LISTED).map((value) => this.#createBox(value));
      if (beyond > 0) boxes.push(element('p', {}, format.count(strings.beyond, beyond)));
      list.replaceChildren(...(boxes.length > 0 ? boxes : [strings.noValues]));
    };
    fillList('');
    content.replaceChildren(...(this.#name === 'tag' ? [this.#createFinder(fillList)] : []), list);
    content.querySelector('input')?.focus();
  }

  /** Returns the chosen values that no loaded customer has, so that the user can uncheck them. */
  #chosenBeside(values: readonly Value[]): readonly Value[] {
    const choices = values.map(({ key }) => this.#choiceOf(key));
    return this.#chosen()
      .filter((condition) => !choices.some((choice) => choice.is(condition)))
      .map((condition) => ({ key: this.#keyOf(condition), count: 0 }));
  }

  #keyOf(condition: Segment): string {
    if (condition.kind === 'field') return recordValue(condition.field, condition.value);
    if (condition.kind !== 'tag') return '';
    if (condition.by === 'tagid') return condition.value;
    const { tags } = this.#parts.names.choices;
    return tags.find(({ name }) => name === condition.value)?.id ?? condition.value;
  }

  #choiceOf(key: string): Choosable {
    return this.#name === 'tag' ? this.#parts.names.tagChoice(key) : valueChoice(this.#name, key);
  }

  #labelOf(key: string): string {
    const { strings, format, names } = this.#parts;
    if (key === '') return strings.noValue;
    return this.#name === 'tag' ? (names.nameOfTag(key) ?? key) : format.value(this.#name, key);
  }

  #createFinder(onText: (text: string) => void): HTMLElement {
    const label = this.#parts.strings.findTag;
    const input = element('input', { type: 'search', placeholder: label, 'aria-label': label });
    input.addEventListener('input', () => onText(input.value));
    return input;
  }

  #createBox({ key, count }: Value): HTMLElement {
    const choice = this.#choiceOf(key);
    const isChosen = this.#chosen().some((condition) => choice.is(condition));
    const box = checkbox(this.#labelOf(key), isChosen, () =>
      this.#parts.onToggle(this.subject, choice),
    );
    box.append(element('span', { class: 'count' }, this.#parts.format.count('{0}', count)));
    if (this.#name === 'tag') box.title = key;
    return box;
  }
}
