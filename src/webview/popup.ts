import { element, icon } from './dom.ts';
import type { Icon } from './icons.ts';

/** px between what is shown and the edge of the page */
const EDGE = 4;

/** A button that shows something below itself, until Escape, a click elsewhere, or the focus goes away. */
export class Popup {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly #content: HTMLElement;
  readonly #onOpen: (content: HTMLElement) => void | Promise<void>;

  constructor(options: {
    readonly label: string;
    /** Codicon before the label; without a label on the button when `isIconOnly`. */
    readonly icon?: Icon;
    readonly isIconOnly?: boolean;
    /** Fills the content anew each time. */
    readonly onOpen: (content: HTMLElement) => void | Promise<void>;
  }) {
    const { label, isIconOnly = false } = options;
    const parts = options.icon === undefined ? [] : [icon(options.icon)];
    const text = element('span', { class: 'text' }, label);
    this.button = element(
      'button',
      { type: 'button', class: isIconOnly ? 'icon' : 'drop', 'aria-expanded': 'false' },
      ...parts,
      ...(isIconOnly ? [] : [text, icon('chevron-down')]),
    );
    if (isIconOnly) this.button.setAttribute('aria-label', label);
    if (isIconOnly) this.button.title = label;
    this.#onOpen = options.onOpen;
    this.#content = element('div', { class: 'popup', role: 'group', 'aria-label': label });
    this.#content.hidden = true;
    this.element = element('div', { class: 'popup-anchor' }, this.button, this.#content);
    this.button.addEventListener('click', () => this.#toggle());
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('focusout', (event) => this.#onFocusOut(event));
    document.addEventListener('pointerdown', (event) => {
      if (!this.element.contains(event.target as Node)) this.#close();
    });
  }

  /** How many things are chosen in it. */
  mark(count: number): void {
    this.button.classList.toggle('active', count > 0);
    const text = this.button.querySelector('.text');
    const label = this.#content.getAttribute('aria-label') ?? '';
    if (text !== null) text.textContent = count > 0 ? `${label} (${count})` : label;
  }

  #toggle(): void {
    if (!this.#content.hidden) return this.#close();
    this.#content.hidden = false;
    this.button.setAttribute('aria-expanded', 'true');
    // What it showed the last time may be wrong by now.
    this.#content.replaceChildren();
    void Promise.resolve(this.#onOpen(this.#content)).then(() => this.#place());
  }

  /** Moves it to the left as far as it would stand out of the page. */
  #place(): void {
    const { style } = this.#content;
    style.left = '0';
    const { left, right } = this.#content.getBoundingClientRect();
    const excess = right + EDGE - document.documentElement.clientWidth;
    style.left = `${-Math.max(0, Math.min(excess, left - EDGE))}px`;
  }

  #close(): void {
    this.#content.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#content.hidden) return;
    event.stopPropagation();
    this.#close();
    this.button.focus();
  }

  #onFocusOut({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && !this.element.contains(relatedTarget)) this.#close();
  }
}

export function checkbox(
  label: string,
  isChecked: boolean,
  onChange: (isChecked: boolean) => void,
): HTMLLabelElement {
  const box = element('input', { type: 'checkbox' });
  box.checked = isChecked;
  box.addEventListener('change', () => onChange(box.checked));
  return element('label', { class: 'check' }, box, element('span', {}, label));
}
