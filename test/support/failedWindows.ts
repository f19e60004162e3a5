import type { Context, RootHookObject } from 'mocha';
import { Workbench } from './e2e.ts';
import { sharedProduct } from './openedProduct.ts';

/**
 * Hooks that, after a failed test, save a screenshot of each window and close an open quick input before the next test.
 */
export const mochaHooks: RootHookObject = {
  async afterAll() {
    await sharedProduct.close();
  },
  async afterEach(this: Context) {
    if (this.currentTest?.state !== 'failed') return;
    sharedProduct.recordFailure();
    const title = this.currentTest.fullTitle().replaceAll(/\W+/g, '-');
    for (const [index, workbench] of [...Workbench.openWindows].entries()) {
      await workbench.keepScreenshot(`failed-${title}-${index + 1}`);
      await workbench.page.keyboard.press('Escape');
    }
  },
};
