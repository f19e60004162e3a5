import { element } from './dom.ts';

/** px between what is shown and the edge of the grid */
const EDGE = 4;
/** px that it has at least, even where the grid then has to be scrolled */
const LEAST_HEIGHT = 120;

interface PopupOptions {
  readonly label: string;
  readonly button: HTMLButtonElement;
  /** Fills the content anew each time. */
  onOpen(content: HTMLElement): void | Promise<void>;
}

/** What a button shows beside itself, until Escape, a click elsewhere, or the focus goes away. */
export class Popup {
  readonly element: HTMLElement;
  readonly #options: PopupOptions;
  readonly #content: HTMLElement;

  constructor(options: PopupOptions) {
    this.#options = options;
    options.button.setAttribute('aria-expanded', 'false');
    this.#content = element('div', { class: 'popup', role: 'group', 'aria-label': options.label });
    this.#content.hidden = true;
    this.element = element('div', { class: 'popup-anchor' }, options.button, this.#content);
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('focusout', (event) => this.#onFocusOut(event));
    window.addEventListener('resize', () => this.#place());
    document.addEventListener('pointerdown', (event) => {
      if (!this.element.contains(event.target as Node)) this.close();
    });
  }

  toggle(): void {
    if (!this.#content.hidden) return this.close();
    this.#content.hidden = false;
    this.#options.button.setAttribute('aria-expanded', 'true');
    // What it showed the last time may be wrong by now.
    this.#content.replaceChildren();
    void Promise.resolve(this.#options.onOpen(this.#content)).then(() => this.#place());
  }

  close(): void {
    // The button may open a menu instead, which then says whether it is open.
    if (this.#content.hidden) return;
    this.#content.hidden = true;
    this.#options.button.setAttribute('aria-expanded', 'false');
  }

  /** Closes it for the keyboard, which goes on at the button. */
  leave(): void {
    this.close();
    this.#options.button.focus();
  }

  /** Below the button or above it, as there is room, and moved to the left as far as it would stand out of the grid. */
  #place(): void {
    const { style } = this.#content;
    const { clientWidth, clientHeight } = document.documentElement;
    const button = this.#options.button.getBoundingClientRect();
    const below = clientHeight - button.bottom;
    const isAbove = button.top > below;
    this.#content.classList.toggle('above', isAbove);
    const room = (isAbove ? button.top : below) - 2 * EDGE;
    style.maxHeight = `${Math.max(LEAST_HEIGHT, room)}px`;
    style.left = '0';
    // The focus went to what stood out of the page, and took the page along.
    window.scrollTo({ left: 0, behavior: 'instant' });
    const { left, right } = this.#content.getBoundingClientRect();
    const excess = right + EDGE - clientWidth;
    style.left = `${-Math.max(0, Math.min(excess, left - EDGE))}px`;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#content.hidden) return;
    event.stopPropagation();
    this.leave();
  }

  #onFocusOut({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && !this.element.contains(relatedTarget)) this.close();
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
