import { webviewHtml, type WebviewOptions } from '../../base/ui/webviewHtml.ts';
import type { OverviewStrings } from '../overviewStrings.ts';

interface PageOptions extends WebviewOptions {
  readonly strings: OverviewStrings;
}

export function overviewPage({ strings, ...options }: PageOptions): string {
  return webviewHtml(options, {
    title: strings.title,
    data: { strings: JSON.stringify(strings) },
  });
}
