import type { Completion } from '../../search/completionsAt.ts';
import { element } from '../../base/page/dom.ts';
import { clamp } from '../../base/numbers.ts';

/** Distance between the list and the edge of the page, in px. */
const EDGE = 4;

/** Maximum number of items. The list does not scroll: the user types more to narrow it. */
const MAX_ITEMS = 12;

export interface Suggestion {
  readonly label: string;
  /** Text after the label, such as an ID. */
  readonly detail?: string;
  readonly completion: Completion;
}

interface SuggestionsOptions {
  /** A multi-line field cannot have the role `combobox`. All other ARIA attributes are the same. */
  readonly field: HTMLTextAreaElement;
  readonly label: string;
  /** Returns the items for the current text and caret. `isFirstActive`: the first item is active from the start. */
  find(): { readonly items: readonly Suggestion[]; readonly isFirstActive: boolean };
  accept(completion: Completion): void;
  /** Returns the position of the completed text, in px. The list is placed below or above it. */
  textRect(): DOMRect;
}

const LIST_ID = 'suggestions';

/** Suggestions for a field, operated with the arrow keys, Enter, Tab, Escape and mouse. The field keeps the focus. */
export class Suggestions {
  readonly element: HTMLElement;
  readonly #options: SuggestionsOptions;
  #items: readonly Suggestion[] = [];
  #activeIndex = -1;
  /** Whether the list is shown, or is only hidden because there are no items. False after it was dismissed. */
  #isRequested = false;

  constructor(options: SuggestionsOptions) {
    this.#options = options;
    const { field, label } = options;
    const attributes = { class: 'suggestions', role: 'listbox', 'aria-label': label };
    this.element = element('div', { ...attributes, id: LIST_ID });
    this.element.hidden = true;
    field.setAttribute('aria-haspopup', 'listbox');
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', LIST_ID);
    field.setAttribute('autocomplete', 'off');
    field.addEventListener('blur', () => this.hide());
    field.addEventListener('keydown', (event) => this.#onKey(event));
    // Without this, a click on the list would take the focus from the field.
    this.element.addEventListener('pointerdown', (event) => event.preventDefault());
    this.element.addEventListener('click', ({ target }) => {
      const line = (target as HTMLElement).closest('[role=option]');
      if (line !== null) this.#accept([...this.element.children].indexOf(line));
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  show(): void {
    this.#isRequested = true;
    const { items, isFirstActive } = this.#options.find();
    this.#items = items.slice(0, MAX_ITEMS);
    if (items.length === 0) return this.#close();
    const lines = this.#items.map(({ label, detail }, index) =>
      element(
        'div',
        { role: 'option', id: `${LIST_ID}-${index}`, 'aria-selected': 'false' },
        element('span', { class: 'text' }, label),
        ...(detail === undefined ? [] : [element('span', { class: 'detail' }, detail)]),
      ),
    );
    this.element.replaceChildren(...lines);
    this.element.hidden = false;
    this.#place();
    this.#setActive(isFirstActive ? 0 : -1);
  }

  /** Updates the list after the choices changed, unless it was dismissed. The active item stays active. */
  refresh(): void {
    if (!this.#isRequested) return;
    const activeLabel = this.#items[this.#activeIndex]?.label;
    this.show();
    const index = this.#items.findIndex(({ label }) => label === activeLabel);
    if (activeLabel !== undefined && index >= 0) this.#setActive(index);
  }

  hide(): void {
    this.#isRequested = false;
    this.#close();
  }

  #close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#activeIndex = -1;
    this.#options.field.removeAttribute('aria-activedescendant');
  }

  #place(): void {
    const { style, offsetWidth, offsetHeight } = this.element;
    const { clientWidth, clientHeight } = document.documentElement;
    const { left, top, bottom } = this.#options.textRect();
    // Below the text if the list fits there, or if there is more space below than above.
    const isBelow = bottom + offsetHeight + EDGE <= clientHeight || bottom < clientHeight - top;
    style.left = `${clamp(left, EDGE, clientWidth - EDGE - offsetWidth)}px`;
    style.top = `${isBelow ? bottom : Math.max(EDGE, top - offsetHeight)}px`;
  }

  #setActive(index: number): void {
    this.#activeIndex = index;
    const { field } = this.#options;
    for (const [lineIndex, line] of [...this.element.children].entries()) {
      line.setAttribute('aria-selected', String(lineIndex === index));
    }
    if (index < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', `${LIST_ID}-${index}`);
  }

  #accept(index: number): void {
    const item = this.#items[index];
    this.hide();
    if (item !== undefined) this.#options.accept(item.completion);
  }

  #onKey(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, isComposing } = event;
    if (isComposing) return;
    if (!this.isOpen) {
      const isOpenKey = (ctrlKey && key === ' ') || (altKey && key === 'ArrowDown');
      if (!isOpenKey) return;
      this.show();
    } else if (key === 'Escape') this.hide();
    else if (key === 'ArrowDown' || key === 'ArrowUp') this.#move(key === 'ArrowDown' ? 1 : -1);
    else if ((key === 'Enter' || key === 'Tab') && this.#activeIndex >= 0)
      this.#accept(this.#activeIndex);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** @param step 1: next item, -1: previous item */
  #move(step: number): void {
    const count = this.#items.length;
    // Without an active item, the up arrow moves to the last item.
    const from = this.#activeIndex < 0 && step < 0 ? 0 : this.#activeIndex;
    this.#setActive((from + step + count) % count);
  }
}
