import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describePage } from '../describePage.ts';
import { openOverview, serveOverview } from '../openOverview.ts';
import { append, rows, status } from '../sample.ts';
import { OVERVIEW_STATES } from './overviewStates.ts';

/** Returns animations, transitions and smooth scrolling of the page. */
function motions(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[
    ...document.getAnimations().map((one) => one.animationName ?? 'transition'),
    ...[...document.querySelectorAll('*')].flatMap((one) => {
      const { scrollBehavior, transitionDuration } = getComputedStyle(one);
      return [scrollBehavior === 'auto' ? '' : 'smooth', /[1-9]/.test(transitionDuration) ? 'transition' : ''];
    }),
  ].filter((one) => one !== '')`);
}

describePage('motion of the pages', (on) => {
  async function load(): Promise<void> {
    await on.open.tell(append(0, rows(0, 20)));
    const loading = status(20, { state: 'loading', progress: { pages: 1, totalPages: 9 } });
    await on.open.tell({ type: 'status', generation: 1, status: loading });
    await on.open.page.locator('.table.busy').waitFor();
  }

  it('is only a bar while data is loading', async () => {
    await load();
    assert.deepEqual(await motions(on.open.page), ['busy']);
  });

  it('is off if the system requests reduced motion: the bar is visible and does not move', async () => {
    await on.open.page.emulateMedia({ reducedMotion: 'reduce' });
    await load();
    assert.deepEqual(await motions(on.open.page), []);
    const bar: unknown = await on.open.page.evaluate(
      `getComputedStyle(document.querySelector('.table.busy'), '::before').backgroundSize`,
    );
    assert.equal(bar, '100% 100%');
  });

  it('is off if VS Code requests reduced motion', async () => {
    await on.open.page.evaluate(`document.body.classList.add('vscode-reduce-motion')`);
    await load();
    assert.deepEqual(await motions(on.open.page), []);
  });

  it('is off in the Tag Overview', async () => {
    const browser = on.open.page.context().browser() ?? assert.fail();
    const overview = await openOverview(browser, await serveOverview());
    await OVERVIEW_STATES['message progress'](overview);
    assert.deepEqual(await motions(overview.page), []);
    await overview.page.context().close();
  });
});
