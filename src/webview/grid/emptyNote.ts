import type { GridStatus } from '../../surface/gridRows.ts';
import type { GridStrings } from '../../surface/gridStrings.ts';
import { element, isLocked, lock } from '../base/dom.ts';

interface EmptyOptions {
  onClear(): void;
  onMore(): void;
}

/** What stands in the table when no row does, and the ways to some. */
export class EmptyNote {
  readonly element: HTMLElement;
  readonly #strings: GridStrings;
  readonly #text = element('p', {});
  readonly #clear: HTMLButtonElement;
  readonly #more: HTMLButtonElement;

  constructor(strings: GridStrings, options: EmptyOptions) {
    this.#strings = strings;
    const attributes = { type: 'button', class: 'secondary' };
    this.#clear = element('button', attributes, strings.clearFilter);
    this.#more = element('button', attributes, strings.loadMore);
    this.#clear.addEventListener('click', () => options.onClear());
    this.#more.addEventListener('click', () => {
      if (!isLocked(this.#more)) options.onMore();
    });
    const buttons = element('div', { class: 'buttons' }, this.#clear, this.#more);
    this.element = element('div', { class: 'empty' }, this.#text, buttons);
  }

  get focused(): boolean {
    return this.element.contains(document.activeElement);
  }

  /** @param isEmpty there is no customer, whatever the filter */
  show(isEmpty: boolean, state: GridStatus['state']): void {
    this.#text.textContent = isEmpty ? this.#strings.none : this.#strings.noMatch;
    this.#clear.hidden = isEmpty;
    this.#more.hidden = state === 'end';
    lock(this.#more, state === 'loading');
  }
}
