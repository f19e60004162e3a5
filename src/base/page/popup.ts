import { element } from './dom.ts';
import { clamp } from '../numbers.ts';

/** Minimum distance between the popup and the edge of the page, in px. */
const EDGE = 4;
/** Minimum height of the popup, in px, even if the page then has to scroll. */
const MIN_HEIGHT = 120;

type OnOpen = (content: HTMLElement) => void | Promise<void>;

/** Popup next to a button. It closes on Escape, on a click elsewhere, or when it loses the focus. */
export class Popup {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #onOpen: OnOpen;
  readonly #content: HTMLElement;

  /** @param onOpen called to fill the empty content each time the popup opens */
  constructor(label: string, button: HTMLButtonElement, onOpen: OnOpen) {
    this.#button = button;
    this.#onOpen = onOpen;
    button.setAttribute('aria-expanded', 'false');
    this.#content = element('div', { class: 'popup', role: 'group', 'aria-label': label });
    this.#content.hidden = true;
    this.element = element('div', { class: 'popup-anchor' }, button, this.#content);
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
    this.#button.setAttribute('aria-expanded', 'true');
    // The previous content may be outdated.
    this.#content.replaceChildren();
    void Promise.resolve(this.#onOpen(this.#content)).then(() => this.#place());
  }

  close(): void {
    // If the popup is closed, the button may have opened a menu instead, which sets `aria-expanded`.
    if (this.#content.hidden) return;
    this.#content.hidden = true;
    this.#button.setAttribute('aria-expanded', 'false');
  }

  leave(): void {
    this.close();
    this.#button.focus();
  }

  /** Places the popup below or above the button, where there is more room, and within the width of the page. */
  #place(): void {
    const { style } = this.#content;
    const { clientWidth, clientHeight } = document.documentElement;
    const button = this.#button.getBoundingClientRect();
    const below = clientHeight - button.bottom;
    const isAbove = button.top > below;
    this.#content.classList.toggle('above', isAbove);
    const availableHeight = (isAbove ? button.top : below) - 2 * EDGE;
    style.maxHeight = `${Math.max(MIN_HEIGHT, availableHeight)}px`;
    style.left = '0';
    // The focus may have moved to an element outside the visible area and scrolled the page.
    window.scrollTo({ left: 0, behavior: 'instant' });
    const { left, right } = this.#content.getBoundingClientRect();
    const excess = right + EDGE - clientWidth;
    style.left = `${-clamp(excess, 0, left - EDGE)}px`;
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
