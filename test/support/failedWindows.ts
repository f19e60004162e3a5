import type { Context, RootHookObject } from 'mocha';
import { Workbench } from './e2e.ts';
import { sharedProduct } from './openedProduct.ts';

/** After a test that failed: a picture of each window, and no open question that the next test would meet. */
export const mochaHooks: RootHookObject = {
  async afterAll() {
    await sharedProduct.close();
  },
  async afterEach(this: Context) {
    if (this.currentTest?.state !== 'failed') return;
    sharedProduct.failed();
    const title = this.currentTest.fullTitle().replaceAll(/\W+/g, '-');
    for (const [at, workbench] of [...Workbench.all].entries()) {
      await workbench.keepScreenshot(`failed-${title}-${at + 1}`);
      await workbench.page.keyboard.press('Escape');
    }
  },
};
