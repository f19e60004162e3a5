import { webviewHtml, type WebviewOptions } from '../../base/ui/webviewHtml.ts';
import type { GridStrings } from '../gridStrings.ts';

interface PageOptions extends WebviewOptions {
  /** URI of the script of the worker that filters and sorts. */
  readonly indexUri: string;
  readonly strings: GridStrings;
  readonly pictures: boolean;
}

export function gridHtml({ indexUri, strings, pictures, ...options }: PageOptions): string {
  const { cspSource } = options;
  return webviewHtml(options, {
    title: strings.grid,
    data: { index: indexUri, strings: JSON.stringify(strings) },
    policy: [
      `img-src ${pictures ? 'https: ' : ''}${cspSource}`,
      // A webview can create workers only from a blob. The page fetches the script and puts it into the blob.
      `connect-src ${cspSource}`,
      'worker-src blob:',
    ],
  });
}
