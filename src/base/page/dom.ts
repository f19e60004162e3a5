import type { Icon } from './icons.ts';

/** An element with its attributes and children. Strings become text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A codicon; decoration for assistive technology. */
export function icon(name: Icon): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}

/** Unlike with `hidden`, its room stays, so that nothing beside it moves. */
export function showInPlace(target: HTMLElement, isShown: boolean): void {
  target.classList.toggle('absent', !isShown);
}

/** Unlike `disabled`, the button keeps the focus, so that its `reason` can be read. */
export function lock(button: HTMLButtonElement, locked: boolean, reason = ''): void {
  button.setAttribute('aria-disabled', String(locked));
  button.title = reason;
}

export function isLocked(button: HTMLButtonElement): boolean {
  return button.getAttribute('aria-disabled') === 'true';
}

export function nothingFocused(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
