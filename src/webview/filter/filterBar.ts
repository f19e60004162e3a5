import type { Filter } from '../../surface/gridMessages.ts';
import type { ShownTag } from '../../surface/gridRows.ts';
import type { GridStrings } from '../../surface/gridStrings.ts';
import { element, icon, showInPlace } from '../base/dom.ts';
import type { Format } from '../base/format.ts';
import { checkbox } from '../controls/popup.ts';
import type { FacetName, Facets, FacetValue } from '../../rowIndex/facets.ts';
import { Facet } from './facet.ts';
import { isNarrowing, NO_FILTER } from '../../rowIndex/filter.ts';
import { timeChoice } from './timeChoice.ts';

/** ms after the last key before the rows are searched. */
const TYPING = 40;
/** More values than that are found by typing. */
const MOST_VALUES = 200;

interface FilterOptions {
  readonly strings: GridStrings;
  readonly format: Format;
  facets(): Promise<Facets>;
  onFilter(filter: Filter): void;
  /** The segment is another one now. */
  onSegment(segment: string): void;
  /** The segment's own bar is to be shown, or hidden. */
  onToggleSegment(): void;
}

/** What narrows the loaded rows: words, and one choice for each facet. */
export class FilterBar {
  readonly element: HTMLElement;
  readonly #options: FilterOptions;
  readonly #text: HTMLInputElement;
  readonly #facets: Readonly<Record<FacetName | 'active' | 'segment', Facet>>;
  readonly #clear: HTMLButtonElement;
  /** Of tags that were seen, or that may stand on no loaded customer. */
  readonly #tagNames = new Map<string, string>();
  #filter = NO_FILTER;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FilterOptions) {
    this.#options = options;
    const { strings } = options;
    this.#text = element('input', {
      type: 'search',
      class: 'search',
      placeholder: strings.filter,
      'aria-label': strings.filter,
      spellcheck: 'false',
    });
    const facet = (name: FacetName): Facet =>
      new Facet({
        ...{ label: strings.facets[name], strings },
        onOpen: (content) => this.#showFacet(name, content),
        onRemove: () => this.#set({ ...this.#filter, [name]: [] }),
      });
    const active = new Facet({
      ...{ label: strings.facets.active, strings },
      onOpen: (content) => this.#showTimes(content),
      onRemove: () => this.#set({ ...this.#filter, after: null, before: null }),
    });
    const [tag, status, platform] = [facet('tag'), facet('status'), facet('platform')];
    const segment = new Facet({
      ...{ label: strings.segment.title, strings },
      onToggle: () => options.onToggleSegment(),
      onRemove: () => this.setSegment(''),
    });
    this.#facets = { tag, status, platform, active, segment };
    const attributes = { type: 'button', class: 'icon', 'aria-label': strings.clearFilter };
    this.#clear = element('button', attributes, icon('clear-all'));
    this.#clear.title = strings.clearFilter;
    const facets = Object.values(this.#facets).map((one) => one.element);
    this.element = element('div', { class: 'filter' }, this.#text, ...facets, this.#clear);
    this.#text.addEventListener('input', () => this.#onTyping());
    this.#text.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') this.#takeText();
    });
    this.#clear.addEventListener('click', () => this.clear());
    this.show(NO_FILTER);
  }

  focus(): void {
    this.#text.focus();
    this.#text.select();
  }

  clear(): void {
    this.#set(NO_FILTER);
    this.#text.focus();
  }

  show(filter: Filter): void {
    this.#filter = filter;
    if (this.#text.value.trim() !== filter.text) this.#text.value = filter.text;
    for (const name of ['status', 'platform', 'tag'] as const) this.#showChosen(name);
    const { strings, format } = this.#options;
    const part = (template: string, time: number | null): string[] =>
      time === null ? [] : [template.replace('{0}', format.time(time))];
    const times = [
      ...part(strings.activeAfter, filter.after),
      ...part(strings.activeBefore, filter.before),
    ];
    this.#facets.active.show(times.join(' '));
    this.#facets.segment.show(filter.segment);
    showInPlace(this.#clear, isNarrowing(filter));
    this.#options.onSegment(filter.segment);
  }

  /** Everybody; the keyboard stays where it is. */
  reset(): void {
    this.#set(NO_FILTER);
  }

  /** In place of what is filtered by. */
  apply(filter: Filter): void {
    this.#set(filter);
  }

  /** Who has any of them, in place of what was filtered by. */
  showTags(tags: readonly ShownTag[]): void {
    this.#nameTags(tags);
    this.#set({ ...NO_FILTER, tag: tags.map(({ id }) => id) });
  }

  /** Who is in it, among those that the rest of the filter leaves. */
  setSegment(segment: string): void {
    this.#set({ ...this.#filter, segment });
  }

  /** Its bar is shown, or hidden; then the keyboard goes on at its button. */
  showSegmentBar(isOpen: boolean, hadFocus: boolean): void {
    this.#facets.segment.isOpen = isOpen;
    if (hadFocus) this.#facets.segment.focus();
  }

  /** Who has it, among those that the rest of the filter leaves. */
  addTag(tag: ShownTag): void {
    this.#nameTags([tag]);
    this.#set({ ...this.#filter, tag: [tag.id] });
  }

  /** More rows may tell the names of tags that are filtered by. */
  async learnNames(): Promise<void> {
    if (this.#filter.tag.every((key) => key === '' || this.#tagNames.has(key))) return;
    const { tag } = await this.#options.facets();
    this.#nameTags(tag.values.map(({ key, label }) => ({ id: key, name: label })));
    this.#showChosen('tag');
  }

  #nameTags(tags: readonly ShownTag[]): void {
    for (const { id, name } of tags) this.#tagNames.set(id, name);
  }

  #showChosen(name: FacetName): void {
    const labels = this.#filter[name].map((key) => this.#labelOf(name, key));
    this.#facets[name].show(labels.join(this.#options.strings.comma));
  }

  #labelOf(name: FacetName, key: string): string {
    const { strings, format } = this.#options;
    if (key === '') return strings.noValue;
    if (name === 'tag') return this.#tagNames.get(key) ?? key;
    const number = Number(key);
    return format.text(name, { [name]: Number.isInteger(number) ? number : key });
  }

  #set(filter: Filter): void {
    clearTimeout(this.#typing);
    this.show(filter);
    this.#options.onFilter(filter);
  }

  #onTyping(): void {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#takeText(), TYPING);
  }

  #takeText(): void {
    const text = this.#text.value.trim();
    if (text !== this.#filter.text) this.#set({ ...this.#filter, text });
  }

  async #showFacet(name: FacetName, content: HTMLElement): Promise<void> {
    const { values: loaded, beyond } = (await this.#options.facets())[name];
    if (name === 'tag') this.#nameTags(loaded.map(({ key, label }) => ({ id: key, name: label })));
    const values = [...this.#chosenBeside(name, loaded), ...loaded];
    const list = element('div', { class: 'values' });
    const fill = (typed: string): void => {
      const wanted = typed.trim().toLowerCase();
      const found = values.filter(({ label, key }) =>
        `${label}\n${key}`.toLowerCase().includes(wanted),
      );
      const boxes = found.slice(0, MOST_VALUES).map((value) => this.#box(name, value));
      const { strings, format } = this.#options;
      if (beyond > 0) boxes.push(element('p', {}, format.count(strings.beyond, beyond)));
      list.replaceChildren(...(boxes.length > 0 ? boxes : [strings.noValues]));
    };
    fill('');
    content.replaceChildren(...(name === 'tag' ? [this.#finder(fill)] : []), list);
    content.querySelector('input')?.focus();
  }

  /** What is filtered by and stands on no loaded row: it has to be there to be taken back. */
  #chosenBeside(name: FacetName, loaded: readonly FacetValue[]): FacetValue[] {
    const known = new Set(loaded.map(({ key }) => key));
    return this.#filter[name]
      .filter((key) => !known.has(key))
      .map((key) => ({ key, label: this.#labelOf(name, key), count: 0 }));
  }

  #finder(onText: (text: string) => void): HTMLElement {
    const label = this.#options.strings.findTag;
    const attributes = { type: 'search', placeholder: label, 'aria-label': label };
    const input = element('input', attributes);
    input.addEventListener('input', () => onText(input.value));
    return input;
  }

  #box(name: FacetName, { key, count }: FacetValue): HTMLElement {
    const isChosen = this.#filter[name].includes(key);
    const box = checkbox(this.#labelOf(name, key), isChosen, (isChecked) => {
      const others = this.#filter[name].filter((one) => one !== key);
      this.#set({ ...this.#filter, [name]: isChecked ? [...others, key] : others });
    });
    box.append(element('span', { class: 'count' }, this.#options.format.count('{0}', count)));
    if (name === 'tag') box.title = key;
    return box;
  }

  #showTimes(content: HTMLElement): void {
    const { strings, format } = this.#options;
    const choice = timeChoice({ strings, format }, this.#filter, (times, isPreset) => {
      this.#set({ ...this.#filter, ...times });
      if (isPreset) this.#showTimes(content);
    });
    content.replaceChildren(...choice);
    content.querySelector('input')?.focus();
  }
}
