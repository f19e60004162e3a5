import type { PageStrings } from '../protocol.ts';
import { element, isLocked, lock } from './dom.ts';
import type { Format } from './format.ts';

interface BarOptions {
  readonly strings: PageStrings;
  readonly format: Format;
  onAll(): void;
  onNone(): void;
}

/** Selects all that is shown, or nothing. */
export class SelectionBar {
  readonly element: HTMLElement;
  readonly #options: BarOptions;
  readonly #all = element('button', { type: 'button', class: 'secondary' });
  readonly #none = element('button', { type: 'button', class: 'secondary' });

  constructor(options: BarOptions) {
    this.#options = options;
    this.#none.textContent = options.strings.clearSelection;
    this.element = element('div', { class: 'selection' }, this.#none, this.#all);
    this.#all.addEventListener('click', () => {
      if (!isLocked(this.#all)) options.onAll();
    });
    this.#none.addEventListener('click', () => {
      options.onNone();
      this.#all.focus();
    });
  }

  update(shown: number, selected: number): void {
    const { strings, format } = this.#options;
    this.#all.textContent = format.count(strings.selectAll, shown);
    lock(this.#all, shown === 0);
    this.#none.hidden = selected === 0;
  }
}
