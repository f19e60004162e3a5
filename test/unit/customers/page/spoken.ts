import type { Page } from 'playwright-core';

interface Spoken {
  readonly polite: readonly string[];
  readonly assertive: readonly string[];
}

/**
 * Starts recording the announcements of the page's live regions in their order. `hiddenRoots` of the page are its closed
 * shadow roots (`servedPage.ts`). The page itself creates the first of them, for its announcements.
 */
export async function listenToPage(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    globalThis.said = { polite: [], assertive: [] };
    const live = '[aria-live]:not([aria-live=off]), [role=status]:not([aria-live]), [role=alert]:not([aria-live])';
    const roots = [document, ...globalThis.hiddenRoots];
    for (const region of roots.flatMap((root) => [...root.querySelectorAll(live + ', output:not([aria-live])')])) {
      const isAlert = region.getAttribute('role') === 'alert';
      const how = region.getAttribute('aria-live') ?? (isAlert ? 'assertive' : 'polite');
      new MutationObserver(() => {
        if (region.textContent !== '') globalThis.said[how].push(region.textContent.trim());
      }).observe(region, { childList: true, characterData: true, subtree: true });
    }
  })()`);
}

/** Returns the announcements since the last call. */
export function spokenBy(page: Page): Promise<Spoken> {
  return page.evaluate(`(() => {
    const { polite, assertive } = globalThis.said;
    return { polite: polite.splice(0), assertive: assertive.splice(0) };
  })()`);
}

/** Returns the current text of the page's polite region. */
export function politeText(page: Page): Promise<string> {
  return page.evaluate(`globalThis.hiddenRoots[0].querySelector('[aria-live=polite]').textContent`);
}
