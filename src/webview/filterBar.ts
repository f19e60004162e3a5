import type { Filter, PageStrings } from '../protocol.ts';
import { element, icon, showInPlace } from './dom.ts';
import { isNarrowing, NO_FILTER } from './filter.ts';
import type { FacetName, Facets, FacetValue } from './index/facetValues.ts';
import type { Format } from './format.ts';
import { checkbox, Popup } from './popup.ts';
import { localTime } from './query.ts';

/** ms after the last key before the rows are searched. */
const TYPING = 40;
/** More values than that are found by typing. */
const MOST_VALUES = 200;
const DAY = 86_400_000;
const PRESETS = [1, 7, 30, 90];

interface FilterOptions {
  readonly strings: PageStrings;
  readonly format: Format;
  facets(): Promise<Facets>;
  onFilter(filter: Filter): void;
}

/** What narrows the loaded rows: words, and one choice for each facet. */
export class FilterBar {
  readonly element: HTMLElement;
  readonly #options: FilterOptions;
  readonly #text: HTMLInputElement;
  readonly #popups: Readonly<Record<FacetName | 'active', Popup>>;
  readonly #clear: HTMLButtonElement;
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
    const facet = (name: FacetName): Popup =>
      new Popup({
        label: strings.facets[name],
        onOpen: (content) => this.#showFacet(name, content),
      });
    const active = new Popup({
      label: strings.facets.active,
      onOpen: (content) => this.#showTimes(content),
    });
    this.#popups = {
      status: facet('status'),
      platform: facet('platform'),
      tag: facet('tag'),
      active,
    };
    const attributes = { type: 'button', class: 'icon', 'aria-label': strings.clearFilter };
    this.#clear = element('button', attributes, icon('clear-all'));
    this.#clear.title = strings.clearFilter;
    const popups = Object.values(this.#popups).map((popup) => popup.element);
    this.element = element('div', { class: 'filter' }, this.#text, ...popups, this.#clear);
    this.#text.addEventListener('input', () => this.#onTyping());
    this.#text.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') this.#takeText();
    });
    this.#clear.addEventListener('click', () => {
      this.#set(NO_FILTER);
      this.#text.focus();
    });
    this.show(NO_FILTER);
  }

  show(filter: Filter): void {
    this.#filter = filter;
    if (this.#text.value.trim() !== filter.text) this.#text.value = filter.text;
    for (const name of ['status', 'platform', 'tag'] as const) {
      this.#popups[name].mark(filter[name].length);
    }
    const times = [filter.after, filter.before].filter((time) => time !== null);
    this.#popups.active.mark(times.length);
    showInPlace(this.#clear, isNarrowing(filter));
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
    const values = (await this.#options.facets())[name];
    const list = element('div', { class: 'values' });
    const fill = (typed: string): void => {
      const wanted = typed.trim().toLowerCase();
      const found = values.filter(({ label, key }) =>
        `${label}\n${key}`.toLowerCase().includes(wanted),
      );
      const boxes = found.slice(0, MOST_VALUES).map((value) => this.#box(name, value));
      list.replaceChildren(...(boxes.length > 0 ? boxes : [this.#options.strings.noValues]));
    };
    fill('');
    content.replaceChildren(...(name === 'tag' ? [this.#finder(fill)] : []), list);
    content.querySelector('input')?.focus();
  }

  #finder(onText: (text: string) => void): HTMLElement {
    const label = this.#options.strings.findTag;
    const attributes = { type: 'search', placeholder: label, 'aria-label': label };
    const input = element('input', attributes);
    input.addEventListener('input', () => onText(input.value));
    return input;
  }

  #box(name: FacetName, { key, label, count }: FacetValue): HTMLElement {
    const { strings, format } = this.#options;
    const shown =
      name === 'status' && key !== '' ? statusLabel(key, format) : facetLabel(name, label);
    const box = checkbox(
      shown || strings.noValue,
      this.#filter[name].includes(key),
      (isChecked) => {
        const others = this.#filter[name].filter((one) => one !== key);
        this.#set({ ...this.#filter, [name]: isChecked ? [...others, key] : others });
      },
    );
    box.append(element('span', { class: 'count' }, format.count('{0}', count)));
    if (name === 'tag') box.title = key;
    return box;
  }

  #showTimes(content: HTMLElement): void {
    const { strings, format } = this.#options;
    const after = this.#time(strings.after, this.#filter.after, (time) => ({ after: time }));
    const before = this.#time(strings.before, this.#filter.before, (time) => ({
      // The minute that was chosen belongs to it.
      before: time === null ? null : time + 59_999,
    }));
    const presets = PRESETS.map((days) => {
      const text = format.count(days === 1 ? strings.lastDay : strings.lastDays, days);
      const button = element('button', { type: 'button', class: 'secondary' }, text);
      button.addEventListener('click', () => {
        this.#set({ ...this.#filter, after: Date.now() - days * DAY, before: null });
        this.#showTimes(content);
      });
      return button;
    });
    content.replaceChildren(after, before, element('div', { class: 'presets' }, ...presets));
    content.querySelector('input')?.focus();
  }

  #time(
    label: string,
    time: number | null,
    change: (time: number | null) => Partial<Filter>,
  ): HTMLElement {
    const input = element('input', { type: 'datetime-local' });
    input.value = time === null ? '' : localTime(time).slice(0, 16);
    input.addEventListener('change', () => {
      const chosen = input.value === '' ? null : new Date(input.value).getTime();
      if (chosen === null || Number.isFinite(chosen)) {
        this.#set({ ...this.#filter, ...change(chosen) });
      }
    });
    return element('label', { class: 'time' }, element('span', {}, label), input);
  }
}

function statusLabel(key: string, format: Format): string {
  const number = Number(key);
  return format.text('status', { status: Number.isInteger(number) ? number : key });
}

function facetLabel(name: FacetName, label: string): string {
  return name === 'platform' && label === 'FB' ? 'Facebook' : label;
}
