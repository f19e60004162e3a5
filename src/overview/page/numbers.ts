import type { CustomerAggregate } from '../../catalogue/scanCounts.ts';
import { element } from '../../base/page/dom.ts';
import type { Past, TagFacts } from './facts.ts';
import { type Words } from './words.ts';
import { fill } from '../../base/text.ts';

interface Shown {
  readonly aggregate: CustomerAggregate;
  readonly tags: readonly TagFacts[];
  readonly past: Past;
}

/** Five key figures of a bot. */
export class Numbers {
  readonly element = element('dl', { class: 'numbers' });
  readonly #words: Words;
  readonly #onTidy: () => void;
  readonly #tidy = element('button', { type: 'button', class: 'tidy-count', 'data-key': 'tidy' });

  constructor(words: Words, onTidy: () => void) {
    this.#words = words;
    this.#onTidy = onTidy;
    this.#tidy.addEventListener('click', () => this.#onTidy());
    this.#tidy.title = words.strings.numbers.tidyTitle;
  }

  show({ aggregate, tags, past }: Shown): void {
    const words = this.#words;
    const { numbers } = words.strings;
    const { customers, tagged, taggings } = aggregate;
    const mean = customers === 0 ? 0 : taggings / customers;
    this.element.replaceChildren(
      number('tags', words.number(tags.length), numbers.tags),
      number(
        'tagged',
        words.number(tagged),
        fill(numbers.tagged, customers === 0 ? '–' : words.share(tagged, customers)),
      ),
      number('mean', words.decimal(mean), numbers.mean),
      this.#change(past),
      number('tidy', this.#tidy, numbers.tidy),
    );
  }

  showTidy(count: number): void {
    this.#tidy.textContent = this.#words.number(count);
    this.#tidy.classList.toggle('some', count > 0);
  }

  #change(past: Past): HTMLElement {
    const words = this.#words;
    const { since, noEarlier } = words.strings.numbers;
    const { before } = past;
    if (before === undefined) return number('change', '–', noEarlier);
    const { appeared, gone } = past.moved();
    const text = `+${words.number(appeared)} −${words.number(gone)}`;
    return number('change', text, fill(since, words.day(before.time)));
  }
}

function number(name: string, value: Node | string, label: string): HTMLElement {
  const [term, data] = [element('dt', {}, label), element('dd', {}, value)];
  return element('div', { 'data-number': name }, term, data);
}
