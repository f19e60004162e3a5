export interface WebviewOptions {
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUris: readonly string[];
  readonly nonce: string;
  /** `vscode.env.language` */
  readonly language: string;
  /** Translations of the texts of the page, by the English text. Empty in English. */
  readonly texts: Readonly<Record<string, string>>;
}

interface WebviewContent {
  readonly title: string;
  /** Attributes `data-…` of the element that the script fills. */
  readonly data?: Readonly<Record<string, string>>;
  /** Directives that are added to the content security policy. */
  readonly policy?: readonly string[];
}

/** Returns the HTML of an empty page. The content security policy allows only the script with the nonce. */
export function webviewHtml(
  { cspSource, scriptUri, styleUris, nonce, language, texts }: WebviewOptions,
  { title, data = {}, policy = [] }: WebviewContent,
): string {
  const directives = [
    "default-src 'none'",
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `script-src 'nonce-${nonce}'`,
    ...policy,
  ].join('; ');
  const links = styleUris.map((uri) => `<link rel="stylesheet" href="${escapeAttribute(uri)}">`);
  const attributes = Object.entries({ texts: JSON.stringify(texts), ...data }).map(
    ([name, value]) => ` data-${name}="${escapeAttribute(value)}"`,
  );
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(directives)}">
<title>${escapeAttribute(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${links.join('\n')}
</head>
<body>
<main id="page"${attributes.join('')}></main>
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
