import type { CustomerAggregate } from '../../catalogue/scanCounts.ts';
import { element } from '../../base/page/dom.ts';
import type { ScanHistory, TagFacts } from './facts.ts';
import type { OverviewFormat } from './words.ts';
import { fill } from '../../base/text.ts';

interface NumbersData {
  readonly aggregate: CustomerAggregate;
  readonly tags: readonly TagFacts[];
  readonly scanHistory: ScanHistory;
}

/** Five key figures of a bot. */
export class Numbers {
  readonly element = element('dl', { class: 'numbers' });
  readonly #words: OverviewFormat;
  readonly #onTidy: () => void;
  readonly #tidy = element('button', { type: 'button', class: 'tidy-count', 'data-key': 'tidy' });

  constructor(words: OverviewFormat, onTidy: () => void) {
    this.#words = words;
    this.#onTidy = onTidy;
    this.#tidy.addEventListener('click', () => this.#onTidy());
    this.#tidy.title = words.strings.numbers.tidyTitle;
  }

  show({ aggregate, tags, scanHistory }: NumbersData): void {
    const words = this.#words;
    const { numbers } = words.strings;
    const { customers, tagged, taggings } = aggregate;
    const mean = customers === 0 ? 0 : taggings / customers;
    this.element.replaceChildren(
      createFigure('tags', words.number(tags.length), numbers.tags),
      createFigure(
        'tagged',
        words.number(tagged),
        fill(numbers.tagged, customers === 0 ? '–' : words.share(tagged, customers)),
      ),
      createFigure('mean', words.decimal(mean), numbers.mean),
      this.#createChangeFigure(scanHistory),
      createFigure('tidy', this.#tidy, numbers.tagsToTidy),
    );
  }

  showTidy(count: number): void {
    this.#tidy.textContent = this.#words.number(count);
    this.#tidy.classList.toggle('some', count > 0);
  }

  #createChangeFigure(scanHistory: ScanHistory): HTMLElement {
    const words = this.#words;
    const { changedSince, noEarlier } = words.strings.numbers;
    const { comparedScan } = scanHistory;
    if (comparedScan === undefined) return createFigure('change', '–', noEarlier);
    const { appeared, gone } = scanHistory.countChangedTags();
    const text = `+${words.number(appeared)} −${words.number(gone)}`;
    return createFigure('change', text, fill(changedSince, words.day(comparedScan.time)));
  }
}

function createFigure(name: string, value: Node | string, label: string): HTMLElement {
  const [term, data] = [element('dt', {}, label), element('dd', {}, value)];
  return element('div', { 'data-number': name }, term, data);
}
