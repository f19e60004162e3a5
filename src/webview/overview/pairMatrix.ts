import type { CustomerAggregate } from '../../core/overview/aggregate.ts';
import { element } from '../base/dom.ts';
import { Card } from './card.ts';
import type { Table } from './csv.ts';
import type { TagFacts } from './facts.ts';
import { rove } from './rove.ts';
import { fill, type Words } from './words.ts';

interface MatrixOptions {
  readonly words: Words;
  readonly onCopy: (text: string) => void;
  readonly onPair: (one: string, other: string) => void;
}

interface Pair {
  readonly one: TagFacts;
  readonly other: TagFacts;
  readonly customers: number;
  /** How many times as often as when one tag knew nothing of the other. */
  readonly lift: number;
}

/** Shades of a cell: from less than by chance to four times as often. */
const SHADES = [0.5, 1.1, 1.5, 2, 3] as const;

/** Which of the commonest tags are found together. */
export class PairMatrix {
  readonly card: Card;
  readonly #options: MatrixOptions;
  readonly #chart = element('div', { class: 'matrix' });
  #pairs: readonly Pair[] = [];

  constructor(options: MatrixOptions) {
    this.#options = options;
    const { words, onCopy } = options;
    const { title, hint } = words.strings.pairs;
    const table = (): Table => this.#table();
    this.card = new Card({ words, title, chart: this.#chart, table, hasTable: false, onCopy });
    this.card.update(hint);
  }

  show(aggregate: CustomerAggregate, tags: readonly TagFacts[]): void {
    const byId = new Map(tags.map((tag) => [tag.id, tag]));
    this.#pairs = aggregate.pairs.flatMap(([a, b, customers]) => {
      const [one, other] = [byId.get(a), byId.get(b)];
      if (one === undefined || other === undefined || customers === 0) return [];
      const lift = (customers * aggregate.customers) / (one.customers * other.customers);
      return [{ one, other, customers, lift }];
    });
    const shown = [...new Set(this.#pairs.flatMap(({ one, other }) => [one, other]))];
    const ordered = shown.toSorted((one, other) => other.customers - one.customers);
    const { none } = this.#options.words.strings.pairs;
    this.#chart.replaceChildren(
      ordered.length === 0 ? element('p', { class: 'dim' }, none) : this.#drawn(ordered),
    );
    rove(this.#chart, 'tbody tr');
  }

  #drawn(tags: readonly TagFacts[]): HTMLElement {
    const { title } = this.#options.words.strings.pairs;
    const heads = tags.map(({ name }) =>
      element('th', { scope: 'col', title: name }, element('span', {}, name)),
    );
    const found = new Map(
      this.#pairs.flatMap((pair) => {
        const { one, other } = pair;
        return [
          [keyOf(one, other), pair],
          [keyOf(other, one), pair],
        ] as const;
      }),
    );
    const lines = tags.map((tag) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row', title: tag.name }, tag.name),
        ...tags.map((other) => this.#cell(tag, other, found.get(keyOf(tag, other)))),
      ),
    );
    return element(
      'table',
      { 'aria-label': title },
      element('thead', {}, element('tr', {}, element('td'), ...heads)),
      element('tbody', {}, ...lines),
    );
  }

  #cell(one: TagFacts, other: TagFacts, pair: Pair | undefined): HTMLElement {
    if (one === other) return element('td', { class: 'same' });
    if (pair === undefined) return element('td', { class: 'none' }, '0');
    const { words, onPair } = this.#options;
    const { customers, lift } = pair;
    const times = words.decimal(lift);
    const button = element('button', { type: 'button', 'data-key': `pair ${keyOf(one, other)}` });
    const shade = SHADES.filter((least) => lift >= least).length;
    button.className = `shade${shade}`;
    const { cell } = words.strings.pairs;
    const said = fill(cell, one.name, other.name, words.customers(customers), times);
    button.title = said;
    button.append(
      element('b', { 'aria-hidden': 'true' }, times),
      element('small', { 'aria-hidden': 'true' }, words.short(customers)),
      element('span', { class: 'hidden-text' }, said),
    );
    button.addEventListener('click', () => onPair(one.id, other.id));
    return element('td', {}, button);
  }

  #table(): Table {
    const { strings } = this.#options.words;
    const { one, other, times } = strings.pairs;
    return {
      head: [one, other, strings.numbers.label, times],
      rows: this.#pairs.map((pair) => [
        ...[pair.one.name, pair.other.name, pair.customers],
        Math.round(pair.lift * 1000) / 1000,
      ]),
    };
  }
}

function keyOf(one: TagFacts, other: TagFacts): string {
  return `${one.id}\n${other.id}`;
}
