import type { CustomerAggregate } from '../../catalogue/scanCounts.ts';
import { element } from '../../base/page/dom.ts';
import type { ScanHistory, TagFacts } from './facts.ts';
import type { OverviewFormat } from './overviewFormat.ts';
import { fill } from '../../base/text.ts';

interface NumbersData {
  readonly aggregate: CustomerAggregate;
  readonly tags: readonly TagFacts[];
  readonly scanHistory: ScanHistory;
}

/** Five key figures of a bot. */
export class Numbers {
  readonly element = element('dl', { class: 'numbers' });
  readonly #format: OverviewFormat;
  readonly #onTidy: () => void;
  readonly #tidy = element('button', { type: 'button', class: 'tidy-count', 'data-key': 'tidy' });

  constructor(format: OverviewFormat, onTidy: () => void) {
    this.#format = format;
    this.#onTidy = onTidy;
    this.#tidy.addEventListener('click', () => this.#onTidy());
    this.#tidy.title = format.strings.numbers.tidyTitle;
  }

  show({ aggregate, tags, scanHistory }: NumbersData): void {
    const format = this.#format;
    const { numbers } = format.strings;
    const { customers, tagged, taggings } = aggregate;
    const mean = customers === 0 ? 0 : taggings / customers;
    this.element.replaceChildren(
      createFigure('tags', format.number(tags.length), numbers.tags),
      createFigure(
        'tagged',
        format.number(tagged),
        fill(numbers.tagged, customers === 0 ? '–' : format.share(tagged, customers)),
      ),
      createFigure('mean', format.decimal(mean), numbers.mean),
      this.#createChangeFigure(scanHistory),
      createFigure('tidy', this.#tidy, numbers.tagsToTidy),
    );
  }

  showTidy(count: number): void {
    this.#tidy.textContent = this.#format.number(count);
    this.#tidy.classList.toggle('some', count > 0);
  }

  #createChangeFigure(scanHistory: ScanHistory): HTMLElement {
    const format = this.#format;
    const { changedSince, noEarlier } = format.strings.numbers;
    const { comparedScan } = scanHistory;
    if (comparedScan === undefined) return createFigure('change', '–', noEarlier);
    const { appeared, gone } = scanHistory.countChangedTags();
    const text = `+${format.number(appeared)} −${format.number(gone)}`;
    return createFigure('change', text, fill(changedSince, format.day(comparedScan.time)));
  }
}

function createFigure(name: string, value: Node | string, label: string): HTMLElement {
  const [term, data] = [element('dt', {}, label), element('dd', {}, value)];
  return element('div', { 'data-number': name }, term, data);
}
