import type { GridStrings } from '../gridStrings.ts';

interface PageOptions {
  /** `webview.cspSource` */
  readonly cspSource: string;
  readonly scriptUri: string;
  /** The script of the worker that filters and sorts. */
  readonly indexUri: string;
  readonly styleUris: readonly string[];
  readonly nonce: string;
  /** `vscode.env.language` */
  readonly language: string;
  readonly strings: GridStrings;
  /** Whether pictures of customers may be loaded. */
  readonly pictures: boolean;
}

/** The Customers page before any customer is in it. Nothing in it runs but the one script with the nonce. */
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
    // Workers of a webview can only come from a blob, which is filled with the script that is fetched here.
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
