import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { projectRoot } from '../../../../scripts/projectRoot.ts';
import { axeProblems } from '../../../support/axe.ts';
import { launchChromium } from '../../../support/chromium.ts';
import { themed, type Theme } from '../../../support/themes.ts';
import { openOverview, serveOverview } from '../openOverview.ts';
import { openPage, servePage } from '../openPage.ts';
import { controlsOutOfReach } from './controlsInReach.ts';
import type { Stage as CustomersStage } from './customerStage.ts';
import { CUSTOMERS_STATES } from './customerStates.ts';
import { OVERVIEW_STATES, type Stage as OverviewStage } from './overviewStates.ts';

const pictures = join(projectRoot, 'out/screenshots/states');
const FIRST: Theme = 'Dark 2026';
/** One for each state, in turn: what a page shows has the same few colours in all its states. */
const OTHERS: readonly Theme[] = ['Light 2026', 'Dark High Contrast', 'Light High Contrast'];
/** What follows from a theme; all else is the same in each. */
const OF_THEMES = ['color-contrast'];
/** A half of an editor at 200 %, and the narrowest that is used. */
const ROOMS = [
  { width: 640, height: 400 },
  { width: 400, height: 700 },
];

interface Opened<Stage> {
  readonly stage: Stage & { readonly page: CustomersStage['page'] };
  readonly complaints: readonly string[];
  /** A page that was shown no state yet. */
  readonly restart: () => Promise<void>;
}

type Open<Stage> = (browser: Browser, url: string) => Promise<Opened<Stage>>;

interface Suite<Stage> {
  readonly states: Readonly<Record<string, (on: Stage) => Promise<void>>>;
  readonly serve: () => Promise<{ server: Server; url: string }>;
  readonly open: Open<Stage>;
}

const openCustomers: Open<CustomersStage> = async (browser, url) => {
  const { page, complaints, tell } = await openPage(browser, url);
  return { stage: { page, tell }, complaints, restart: async () => void (await page.goto(url)) };
};

const openTags: Open<OverviewStage> = async (browser, url) => {
  const { page, complaints, tell } = await openOverview(browser, url);
  return { stage: { page, tell }, complaints, restart: async () => void (await page.goto(url)) };
};

function describeStates<Stage>(title: string, { states, serve, open }: Suite<Stage>): void {
  describe(title, function () {
    this.timeout(60_000);
    let browser: Browser;
    let server: Server;
    let opened: Opened<Stage>;

    before(async () => {
      mkdirSync(pictures, { recursive: true });
      const [launched, served] = await Promise.all([launchChromium(), serve()]);
      browser = launched;
      ({ server } = served);
      opened = await open(browser, served.url);
      opened.stage.page.setDefaultTimeout(5000);
    });

    after(async () => {
      await browser?.close();
      server?.close();
    });

    for (const [at, [state, reach]] of Object.entries(states).entries()) {
      it(state, async () => {
        const { stage, complaints, restart } = opened;
        const { page } = stage;
        const body = page.locator('body');
        const seen = async (name: string): Promise<void> => {
          if (process.env.BOT_TAGS_LOOK === undefined) return;
          const file = `${title} ${state} ${name}.png`.toLowerCase().replaceAll(' ', '-');
          await page.screenshot({ path: join(pictures, file), animations: 'disabled' });
        };
        await page.setViewportSize({ width: 1000, height: 600 });
        await restart();
        await page.evaluate(themed(FIRST));
        await reach(stage);
        await seen('large');
        assert.deepEqual(await axeProblems(body), [], FIRST);
        const other = OTHERS[at % OTHERS.length] ?? FIRST;
        await page.evaluate(themed(other));
        assert.deepEqual(await axeProblems(body, OF_THEMES), [], other);
        for (const room of ROOMS) {
          await page.setViewportSize(room);
          await restart();
          await page.evaluate(themed(FIRST));
          await reach(stage);
          await seen(String(room.width));
          assert.deepEqual(await controlsOutOfReach(page), [], `${room.width} px`);
        }
        assert.deepEqual(complaints, []);
      });
    }
  });
}

describeStates('Customers page', {
  ...{ states: CUSTOMERS_STATES, serve: servePage, open: openCustomers },
});
describeStates('Tag Overview', {
  ...{ states: OVERVIEW_STATES, serve: serveOverview, open: openTags },
});
