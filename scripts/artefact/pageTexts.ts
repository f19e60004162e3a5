import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { extractedFrom } from '../../test/unit/l10n/extracted.ts';
import { parse } from '../../test/unit/l10n/syntax.ts';
import { projectRoot } from '../projectRoot.ts';

/** Writes the English texts of a page to a JSON file. They are the keys of the translations that the page needs. */
export function pageTexts(file: string): Plugin {
  return {
    name: 'page-texts',
    setup(build) {
      build.onEnd(async ({ metafile }) => {
        const sources = Object.keys(metafile?.inputs ?? {}).filter((input) =>
          input.startsWith('src/'),
        );
        const keys = await Promise.all(sources.map(keysIn));
        await writeFile(file, JSON.stringify([...new Set(keys.flat())].sort()));
      });
    },
  };
}

async function keysIn(source: string): Promise<readonly string[]> {
  const text = await readFile(join(projectRoot, source), 'utf8');
  return extractedFrom(parse(source, text)).flatMap(({ key }) => key ?? []);
}
