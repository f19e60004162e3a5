import type { Page } from 'playwright-core';

/**
 * Returns the controls that a user cannot use at the current page size, one line each: controls
 * that cannot be scrolled into view, that are covered, or whose text is cut off without a tooltip.
 */
export function controlsOutOfReach(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const problems = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) problems.push('the page is wider than its room: ' + root.scrollWidth);
    const open = document.querySelector('.popup:not([hidden]), .suggestions:not([hidden]), [role=dialog]:not([hidden])');
    const selector = 'button, input, select, textarea, [role=columnheader], [role=option]';
    const scrolled = [...document.querySelectorAll('*')].filter((one) => one.scrollTop || one.scrollLeft)
      .map((one) => [one, one.scrollTop, one.scrollLeft]);
    for (const one of document.querySelectorAll(selector)) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      // What a pop-up covers is there again once it is closed.
      if (open !== null && !open.contains(one)) continue;
      one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const box = one.getBoundingClientRect();
      const name = one.tagName + ' "' + (one.getAttribute('aria-label') ?? one.textContent).trim() + '"';
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const isInside = box.left >= -1 && box.right <= innerWidth + 1;
      if (!isInside && one.closest('.scroller, .plain') === null) problems.push(name + ' stands out: ' + Math.round(box.left) + ' to ' + Math.round(box.right));
      const top = document.elementFromPoint(x, y);
      const label = one.closest('label');
      if (top === null) problems.push(name + ' cannot be scrolled to');
      else if (!one.contains(top) && !(label?.contains(top))) problems.push(name + ' is below ' + (top.className || top.tagName));
      const isCut = one.tagName === 'BUTTON' && one.scrollWidth > one.clientWidth + 1;
      if (isCut && !one.title && one.closest('[title]') === null) problems.push(name + ' is cut off');
    }
    for (const [one, top, left] of scrolled) [one.scrollTop, one.scrollLeft] = [top, left];
    return problems;
  })()`);
}
