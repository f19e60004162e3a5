import { element } from '../../base/page/dom.ts';

/** px between the list and the edge of the page */
const EDGE = 4;

/** The list is not scrolled: of more than that one types on. */
const MOST_SHOWN = 12;

export interface Suggestion {
  readonly label: string;
  /** Behind it, such as an ID. */
  readonly detail?: string;
}

interface SuggestionsOptions<T extends Suggestion> {
  /** As a text of several lines it can be no combobox by its role; all else is the same. */
  readonly field: HTMLTextAreaElement;
  readonly label: string;
  /** What there is for the text and caret as they are; `first` is lit at once. */
  find(): { readonly items: readonly T[]; readonly isFirstLit: boolean };
  take(item: T): void;
  /** px, where the list begins; below it or above */
  place(): DOMRect;
}

let lists = 0;

/** The list below a field: by the arrow keys, Enter or Tab, Escape, and the mouse; the focus stays in the field. */
export class Suggestions<T extends Suggestion> {
  readonly element: HTMLElement;
  readonly #options: SuggestionsOptions<T>;
  #items: readonly T[] = [];
  #lit = -1;
  #isWanted = false;

  constructor(options: SuggestionsOptions<T>) {
    this.#options = options;
    const { field, label } = options;
    const attributes = { class: 'suggestions', role: 'listbox', 'aria-label': label };
    this.element = element('div', { ...attributes, id: `suggestions-${++lists}` });
    this.element.hidden = true;
    field.setAttribute('aria-haspopup', 'listbox');
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', this.element.id);
    field.setAttribute('autocomplete', 'off');
    field.addEventListener('blur', () => this.hide());
    field.addEventListener('keydown', (event) => this.#onKey(event));
    // The field keeps the focus.
    this.element.addEventListener('pointerdown', (event) => event.preventDefault());
    this.element.addEventListener('click', ({ target }) => {
      const line = (target as HTMLElement).closest('[role=option]');
      if (line !== null) this.#take([...this.element.children].indexOf(line));
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  show(): void {
    this.#isWanted = true;
    const { items, isFirstLit } = this.#options.find();
    this.#items = items.slice(0, MOST_SHOWN);
    if (items.length === 0) return this.#close();
    const lines = this.#items.map(({ label, detail }, index) =>
      element(
        'div',
        { role: 'option', id: `${this.element.id}-${index}`, 'aria-selected': 'false' },
        element('span', { class: 'text' }, label),
        ...(detail === undefined ? [] : [element('span', { class: 'detail' }, detail)]),
      ),
    );
    this.element.replaceChildren(...lines);
    this.element.hidden = false;
    this.#place();
    this.#light(isFirstLit ? 0 : -1);
  }

  /** Updates the list after the choices changed, unless it was dismissed. The lit item stays lit. */
  refresh(): void {
    if (!this.#isWanted) return;
    const lit = this.#items[this.#lit]?.label;
    this.show();
    const at = this.#items.findIndex(({ label }) => label === lit);
    if (lit !== undefined && at >= 0) this.#light(at);
  }

  hide(): void {
    this.#isWanted = false;
    this.#close();
  }

  #close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#lit = -1;
    this.#options.field.removeAttribute('aria-activedescendant');
  }

  #place(): void {
    const { style, offsetWidth, offsetHeight } = this.element;
    const { clientWidth, clientHeight } = document.documentElement;
    const { left, top, bottom } = this.#options.place();
    const isBelow = bottom + offsetHeight + EDGE <= clientHeight || bottom < clientHeight - top;
    style.left = `${Math.max(EDGE, Math.min(left, clientWidth - EDGE - offsetWidth))}px`;
    style.top = `${isBelow ? bottom : Math.max(EDGE, top - offsetHeight)}px`;
  }

  #light(index: number): void {
    this.#lit = index;
    const { field } = this.#options;
    for (const [at, line] of [...this.element.children].entries()) {
      line.setAttribute('aria-selected', String(at === index));
    }
    if (index < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', `${this.element.id}-${index}`);
  }

  #take(index: number): void {
    const item = this.#items[index];
    this.hide();
    if (item !== undefined) this.#options.take(item);
  }

  #onKey(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, isComposing } = event;
    if (isComposing) return;
    if (!this.isOpen) {
      const isAsked = (ctrlKey && key === ' ') || (altKey && key === 'ArrowDown');
      if (!isAsked) return;
      this.show();
    } else if (key === 'Escape') this.hide();
    else if (key === 'ArrowDown' || key === 'ArrowUp') this.#move(key === 'ArrowDown' ? 1 : -1);
    else if ((key === 'Enter' || key === 'Tab') && this.#lit >= 0) this.#take(this.#lit);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #move(by: number): void {
    const count = this.#items.length;
    const from = this.#lit < 0 && by < 0 ? 0 : this.#lit;
    this.#light((from + by + count) % count);
  }
}
