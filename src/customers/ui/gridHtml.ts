import type { GridStrings } from '../gridStrings.ts';

interface PageOptions {
  /** `webview.cspSource` */
  readonly cspSource: string;
  readonly scriptUri: string;
  /** URI of the script of the worker that filters and sorts. */
  readonly indexUri: string;
  readonly styleUris: readonly string[];
  readonly nonce: string;
  /** `vscode.env.language` */
  readonly language: string;
  readonly strings: GridStrings;
  /** Whether pictures of customers may be loaded. */
  readonly pictures: boolean;
}

/** Returns the HTML of the empty Customers page. The content security policy allows only the script with the nonce. */
export function gridHtml(options: PageOptions): string {
  const links = options.styleUris.map(
    (uri) => `<link rel="stylesheet" href="${escapeAttribute(uri)}">`,
  );
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(options.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy(options))}">
<title>${escapeAttribute(options.strings.grid)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${links.join('\n')}
</head>
<body>
<main id="page" data-index="${escapeAttribute(options.indexUri)}" data-strings="${escapeAttribute(JSON.stringify(options.strings))}"></main>
<script nonce="${escapeAttribute(options.nonce)}" src="${escapeAttribute(options.scriptUri)}"></script>
</body>
</html>
`;
}

function policy({ cspSource, nonce, pictures }: PageOptions): string {
  return [
    "default-src 'none'",
    `img-src ${pictures ? 'https: ' : ''}${cspSource}`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `script-src 'nonce-${nonce}'`,
    // A webview can create workers only from a blob. The page fetches the script and puts it into the blob.
    `connect-src ${cspSource}`,
    'worker-src blob:',
  ].join('; ');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

function escapeAttribute(text: string): string {
  return text.replace(/[&"'<>]/g, (character) => ENTITIES[character] ?? '');
}
