import { webviewHtml, type WebviewOptions } from '../../base/ui/webviewHtml.ts';

interface PageOptions extends WebviewOptions {
  /** URI of the script of the worker that filters and sorts. */
  readonly indexUri: string;
  readonly title: string;
  readonly pictures: boolean;
}

export function gridHtml({ indexUri, title, pictures, ...options }: PageOptions): string {
  const { cspSource } = options;
  return webviewHtml(options, {
    title,
    data: { index: indexUri },
    policy: [
      `img-src ${pictures ? 'https: ' : ''}${cspSource}`,
      // A webview can create workers only from a blob. The page fetches the script and puts it into the blob.
      `connect-src ${cspSource}`,
      'worker-src blob:',
    ],
  });
}
