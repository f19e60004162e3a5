import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sources } from '../../scripts/house/imports.ts';
import { projectRoot } from '../../scripts/projectRoot.ts';
import { bundleTexts } from './artefact/bundleTexts.ts';

/** Matches the first line of an error class. */
const CLASS = /^(?:export )?class (\w+) extends \w*Error \{/gm;

/** Returns the source of the extension host, without webview pages. */
function sourceText(): string {
  const hostSources = sources.filter((file) => !file.includes('/page/'));
  return hostSources.map((file) => readFileSync(join(projectRoot, file), 'utf8')).join('\n');
}

describe('error classes', function () {
  this.timeout(60_000);

  it('are compared with instanceof only if a single bundle contains them', async () => {
    const text = sourceText();
    const names = [...text.matchAll(CLASS)].flatMap(([, name]) => name ?? []);
    assert.ok(names.includes('ServiceError') && names.includes('KnownIdError'), names.join());
    const compared = names.filter((name) => new RegExp(`instanceof ${name}\\b`).test(text));
    assert.ok(compared.includes('KnownIdError'), compared.join());
    const bundles = [...(await bundleTexts())];
    const bundlesOf = (name: string): string[] =>
      bundles
        .filter(([, code]) => new RegExp(`\\b(?:class|var) ${name}\\b`).test(code))
        .map(([bundle]) => bundle);
    // A class that is known to be in several bundles shows that `bundlesOf` finds classes in bundles.
    assert.deepEqual(bundlesOf('SecretsError'), ['extension.cjs', 'base.cjs']);
    const problems = compared
      .map((name) => `${name}: ${bundlesOf(name).join(', ')}`)
      .filter((line) => line.includes(',') || line.endsWith(': '));
    assert.deepEqual(problems, []);
  });
});
