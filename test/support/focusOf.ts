/** Element that has the focus, by its name, and whether the user can see the focus. */
export interface Focus {
  readonly name: string;
  readonly isLost: boolean;
  readonly isSeen: boolean;
}

/**
 * Script that returns the `Focus` of a document. The focus may be visible on the element itself or on a related one: the
 * frame of a field, the row of a list, the text cursor of an editor.
 */
export const FOCUS_SCRIPT = `(() => {
  const active = document.activeElement;
  if (active === null || active === document.body) return { name: '', isLost: true, isSeen: false };
  const row = document.getElementById(active.getAttribute('aria-activedescendant') ?? '');
  // Returns the element and up to two elements around it, innermost first.
  const withParents = (element) => {
    const elements = [];
    for (let up = 0; element instanceof Element && up < 3; element = element.parentElement, up++) elements.push(element);
    return elements;
  };
  const isClear = (colour) => /^rgba\\(.*, 0\\)$|^transparent$/.test(colour);
  const isOutlined = ({ outlineStyle, outlineWidth, outlineColor, boxShadow }) =>
    (outlineStyle !== 'none' && outlineWidth !== '0px' && !isClear(outlineColor)) || boxShadow !== 'none';
  const isFramed = (one) =>
    ['', '::before', '::after'].some((part) => isOutlined(getComputedStyle(one, part)));
  const textCursor = active.closest('.monaco-editor')?.querySelector('.cursor') ?? null;
  // Older versions of VS Code highlight the background of a menu entry and draw no frame around it.
  const isHighlighted =
    active.matches('[role^=menuitem]') &&
    withParents(active).slice(0, 2).some((one) => !isClear(getComputedStyle(one).backgroundColor));
  const isSeen =
    active.checkVisibility() &&
    (active.matches('[role=menu]') || textCursor !== null || isHighlighted ||
      [...withParents(active), ...withParents(row)].some(isFramed));
  const named = row ?? active;
  const name = named.getAttribute('aria-label') ?? (named.labels?.[0] ?? named).innerText;
  return { name: name.replaceAll(/\\s+/g, ' ').trim(), isLost: false, isSeen };
})()`;

/** Script for every document that reports pointer events, and clicks that no key caused, to `pointed`. */
export const POINTER_SCRIPT = `(() => {
  const report = (event) => globalThis.pointed(event.type + ' on ' + event.target?.className);
  for (const type of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'wheel', 'touchstart', 'dragstart']) {
    addEventListener(type, report, { capture: true, passive: true });
  }
  addEventListener('click', (event) => { if (event.detail > 0) report(event); }, true);
})()`;
