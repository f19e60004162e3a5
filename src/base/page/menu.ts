import { element, isLocked, lock } from './dom.ts';

/** px between the menu and the edge of the grid */
const EDGE = 4;

export interface MenuEntry {
  readonly label: string;
  /** Why it cannot be chosen now. */
  readonly reason?: string | null | undefined;
  /** Of an entry that is on or off. */
  readonly isChecked?: boolean;
  readonly act: () => void;
}

/** Groups of entries, with a line between them. */
export type MenuGroups = readonly (readonly MenuEntry[])[];

/** The grid's one menu: it opens where it is wanted, and ends with a choice, Escape, or a look elsewhere. */
export class Menu {
  readonly element = element('div', { class: 'popup menu', role: 'menu' });
  /** Who has the focus again afterwards. */
  #opener: HTMLElement | undefined;

  constructor() {
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('contextmenu', (event) => event.preventDefault());
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.element.contains(relatedTarget as Node | null)) this.close();
    });
    document.addEventListener('pointerdown', ({ target }) => {
      const isOwn = this.element.contains(target as Node) || this.#opener?.contains(target as Node);
      if (isOwn !== true) this.close();
    });
    window.addEventListener('blur', () => this.close());
    window.addEventListener('resize', () => this.close());
  }

  isOpenFor(opener: HTMLElement): boolean {
    return !this.element.hidden && this.#opener === opener;
  }

  /** @param at the corner, px; it is moved so far that all of it is to be seen */
  show(label: string, groups: MenuGroups, opener: HTMLElement, at: { x: number; y: number }): void {
    this.#opener = opener;
    opener.setAttribute('aria-expanded', 'true');
    this.element.setAttribute('aria-label', label);
    this.element.replaceChildren(
      ...groups.flatMap((entries, index) => [
        ...(index > 0 ? [element('div', { role: 'separator' })] : []),
        ...entries.map((entry) => this.#entry(entry)),
      ]),
    );
    this.element.hidden = false;
    const { clientWidth, clientHeight } = document.documentElement;
    const { offsetWidth, offsetHeight, style } = this.element;
    style.left = `${Math.max(EDGE, Math.min(at.x, clientWidth - EDGE - offsetWidth))}px`;
    style.top = `${Math.max(EDGE, Math.min(at.y, clientHeight - EDGE - offsetHeight))}px`;
    this.#entries()[0]?.focus();
  }

  close(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.#opener?.removeAttribute('aria-expanded');
  }

  #entry({ label, reason, isChecked, act }: MenuEntry): HTMLElement {
    const role = isChecked === undefined ? 'menuitem' : 'menuitemradio';
    const made = element('button', { type: 'button', role, tabindex: '-1' }, label);
    if (isChecked !== undefined) made.setAttribute('aria-checked', String(isChecked));
    if (typeof reason === 'string') lock(made, true, reason);
    // One entry is lit: keys go on from the one under the mouse.
    made.addEventListener('pointermove', () => made.focus({ preventScroll: true }));
    made.addEventListener('click', () => {
      if (isLocked(made)) return;
      this.#leave();
      act();
    });
    return made;
  }

  #entries(): HTMLElement[] {
    return [...this.element.querySelectorAll('button')];
  }

  #leave(): void {
    const opener = this.#opener;
    this.close();
    opener?.focus({ preventScroll: true });
  }

  #onKey(event: KeyboardEvent): void {
    const { key } = event;
    event.stopPropagation();
    if (key === 'Escape' || key === 'Tab') this.#leave();
    else if (!this.#walk(key)) return;
    event.preventDefault();
  }

  #walk(key: string): boolean {
    const entries = this.#entries();
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
    if (to !== undefined) entries.at(to % entries.length)?.focus();
    return to !== undefined;
  }
}
