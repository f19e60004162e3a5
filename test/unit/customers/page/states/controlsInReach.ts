import type { Page } from 'playwright-core';

/**
 * Returns the controls that a user cannot use at the current page size, one line each: controls
 * that cannot be scrolled into view, that are covered, or whose text is cut off without a tooltip.
 */
export function controlsOutOfReach(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const problems = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) problems.push('the page is wider than the window: ' + root.scrollWidth);
    const open = document.querySelector('.popup:not([hidden]), .suggestions:not([hidden]), [role=dialog]:not([hidden])');
    const selector = 'button, input, select, textarea, [role=columnheader], [role=option]';
    const scrolled = [...document.querySelectorAll('*')].filter((element) => element.scrollTop || element.scrollLeft)
      .map((element) => [element, element.scrollTop, element.scrollLeft]);
    for (const element of document.querySelectorAll(selector)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      // A control behind a popup can be used again when the popup is closed.
      if (open !== null && !open.contains(element)) continue;
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const box = element.getBoundingClientRect();
      const name = element.tagName + ' "' + (element.getAttribute('aria-label') ?? element.textContent).trim() + '"';
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const isInside = box.left >= -1 && box.right <= innerWidth + 1;
      if (!isInside && element.closest('.scroller, .plain') === null) problems.push(name + ' is outside of the window: ' + Math.round(box.left) + ' to ' + Math.round(box.right));
      const top = document.elementFromPoint(x, y);
      const label = element.closest('label');
      if (top === null) problems.push(name + ' cannot be scrolled to');
      else if (!element.contains(top) && !(label?.contains(top))) problems.push(name + ' is below ' + (top.className || top.tagName));
      const isCut = element.tagName === 'BUTTON' && element.scrollWidth > element.clientWidth + 1;
      if (isCut && !element.title && element.closest('[title]') === null) problems.push(name + ' is cut off');
    }
    for (const [element, top, left] of scrolled) [element.scrollTop, element.scrollLeft] = [top, left];
    return problems;
  })()`);
}
