import type { FrameLocator } from 'playwright-core';

/** Script that finds controls and elements with their own text that are cut off, outside the page or covered. */
const OVERFLOW_SCRIPT = `(body) => {
  const found = [];
  const CONTROLS = 'button, input, select, textarea, a[href], [role=button]';
  const describe = (element) => element.tagName.toLowerCase() + '.' + element.className + ': ' +
    (element.textContent.trim() || element.getAttribute('aria-label') || element.title).slice(0, 80);
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const scrolls = (element) => {
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (/auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  const isHiddenText = (element) => element.clientWidth <= 1 || getComputedStyle(element).clipPath !== 'none';
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
  for (const element of body.querySelectorAll('*')) {
    // Cells show on request the full text that they cut off.
    if (element.closest('.body .row') || !isSeen(element) || isHiddenText(element)) continue;
    if (!hasText(element) && !element.matches(CONTROLS)) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isField = element.matches('input, select, textarea');
    const isCut = !isField && style.overflowX !== 'visible' && style.display !== 'inline' && element.scrollWidth > element.clientWidth + 1 && !/auto|scroll/.test(style.overflowX);
    const isCutBelow = !isField && style.overflowY !== 'visible' && style.display !== 'inline' && element.scrollHeight > element.clientHeight + 2 && !/auto|scroll/.test(style.overflowY);
    if ((isCut || isCutBelow) && element.closest('[title]:not([title=""])') === null) found.push('cut ' + describe(element));
    else if (box.right > document.documentElement.clientWidth + 1 && !scrolls(element)) found.push('outside ' + describe(element));
  }
  // Returns the part of a control that no element around it clips.
  const partOf = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let at = element.parentElement; at && at !== body; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const box = at.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  // Elements that open above the page may cover it, and so may the elements in a cell.
  const ABOVE = '[role=menu], [role=listbox], [role=dialog], .popup, .body .row, [aria-hidden=true]';
  const controls = [...body.querySelectorAll(CONTROLS)]
    .filter((element) => isSeen(element) && !isHiddenText(element) && element.closest(ABOVE) === null)
    .map((element) => ({ element, part: partOf(element) }))
    .filter(({ part }) => part.right - part.left > 1 && part.bottom - part.top > 1);
  for (const [index, one] of controls.entries()) {
    for (const other of controls.slice(index + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const width = Math.min(one.part.right, other.part.right) - Math.max(one.part.left, other.part.left);
      const height = Math.min(one.part.bottom, other.part.bottom) - Math.max(one.part.top, other.part.top);
      if (width > 1 && height > 1) found.push('overlapping ' + describe(one.element) + ' and ' + describe(other.element));
    }
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) found.push('the page is wider than its window');
  return found;
}`;

/** Returns texts and controls of the page that are cut off, outside of it or on top of each other, one per line. */
export async function overflowIn(frame: FrameLocator): Promise<readonly string[]> {
  return frame.locator('body').evaluate(`(${OVERFLOW_SCRIPT})(document.body)`);
}
