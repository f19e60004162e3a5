import type { FrameLocator } from 'playwright-core';

/** Looks at each element with a text of its own: is any of it cut, without a way to read it whole? */
const CUT = `(body) => {
  const found = [];
  const describe = (element) => element.tagName.toLowerCase() + '.' + element.className + ': ' + element.textContent.trim().slice(0, 80);
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const scrolls = (element) => {
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (/auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  const isHiddenText = (element) => element.clientWidth <= 1 || getComputedStyle(element).clipPath !== 'none';
  for (const element of body.querySelectorAll('*')) {
    // Cells say the whole of what they cut when one asks.
    if (element.closest('.body .row') || !hasText(element) || !element.checkVisibility({ visibilityProperty: true }) || isHiddenText(element)) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isCut = style.overflowX !== 'visible' && style.display !== 'inline' && element.scrollWidth > element.clientWidth + 1 && !/auto|scroll/.test(style.overflowX);
    const isLow = style.overflowY !== 'visible' && style.display !== 'inline' && element.scrollHeight > element.clientHeight + 2 && !/auto|scroll/.test(style.overflowY);
    if ((isCut || isLow) && element.closest('[title]:not([title=""])') === null) found.push('cut ' + describe(element));
    else if (box.right > document.documentElement.clientWidth + 1 && !scrolls(element)) found.push('outside ' + describe(element));
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) found.push('the page is wider than its window');
  return found;
}`;

/** Texts of the page that are cut off or stand outside of it, one line for each. */
export async function overflowIn(frame: FrameLocator): Promise<readonly string[]> {
  return frame.locator('body').evaluate(`(${CUT})(document.body)`);
}
