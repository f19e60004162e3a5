import type { OverviewStrings } from '../overviewStrings.ts';

interface PageOptions {
  /** `webview.cspSource` */
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUris: readonly string[];
  readonly nonce: string;
  /** `vscode.env.language` */
  readonly language: string;
  readonly strings: OverviewStrings;
}

/** Returns the HTML of the empty Tag Overview. The content security policy allows only the script with the nonce. */
export function overviewPage(options: PageOptions): string {
  const { cspSource, scriptUri, styleUris, nonce, language, strings } = options;
  const policy = [
    "default-src 'none'",
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  const links = styleUris.map((uri) => `<link rel="stylesheet" href="${escapeAttribute(uri)}">`);
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<title>${escapeAttribute(strings.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${links.join('\n')}
</head>
<body>
<main id="page" data-strings="${escapeAttribute(JSON.stringify(strings))}"></main>
<script nonce="${escapeAttribute(nonce)}" src="${escapeAttribute(scriptUri)}"></script>
</body>
</html>
`;
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
