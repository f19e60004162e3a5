import { element, lock, onClick } from './dom.ts';
import { clamp } from '../numbers.ts';

/** Minimum distance between the menu and the edge of the page, in px. */
const EDGE = 4;

export interface MenuEntry {
  readonly label: string;
  /** Reason why the entry is disabled. Absent or null: the entry is enabled. */
  readonly disabledReason?: string | null | undefined;
  /** Whether the entry is checked. Set only on entries that can be checked. */
  readonly isChecked?: boolean;
  readonly act: () => void;
}

export type MenuGroups = readonly (readonly MenuEntry[])[];

/** The single menu of a page. It closes on a choice, Escape, Tab, a click elsewhere, or the loss of focus. */
export class Menu {
  readonly element = element('div', { class: 'popup menu', role: 'menu' });
  /** Element that gets the focus back when the menu closes. */
  #opener: HTMLElement | undefined;

  constructor() {
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('contextmenu', (event) => event.preventDefault());
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      // A click on the button of the menu first moves the focus to the button, which then closes the menu itself.
      const isButton = relatedTarget instanceof HTMLButtonElement && relatedTarget === this.#opener;
      if (!isButton && !this.element.contains(relatedTarget as Node | null)) this.close();
    });
    document.addEventListener('pointerdown', ({ target }) => {
      const isInside =
        this.element.contains(target as Node) || this.#opener?.contains(target as Node);
      if (isInside !== true) this.close();
    });
    window.addEventListener('blur', () => this.close());
    window.addEventListener('resize', () => this.close());
  }

  isOpenFor(opener: HTMLElement): boolean {
    return !this.element.hidden && this.#opener === opener;
  }

  /** @param corner top left corner of the menu, in px; adjusted so that the whole menu is visible */
  show(
    label: string,
    groups: MenuGroups,
    opener: HTMLElement,
    corner: { x: number; y: number },
  ): void {
    this.#opener = opener;
    opener.setAttribute('aria-expanded', 'true');
    this.element.setAttribute('aria-label', label);
    this.element.replaceChildren(
      ...groups.flatMap((entries, index) => [
        ...(index > 0 ? [element('div', { role: 'separator' })] : []),
        ...entries.map((entry) => this.#createButton(entry)),
      ]),
    );
    this.element.hidden = false;
    const { clientWidth, clientHeight } = document.documentElement;
    const { offsetWidth, offsetHeight, style } = this.element;
    style.left = `${clamp(corner.x, EDGE, clientWidth - EDGE - offsetWidth)}px`;
    style.top = `${clamp(corner.y, EDGE, clientHeight - EDGE - offsetHeight)}px`;
    this.#buttons()[0]?.focus();
  }

  close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#opener?.removeAttribute('aria-expanded');
  }

  #createButton({ label, disabledReason, isChecked, act }: MenuEntry): HTMLElement {
    const role = isChecked === undefined ? 'menuitem' : 'menuitemradio';
    const button = element('button', { type: 'button', role, tabindex: '-1' }, label);
    if (isChecked !== undefined) button.setAttribute('aria-checked', String(isChecked));
    if (typeof disabledReason === 'string') lock(button, true, disabledReason);
    // The focus follows the mouse, so that only one entry is highlighted and the arrow keys continue from that entry.
    button.addEventListener('pointermove', () => button.focus({ preventScroll: true }));
    onClick(button, () => {
      this.#closeAndRefocus();
      act();
    });
    return button;
  }

  #buttons(): HTMLElement[] {
    return [...this.element.querySelectorAll('button')];
  }

  #closeAndRefocus(): void {
    const opener = this.#opener;
    this.close();
    opener?.focus({ preventScroll: true });
  }

  #onKey(event: KeyboardEvent): void {
    const { key } = event;
    event.stopPropagation();
    if (key === 'Escape' || key === 'Tab') this.#closeAndRefocus();
    else if (!this.#moveFocus(key)) return;
    event.preventDefault();
  }

  /** Moves the focus to another entry. Returns `false` if the key does not move the focus. */
  #moveFocus(key: string): boolean {
    const buttons = this.#buttons();
    const index = buttons.indexOf(document.activeElement as HTMLElement);
    // The index -1 is the last entry.
    const nextIndex = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[key];
    if (nextIndex !== undefined) buttons.at(nextIndex % buttons.length)?.focus();
    return nextIndex !== undefined;
  }
}
