import { completionsAt, type Completion } from '../../search/completionsAt.ts';
import { element } from '../../base/page/dom.ts';
import { clamp } from '../../base/numbers.ts';
import type { SearchNames } from './searchNames.ts';

/** Distance between the list and the edge of the page, in px. */
const EDGE = 4;

/** Maximum number of items. The list does not scroll: the user types more to narrow it. */
const MAX_ITEMS = 12;

const LIST_ID = 'suggestions';

/** Suggestions for a search, operated with the arrow keys, Enter, Tab, Escape and mouse. The field keeps the focus. */
export class Suggestions {
  readonly element: HTMLElement;
  readonly #field: HTMLTextAreaElement;
  readonly #measurable: HTMLElement;
  readonly #names: SearchNames;
  #items: readonly Completion[] = [];
  /** Range of the text that an item replaces. */
  #range = { start: 0, end: 0 };
  #activeIndex = -1;
  /** Whether the list is shown, or is only hidden because there are no items. False after it was dismissed. */
  #isRequested = false;

  /**
   * @param field gets the ARIA attributes of a combobox, but not the role, which a multi-line field cannot have
   * @param measurable copy of the field's text, in which positions of characters can be measured
   */
  constructor(
    field: HTMLTextAreaElement,
    measurable: HTMLElement,
    names: SearchNames,
    label: string,
  ) {
    this.#field = field;
    this.#measurable = measurable;
    this.#names = names;
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
    const { items, isFirstActive } = this.#find();
    this.#items = items.slice(0, MAX_ITEMS);
    if (items.length === 0) return this.#close();
    const lines = this.#items.map(({ label, inserted, isWord }, index) => {
      // An ID that is inserted instead of the name is shown, too.
      const isId = !isWord && inserted !== label && !inserted.startsWith('"');
      return element(
        'div',
        { role: 'option', id: `${LIST_ID}-${index}`, 'aria-selected': 'false' },
        element('span', { class: 'text' }, label),
        ...(isId ? [element('span', { class: 'detail' }, inserted)] : []),
      );
    });
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

  /** Returns the items for the current text and caret. `isFirstActive`: the first item is active from the start. */
  #find(): { readonly items: readonly Completion[]; readonly isFirstActive: boolean } {
    const { selectionStart: caret, selectionEnd, value } = this.#field;
    if (caret !== selectionEnd) return { items: [], isFirstActive: false };
    const { start, end, items } = completionsAt(value, caret, this.#names.choices);
    this.#range = { start, end };
    // If keywords are listed, the typed text may be a search text, which Enter must not replace.
    const isFirstActive = caret > start && items.every(({ isWord }) => !isWord);
    // Nothing is suggested if the typed word is already complete.
    const isAlreadyTyped = items.some(({ inserted }) => inserted === value.slice(start, end));
    return { items: isAlreadyTyped ? [] : items, isFirstActive };
  }

  #close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#activeIndex = -1;
    this.#field.removeAttribute('aria-activedescendant');
  }

  #place(): void {
    const { style, offsetWidth, offsetHeight } = this.element;
    const { clientWidth, clientHeight } = document.documentElement;
    const { left, top, bottom } = this.#textRect();
    // Below the text if the list fits there, or if there is more space below than above.
    const isBelow = bottom + offsetHeight + EDGE <= clientHeight || bottom < clientHeight - top;
    style.left = `${clamp(left, EDGE, clientWidth - EDGE - offsetWidth)}px`;
    style.top = `${isBelow ? bottom : Math.max(EDGE, top - offsetHeight)}px`;
  }

  /** Returns where the completed text begins, measured in `#measurable`, because a text area reports no positions. */
  #textRect(): DOMRect {
    const range = document.createRange();
    let remaining = this.#range.start;
    const walker = document.createTreeWalker(this.#measurable, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { length } = node.textContent ?? '';
      if (remaining <= length) {
        range.setStart(node, remaining);
        range.collapse(true);
        const rect = range.getBoundingClientRect();
        if (rect.height > 0) return rect;
        break;
      }
      remaining -= length;
    }
    return this.#field.getBoundingClientRect();
  }

  #setActive(index: number): void {
    this.#activeIndex = index;
    for (const [lineIndex, line] of [...this.element.children].entries()) {
      line.setAttribute('aria-selected', String(lineIndex === index));
    }
    if (index < 0) this.#field.removeAttribute('aria-activedescendant');
    else this.#field.setAttribute('aria-activedescendant', `${LIST_ID}-${index}`);
  }

  #accept(index: number): void {
    const item = this.#items[index];
    this.hide();
    if (item !== undefined) this.#complete(item);
  }

  #complete({ inserted, isWord }: Completion): void {
    const { start, end } = this.#range;
    // After an opening bracket, `tag:` or `param.`, the condition continues without a space.
    const needsMore = inserted === '(' || inserted.endsWith(':') || inserted.endsWith('.');
    const next = this.#field.value[end] ?? '';
    const space = (isWord && needsMore) || /[\s)]/.test(next) ? '' : ' ';
    this.#field.focus();
    this.#field.setSelectionRange(start, end);
    insertText(inserted + space);
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

/** Replaces the selection of the focused field as if the user had typed the text. */
export function insertText(text: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- the only way that keeps the undo history
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}
