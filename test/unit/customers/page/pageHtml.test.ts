import assert from 'node:assert/strict';
import { gridHtml } from '../../../../src/customers/ui/gridHtml.ts';

const OPTIONS = {
  cspSource: 'https://*.vscode-cdn.net',
  scriptUri: 'https://a.vscode-cdn.net/customers.js',
  indexUri: 'https://a.vscode-cdn.net/customerIndex.js',
  styleUris: ['https://a.vscode-cdn.net/codicon.css', 'https://a.vscode-cdn.net/customers.css'],
  nonce: 'abc123',
  language: 'zh-tw',
  texts: {},
  title: 'Customers',
  pictures: true,
};

describe('gridHtml', () => {
  it('allows its own script and styles, and nothing inline', () => {
    const [, policy = ''] =
      /Content-Security-Policy" content="([^"]*)"/.exec(gridHtml(OPTIONS)) ?? [];
    assert.deepEqual(policy.replaceAll('&#39;', "'").split('; '), [
      "default-src 'none'",
      'style-src https://*.vscode-cdn.net',
      'font-src https://*.vscode-cdn.net',
      "script-src 'nonce-abc123'",
      'img-src https: https://*.vscode-cdn.net',
      'connect-src https://*.vscode-cdn.net',
      'worker-src blob:',
    ]);
    assert.doesNotMatch(gridHtml(OPTIONS), /<style|style=|onload=/);
  });

  it('allows no pictures if they are turned off', () => {
    const html = gridHtml({ ...OPTIONS, pictures: false });
    assert.match(html, /; img-src https:\/\/\*\.vscode-cdn\.net;/);
  });

  it('keeps every text inside its attribute', () => {
    const load = `"'><script>alert(1)</script>&quot;`;
    const texts = { Load: load };
    const html = gridHtml({ ...OPTIONS, texts });
    assert.equal(html.match(/<script/g)?.length, 1);
    const [, attribute = ''] = /data-texts="([^"]*)"/.exec(html) ?? [];
    const entities = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };
    const text = attribute.replace(/&[^;]+;/g, (entity) => entities[entity as '&amp;']);
    assert.deepEqual(JSON.parse(text), texts);
  });

  it('sets the language', () => {
    assert.match(gridHtml(OPTIONS), /<html lang="zh-tw">/);
  });
});
