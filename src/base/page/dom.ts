import type { Icon } from './icons.ts';

/** Creates an element with attributes and children. Strings become text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...children);
  return created;
}

export function icon(name: Icon): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}

export function iconButton(name: Icon, label: string, act: () => void): HTMLButtonElement {
  const attributes = { type: 'button', class: 'icon', 'aria-label': label, title: label };
  const button = element('button', attributes, icon(name));
  onClick(button, act);
  return button;
}

/** Sets a text. If the text is unchanged, its node is not replaced. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Shows or hides an element. Unlike `hidden`, its space stays reserved, so that the elements around it do not move. */
export function showInPlace(target: HTMLElement, isShown: boolean): void {
  target.classList.toggle('absent', !isShown);
}

/** Unlike with the attribute `disabled`, a locked button keeps the focus, so that its tooltip can be read. */
export function lock(button: HTMLButtonElement, isDisabled: boolean, tooltip = ''): void {
  button.setAttribute('aria-disabled', String(isDisabled));
  button.title = tooltip;
}

/** Calls `act` when the button is clicked, unless the button is locked. */
export function onClick(button: HTMLButtonElement, act: () => void): void {
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') !== 'true') act();
  });
}

export function nothingFocused(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Calls `find` on Ctrl+F or ⌘F anywhere on the page, because VS Code's own search does not cover the page. */
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
  /** Called on Escape, or when the browser cancels the drag. */
  onCancel(): void;
}

/** Reports the pointer's moves until its button is released, even outside the element. */
export function followPointer(start: PointerEvent, drag: Drag): void {
  const listeners = new AbortController();
  const listen = (
    type: 'pointermove' | 'pointerup' | 'pointercancel',
    handle: Drag['onMove'],
  ): void =>
    document.addEventListener(
      type,
      (event) => {
        if (event.pointerId !== start.pointerId) return;
        // The other two events end the drag.
        if (type !== 'pointermove') listeners.abort();
        handle(event);
      },
      { signal: listeners.signal },
    );
  listen('pointermove', (event) => drag.onMove(event));
  listen('pointerup', (event) => drag.onEnd(event));
  listen('pointercancel', () => drag.onCancel());
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    listeners.abort();
    drag.onCancel();
  };
  document.addEventListener('keydown', onKey, { capture: true, signal: listeners.signal });
}

/** Larger than the number of different texts on screen. */
const MAX_CACHED_WIDTHS = 5000;

const widths = new Map<string, number>();
let canvasContext: CanvasRenderingContext2D | null | undefined;

/** Returns the width of a text in a chip, in px. Measured on a canvas, without a layout, and cached per text. */
export function textWidth(text: string): number {
  const cachedWidth = widths.get(text);
  if (cachedWidth !== undefined) return cachedWidth;
  if (canvasContext === undefined) {
    canvasContext = document.createElement('canvas').getContext('2d');
    // Same size as `.chip` in `customers.css`.
    if (canvasContext) canvasContext.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  }
  if (widths.size >= MAX_CACHED_WIDTHS) widths.clear();
  // Without a canvas: an upper estimate, because a character is hardly wider than the font size.
  const width = canvasContext?.measureText(text).width ?? text.length * 12;
  widths.set(text, width);
  return width;
}
