import type { GridStatus } from '../gridRows.ts';
import type { GridStrings } from '../gridStrings.ts';
import { element, isLocked, lock, nothingFocused } from '../../base/page/dom.ts';
import type { Format } from './format.ts';

interface NoteOptions {
  readonly onClear: () => void;
  readonly onMore: () => void;
  /** Loads and searches all customers. */
  readonly onAll: () => void;
}

interface NoteTexts {
  readonly strings: GridStrings;
  readonly format: Format;
}

/** Notes in the table: how many customers were found below the last row, or that none were, and the ways to more. */
export class GridNotes {
  /** Stands in the table when no row does. */
  readonly empty: HTMLElement;
  /** Note below the last row during a search. */
  readonly below: HTMLElement;
  readonly #texts: NoteTexts;
  readonly #none = element('p', {});
  readonly #found = element('span', {});
  readonly #clear: HTMLButtonElement;
  readonly #more: HTMLButtonElement;
  /** In both notes: Search All Customers. */
  readonly #all: readonly [HTMLButtonElement, HTMLButtonElement];

  constructor(texts: NoteTexts, { onClear, onMore, onAll }: NoteOptions) {
    this.#texts = texts;
    const { loadMore, searchAll, search } = texts.strings;
    this.#clear = button(search.clear, onClear);
    this.#more = button(loadMore, onMore);
    this.#all = [button(searchAll, onAll), button(searchAll, onAll)];
    const [inEmpty, inBelow] = this.#all;
    const buttons = element('div', { class: 'buttons' }, this.#clear, this.#more, inEmpty);
    this.empty = element('div', { class: 'empty' }, this.#none, buttons);
    this.below = element('div', { class: 'found' }, this.#found, inBelow);
  }

  get focused(): boolean {
    const { activeElement } = document;
    return this.empty.contains(activeElement) || this.below.contains(activeElement);
  }

  /**
   * @param matching number of matching rows; `undefined` without a search, and while it is under way
   * @returns whether the button that had the focus is gone
   */
  show({ state, loaded }: GridStatus, matching: number | undefined): boolean {
    const { strings, format } = this.#texts;
    const { focused } = this;
    const isEnd = state === 'end';
    const template = isEnd ? strings.foundAll : strings.foundFirst;
    const found = format.count(template, matching ?? 0, loaded);
    const noMatch = isEnd ? found : strings.noMatch;
    this.#none.textContent = loaded === 0 ? strings.none : noMatch;
    this.#clear.hidden = loaded === 0;
    this.#more.hidden = isEnd;
    this.below.hidden = matching === undefined || matching === 0;
    if (this.#found.textContent !== found) this.#found.textContent = found;
    for (const one of this.#all) one.hidden = isEnd || loaded === 0;
    for (const one of [this.#more, ...this.#all]) lock(one, state === 'loading');
    return focused && (nothingFocused() || document.activeElement?.checkVisibility() === false);
  }
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: 'secondary' }, text);
  made.addEventListener('click', () => {
    if (!isLocked(made)) onClick();
  });
  return made;
}
