import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import {
  parseOverviewRequest,
  type OverviewMessage,
  type OverviewRequest,
} from '../../../../src/overview/overviewMessages.ts';
import { webviewHtml } from '../../../../src/base/ui/webviewHtml.ts';
import { openServedPage, servePageFiles } from './servedPage.ts';

/** The Tag Overview outside of VS Code. */
export interface OpenOverview {
  readonly page: Page;
  readonly pageErrors: readonly string[];
  /** Reloads the page without any earlier state. */
  readonly renew: () => Promise<void>;
  /** Returns the messages that the page posted since the last call. */
  posted(): Promise<OverviewRequest[]>;
  readonly tell: (message: OverviewMessage) => Promise<void>;
}

let served: Promise<string> | undefined;

/** Returns the URL of the page, which all files of this process share. */
export function serveOverview(): Promise<string> {
  return (served ??= servePageFiles({
    bundles: {
      'overview.css': 'media/overview.css',
      'overview.js': 'src/overview/page/main.ts',
    },
    html: (url) =>
      webviewHtml(
        {
          cspSource: url,
          scriptUri: `${url}/overview.js`,
          nonce: 'bm9uY2U',
          language: 'en',
          styleUris: [`${url}/codicon.css`, `${url}/overview.css`],
          texts: {},
        },
        { title: 'Tag Overview' },
      ),
  }));
}

export async function openOverview(browser: Browser, url: string): Promise<OpenOverview> {
  const { page, pageErrors, renew } = await openServedPage(browser, url, {
    size: { width: 1280, height: 900 },
    script: `
    globalThis.posted = [];
    globalThis.acquireVsCodeApi = () => ({
      postMessage: (message) => globalThis.posted.push(message),
      setState: (state) => { globalThis.kept = state; },
      getState: () => undefined,
    });
  `,
  });
  return {
    page,
    pageErrors,
    renew,
    posted: async () => {
      const posted: unknown[] = await page.evaluate('globalThis.posted.splice(0)');
      return posted.map((message) => {
        const request = parseOverviewRequest(message);
        assert.ok(request, `the panel would drop ${JSON.stringify(message)}`);
        return request;
      });
    },
    tell: async (message) => {
      await page.evaluate(`globalThis.dispatchEvent(
        new MessageEvent('message', { data: ${JSON.stringify(message)} }))`);
    },
  };
}
