import type { FrameLocator } from 'playwright-core';

/** Returns x and y of the focused cell in the table, in pixels, regardless of what is above the table. */
export function positionInTable(page: FrameLocator): Promise<unknown> {
  return page.locator('body').evaluate(`(({ x, y }, { x: left, y: top }) => [x - left, y - top])(...
    [document.activeElement, document.querySelector('.scroller')].map(
      (element) => element.getBoundingClientRect()))`);
}
