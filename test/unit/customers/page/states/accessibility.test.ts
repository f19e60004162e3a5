import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { axeProblems } from '../../../../support/axe.ts';
import { saveScreenshot } from '../../../../support/pictures.ts';
import { themed, type Theme } from '../../../../support/themes.ts';
import { openOverview, serveOverview } from '../openOverview.ts';
import { openPage, servePage } from '../openPage.ts';
import { sharedChromium } from '../sharedChromium.ts';
import { controlsOutOfReach } from './controlsInReach.ts';
import type { Stage as CustomersStage } from './customerStage.ts';
import { CUSTOMERS_STATES } from './customerStates.ts';
import { OVERVIEW_STATES, type Stage as OverviewStage } from './overviewStates.ts';
import { sizeOf } from '../../../../support/sizes.ts';

/**
 * Themes. Each state is tested in a few of them, and the next state begins with the next theme,
 * because all states of a page use the same few colors.
 */
const THEMES: readonly Theme[] = [
  'Dark 2026',
  'Light 2026',
  'Dark High Contrast',
  'Light High Contrast',
];
/** Rules of axe-core that depend on the theme. The others have the same result in each theme. */
const THEME_RULES = ['color-contrast'];
/**
 * Page sizes: a whole editor, half an editor at 200 %, and the narrowest supported one. Each state
 * is tested in a few of them, and the next state begins with the next size.
 */
const SIZES = [
  { width: 1000, height: 600 },
  { width: 640, height: 400 },
  { width: 400, height: 700 },
];

interface Opened<Stage> {
  readonly stage: Stage & { readonly page: CustomersStage['page'] };
  readonly pageErrors: readonly string[];
  /** Reloads the page to its initial state. */
  readonly restart: () => Promise<void>;
}

type Open<Stage> = (browser: Browser, url: string) => Promise<Opened<Stage>>;

interface Suite<Stage> {
  readonly states: Readonly<Record<string, (on: Stage) => Promise<void>>>;
  readonly serve: () => Promise<string>;
  readonly open: Open<Stage>;
}

const openCustomers: Open<CustomersStage> = async (browser, url) => {
  const { page, pageErrors, tell } = await openPage(browser, url);
  return { stage: { page, tell }, pageErrors, restart: async () => void (await page.goto(url)) };
};

const openOverviewPage: Open<OverviewStage> = async (browser, url) => {
  const { page, pageErrors, tell } = await openOverview(browser, url);
  return { stage: { page, tell }, pageErrors, restart: async () => void (await page.goto(url)) };
};

/** Returns `count` elements, beginning at `index` and wrapping around at the end. */
function rotated<T>(list: readonly T[], index: number, count: number): readonly T[] {
  const start = index % list.length;
  return [...list.slice(start), ...list.slice(0, start)].slice(0, count);
}

function describeStates<Stage>(title: string, { states, serve, open }: Suite<Stage>): void {
  describe(title, function () {
    this.timeout(60_000);
    let opened: Opened<Stage>;

    before(async () => {
      const [browser, url] = await Promise.all([sharedChromium(), serve()]);
      opened = await open(browser, url);
      opened.stage.page.setDefaultTimeout(20_000);
    });

    after(() => opened?.stage.page.context().close());

    for (const [index, [state, openState]] of Object.entries(states).entries()) {
      const [firstTheme = 'Dark 2026', ...otherThemes] = rotated(
        THEMES,
        index,
        sizeOf('themesOfState'),
      );
      const sizes = rotated(SIZES, index, sizeOf('windowSizesOfState'));

      it(state, async () => {
        const { stage, pageErrors, restart } = opened;
        const { page } = stage;
        for (const size of sizes) {
          await page.setViewportSize(size);
          await restart();
          await page.evaluate(themed(firstTheme));
          await openState(stage);
          const file = `states/${title} ${state} ${size.width}`.toLowerCase();
          await saveScreenshot(page, file.replaceAll(' ', '-'));
          assert.deepEqual(await controlsOutOfReach(page), [], `${size.width} px`);
          const body = page.locator('body');
          assert.deepEqual(await axeProblems(body), [], `${firstTheme}, ${size.width} px`);
          for (const theme of otherThemes) {
            await page.evaluate(themed(theme));
            assert.deepEqual(await axeProblems(body, THEME_RULES), [], theme);
          }
        }
        assert.deepEqual(pageErrors, []);
      });
    }
  });
}

describeStates('Customers page', {
  states: CUSTOMERS_STATES,
  serve: servePage,
  open: openCustomers,
});
describeStates('Tag Overview', {
  states: OVERVIEW_STATES,
  serve: serveOverview,
  open: openOverviewPage,
});
