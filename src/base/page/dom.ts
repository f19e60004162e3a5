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

/** Ctrl+F or ⌘F, wherever in the grid the keyboard is: VS Code has no search of its own in it. */
export function onFindKey(find: () => void): void {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 'f' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
    event.preventDefault();
    find();
  });
}

interface Drag {
  onMove(event: PointerEvent): void;
  onEnd(event: PointerEvent): void;
  /** By Escape, or by the browser. */
  onCancel(): void;
}

/** Until the button that is down is let go, wherever the mouse is then. */
export function followPointer(start: PointerEvent, drag: Drag): void {
  const listening = new AbortController();
  const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', act: Drag['onMove']): void =>
    document.addEventListener(
      type,
      (event) => {
        if (event.pointerId !== start.pointerId) return;
        if (type !== 'pointermove') listening.abort();
        act(event);
      },
      { signal: listening.signal },
    );
  listen('pointermove', (event) => drag.onMove(event));
  listen('pointerup', (event) => drag.onEnd(event));
  listen('pointercancel', () => drag.onCancel());
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    listening.abort();
    drag.onCancel();
  };
  document.addEventListener('keydown', onKey, { capture: true, signal: listening.signal });
}

/** More different texts than are seen at once. */
const MOST_KNOWN = 5000;

const known = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

/** How wide a text is in a chip, px: measured without laying anything out, and once for each text. */
export function textWidth(text: string): number {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d');
    // The size of `.chip` in `customers.css`.
    if (context) context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  }
  if (known.size >= MOST_KNOWN) known.clear();
  const width = context?.measureText(text).width ?? text.length * 12;
  known.set(text, width);
  return width;
}
