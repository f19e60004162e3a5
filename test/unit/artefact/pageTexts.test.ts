import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { pageTexts } from '../../../scripts/artefact/pageTexts.ts';
import { projectRoot } from '../../../scripts/projectRoot.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { CODE_TEXTS, textsIn } from '../l10n/translations.ts';

/** Returns the texts that the build lists for a page. */
async function textsOfPage(page: string): Promise<readonly string[]> {
  const folder = temporaryFolder('page-texts');
  const file = join(folder.path, 'texts.json');
  try {
    await esbuild.build({
      absWorkingDir: projectRoot,
      entryPoints: [`src/${page}/page/main.ts`],
      bundle: true,
      metafile: true,
      write: false,
      logLevel: 'error',
      plugins: [pageTexts(file)],
    });
    return JSON.parse(readFileSync(file, 'utf8')) as string[];
  } finally {
    folder.remove();
  }
}

describe('texts of a page', () => {
  it('are those of its own files and of the files that it shares with VS Code', async () => {
    const texts = await textsOfPage('customers');
    for (const text of ['Load More', 'Page ID', 'The brackets are nested too deeply.']) {
      assert.ok(texts.includes(text), text);
    }
    assert.ok(!texts.includes('To tidy up'), 'a text of the other page');
    assert.deepEqual(texts, [...new Set(texts)].sort());
  });

  it('all have a translation', async () => {
    const translations = textsIn(CODE_TEXTS);
    for (const page of ['customers', 'overview']) {
      const texts = await textsOfPage(page);
      assert.ok(texts.length > 60, page);
      assert.deepEqual(
        texts.filter((text) => !Object.hasOwn(translations, text)),
        [],
      );
    }
  });
});
